#include "cli/demo.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/prng.h"
#include "cli/command.h"
#include "cli/ledger_anchor.h"
#include "floor/floor.h"
#include "forms/text_table.h"
#include "ledger/replay.h"

namespace cardroom::cli {

namespace {

std::string file_of(const std::string& ledger) {
  if (ledger.find("://") != std::string::npos || ledger == "memory:")
    throw Stop(usage, "--demo needs a ledger in a file: --ledger sqlite:FILE");
  return ledger.starts_with("sqlite:") ? ledger.substr(7) : ledger;
}

server::DemoView view_of(const floor::House& house, const floor::Kept& kept) {
  server::DemoView view;
  for (const floor::StaffPlan& staff : house.staff)
    view.cards.push_back({staff.staff, staff.pin, staff.role, staff.name});
  for (const floor::TablePlan& plan : house.tables)
    view.tables.push_back({plan.table, plan.game, kept.tokens.at(floor::keypad_page_of(plan.table)),
                           kept.tokens.at(floor::display_page_of(plan.table)),
                           kept.tokens.at(floor::shuffler_page_of(plan.table))});
  return view;
}

}  // namespace

void need_demo_ledger(const std::string& ledger, const std::string& secret) {
  if (!std::filesystem::exists(file_of(ledger))) return;
  const std::string key_file = ledger::anchor_files(secret_file_of(ledger, secret)).key;
  if (std::filesystem::exists(key_file))
    throw Stop(refused, fmt::format("{} is not a demo ledger: its server has a signing key, {}. The demo's PINs are "
                                    "public; give the demo a separate ledger [not_a_demo_ledger]",
                                    ledger, key_file));
  auto store = ledger::open_store(ledger, ledger::OpenMode::read_only);
  if (!store) throw Stop(failed, store.error().to_text());
  const auto replayed = ledger::replay(**store);
  if (!replayed) throw Stop(failed, replayed.error().to_text());
  const auto& staff = replayed->state.staff;
  if (staff.empty()) return;
  // Visitors of the demo may enroll more cards. It is a demo ledger if it has the demo's administrator and gives none
  // of the demo's cards another name.
  bool has_administrator = false, has_others = false;
  for (const floor::StaffPlan& plan : floor::demo_house().staff) {
    const auto found = staff.find(plan.staff);
    if (found == staff.end()) continue;
    if (found->second.name != plan.name) has_others = true;
    if (plan.role == floor::Role::administrator) has_administrator = true;
  }
  if (has_administrator && !has_others) return;
  throw Stop(
      refused,
      fmt::format("{} is not a demo ledger: it has the card {} of {}, and not the demo's staff. The demo's PINs are "
                  "public; give the demo a separate ledger [not_a_demo_ledger]",
                  ledger, staff.begin()->first.text, staff.begin()->second.name));
}

void print_demo(uint16_t port) {
  fmt::print("\n  Open  http://localhost:{}/  (demo floor with six self-playing tables)\n\n", port);
  fmt::print("Cards and PINs to sign in at the console and the keypads:\n\n");
  forms::TextTable cards({{"card"}, {"PIN"}, {"role"}, {"name"}});
  for (const floor::StaffPlan& staff : floor::demo_house().staff)
    cards.add({staff.staff.text, staff.pin, boost::describe::enum_to_string(staff.role, ""), staff.name});
  fmt::print("{}\n", cards.to_text(2));
  fmt::print("The start page links to every table, display and shuffler. Press Ctrl-C to stop the server.\n\n");
}

DemoFloor::DemoFloor(server::Service& service, const std::string& address, const std::string& first_code,
                     const std::string& ledger) {
  floor::FloorOptions options;
  const bool anywhere = address == "0.0.0.0" || address == "::";
  options.net.servers = {{false, anywhere ? "127.0.0.1" : address, service.port()}};
  options.house = floor::demo_house();
  options.entrance.first_code = first_code;
  options.state_file = file_of(ledger) + ".devices";
  options.prng_key = base::SecureGenerator()();
  options.timing = floor::demo_timing();
  options.compare = false;
  options.prepared = [&service](const floor::Kept& kept) { service.show_demo(view_of(floor::demo_house(), kept)); };
  options.progress = [this](const floor::Tally&) { return over_ ? floor::Wish::drop : floor::Wish::go_on; };
  thread_ = std::thread([this, options = std::move(options)] {
    const auto report = floor::run_floor(options);
    if (!report && !over_) complain(fmt::format("cardroom: the demo stopped: {}\n", report.error().to_text()));
  });
}

DemoFloor::~DemoFloor() {
  over_ = true;
  thread_.join();
}

}  // namespace cardroom::cli
