#include "cli/demo.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/prng.h"
#include "cli/command.h"
#include "floor/floor.h"
#include "forms/text_table.h"
#include "ledger/replay.h"

namespace cardroom::cli {

namespace {

constexpr int64_t demo_lucky_ppm = 40'000;  // of some thirty rounds a minute: something to see every minute

std::string file_of(const std::string& ledger) {
  if (ledger.find("://") != std::string::npos || ledger == "memory:")
    throw Stop(usage, "--demo keeps its ledger in a file: --ledger sqlite:FILE");
  return ledger.starts_with("sqlite:") ? ledger.substr(7) : ledger;
}

}  // namespace

void need_demo_ledger(const std::string& ledger) {
  if (!std::filesystem::exists(file_of(ledger))) return;
  auto store = ledger::open_store(ledger, ledger::OpenMode::read_only);
  if (!store) throw Stop(failed, store.error().to_text());
  const auto replayed = ledger::replay(**store);
  if (!replayed) throw Stop(failed, replayed.error().to_text());
  const floor::House house = floor::demo_house();
  for (const auto& [staff, member] : replayed->state.staff)
    if (std::ranges::find(house.staff, staff, &floor::StaffPlan::staff) == house.staff.end())
      throw Stop(refused, fmt::format("{} is not a demonstration's ledger: it has the card {} of {}. A demonstration's "
                                      "PINs are in the open; give it a ledger of its own [not_a_demo_ledger]",
                                      ledger, staff.text, member.name));
}

void print_demo(uint16_t port) {
  fmt::print("\nA demonstration: six tables play by themselves, with stacked decks now and then.\n");
  fmt::print("It is at http://localhost:{}/; programs sign in with one of these cards.\n\n", port);
  forms::TextTable cards({{"card"}, {"PIN"}, {"role"}, {"name"}});
  for (const floor::StaffPlan& staff : floor::demo_house().staff)
    cards.add({staff.staff.text, staff.pin, boost::describe::enum_to_string(staff.role, ""), staff.name});
  fmt::print("{}\n", cards.to_text(2));
}

DemoFloor::DemoFloor(const std::string& address, uint16_t port, const std::string& first_code,
                     const std::string& ledger) {
  floor::FloorOptions options;
  const bool anywhere = address == "0.0.0.0" || address == "::";
  options.net.servers = {{false, anywhere ? "127.0.0.1" : address, port}};
  options.house = floor::demo_house();
  options.entrance.first_code = first_code;
  options.state_file = file_of(ledger) + ".devices";
  options.prng_key = base::SecureGenerator()();
  options.timing = floor::brisk_timing();
  options.chances.lucky_ppm = demo_lucky_ppm;
  options.compare = false;
  options.progress = [this](const floor::Tally&) { return over_ ? floor::Wish::drop : floor::Wish::go_on; };
  thread_ = std::thread([this, options = std::move(options)] {
    const auto report = floor::run_floor(options);
    if (!report && !over_) fmt::print(stderr, "cardroom: the demonstration ends: {}\n", report.error().to_text());
  });
}

DemoFloor::~DemoFloor() {
  over_ = true;
  thread_.join();
}

}  // namespace cardroom::cli
