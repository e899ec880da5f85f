// cardroom floor: simulated tables that play on a server and keep a count that must agree with its journal.
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <chrono>

#include "base/prng.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "floor/floor.h"
#include "forms/text_table.h"
#include "odds/preset.h"

namespace cardroom::cli {

using namespace forms;

namespace {

using floor::Tally;

struct FloorOptions {
  int tables = 6;
  uint64_t rounds = 0;
  std::string lasts;
  std::string pace = "fast";
  std::vector<std::string> servers = {"http://127.0.0.1:8080"};
  std::string ca_file;
  std::string key;
  std::string admin;
  std::string code;
  std::string state = "cardroom.floor";
  std::string lucky = "0";
  int64_t patience_seconds = 60;
  bool json = false;
};

// "90s", "10m", "2h"
int64_t duration_ms_or_stop(const std::string& text) {
  int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  int64_t unit_ms = 0;
  if (read.ec == std::errc() && read.ptr + 1 == end)
    unit_ms = *read.ptr == 's' ? 1'000 : *read.ptr == 'm' ? 60'000 : *read.ptr == 'h' ? 3'600'000 : 0;
  if (unit_ms == 0 || number < 1 || number > 100'000)
    throw Stop(usage, fmt::format("--for {}: expected a time such as 90s, 10m or 2h", text));
  return number * unit_ms;
}

floor::FloorOptions floor_options(const FloorOptions& options, uint64_t prng_key) {
  floor::FloorOptions floor;
  for (const std::string& text : options.servers) {
    const auto url = server::parse_server_url(text);
    if (!url) throw Stop(usage, "--server: " + url.error().to_text());
    floor.net.servers.push_back(*url);
  }
  floor.net.ca_file = options.ca_file;
  floor.net.patience_ms = options.patience_seconds * 1'000;
  floor.house = floor::floor_house(options.tables);
  floor.entrance.first_code = options.code;
  if (!options.admin.empty() && !options.code.empty())
    throw Stop(usage, "--admin and --code cannot be combined; --code is for a server without an administrator");
  if (!options.admin.empty()) {
    const size_t colon = options.admin.find(':');
    if (colon == std::string::npos || colon == 0)
      throw Stop(usage, "--admin: expected a card and its PIN, such as 1001:271828");
    floor.entrance.admin = server::Credentials{{options.admin.substr(0, colon)}, options.admin.substr(colon + 1)};
  }
  floor.state_file = options.state;
  floor.prng_key = prng_key;
  floor.rounds = options.rounds;
  if (!options.lasts.empty()) floor.lasts_ms = duration_ms_or_stop(options.lasts);
  floor.timing = options.pace == "real"    ? floor::human_timing()
                 : options.pace == "brisk" ? floor::brisk_timing()
                                           : floor::no_timing();
  const auto lucky = odds::parse_percent_ppm(options.lucky);
  if (!lucky) throw Stop(usage, fmt::format("--lucky {}: expected a percentage from 0 to 100", options.lucky));
  floor.chances.lucky_ppm = *lucky;
  return floor;
}

std::string shown(uint64_t count) {
  return std::to_string(count);
}
std::string shown(base::Cents amount) {
  return base::to_text(amount);
}

// "claims_taken_back" as words.
std::string words(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '_', ' ');
  return text;
}

void print_report(const floor::FloorReport& report) {
  TextTable table({{"counted"}, {"floor", Align::right}, {"journal", Align::right}});
  boost::mp11::mp_for_each<ledger::codec::Members<Tally>>([&](auto member) {
    using Field = std::remove_cvref_t<decltype(report.floor.*member.pointer)>;
    if constexpr (!ledger::codec::is_map<Field>)
      table.add({words(member.name), shown(report.floor.*member.pointer), shown(report.journal.*member.pointer)});
  });
  fmt::print("{}\n", table.to_text());
  TextTable links({{"link"},
                   {"level", Align::right},
                   {"contributions", Align::right},
                   {"journal", Align::right},
                   {"reserve", Align::right},
                   {"journal", Align::right}});
  const auto units = [](base::MeterUnits amount) {
    std::string text;
    ledger::codec::write_decimal(text, amount.value(), 8);
    return text.substr(1, text.size() - 2);
  };
  for (const auto& [link, levels] : report.floor.links) {
    const auto found = report.journal.links.find(link);
    for (size_t i = 0; i < levels.size(); ++i) {
      const bool known = found != report.journal.links.end() && i < found->second.size();
      const floor::LevelTally theirs = known ? found->second[i] : floor::LevelTally{};
      links.add({i == 0 ? link.text : "", std::to_string(i + 1), units(levels[i].contributions),
                 units(theirs.contributions), units(levels[i].reserve), units(theirs.reserve)});
    }
  }
  fmt::print("{}\n", links.to_text());
  const auto seconds = static_cast<double>(report.lasted_ms) / 1000;
  fmt::print("{} rounds in {:.1f} s, {} reconnections\n", report.floor.rounds, seconds, report.reconnections);
}

// A line that is redrawn on a terminal and cleared at the end.
class StatusLine {
 public:
  void show(const Tally& tally) {
    if (!on_terminal_ || ++calls_ % 5 != 1) return;
    const std::string line =
        fmt::format("{} rounds, {} wagers of {}, {} claims, {} confirmed{}", tally.rounds, tally.wagers,
                    base::to_text(tally.wagered), tally.claims, tally.claims_confirmed,
                    InterruptGuard::interrupted() ? "; stopping after the current rounds" : "");
    if (display_width(line) < terminal_width(STDERR_FILENO)) complain(fmt::format("\r\033[K{}", line));
    std::fflush(stderr);
  }
  ~StatusLine() {
    if (on_terminal_) complain("\r\033[K");
  }

 private:
  const bool on_terminal_ = isatty(STDERR_FILENO) == 1;
  uint64_t calls_ = 0;
};

void run_floor(const FloorOptions& options) {
  const std::string key = options.key.empty() ? std::to_string(base::SecureGenerator()() % 1'000'000) : options.key;
  floor::FloorOptions floor = floor_options(options, base::prng_key_of(key));
  std::expected<floor::FloorReport, base::Error> report;
  {
    const InterruptGuard guard;
    StatusLine status;
    floor.progress = [&](const Tally& tally) {
      status.show(tally);
      return InterruptGuard::interrupted() ? floor::Wish::end : floor::Wish::go_on;
    };
    report = floor::run_floor(floor);
  }
  if (!report) throw Stop(failed, report.error().to_text());
  if (options.json) {
    fmt::print("{}\n", ledger::to_full_json(*report));
  } else {
    fmt::print("Simulated floor: {} tables, key {}\n\n", options.tables, key);
    print_report(*report);
  }
  if (report->differences.empty()) return;
  std::string all;
  for (const std::string& difference : report->differences) all += "\n  " + difference;
  throw Stop(refused, "the floor and the server disagree:" + all);
}

}  // namespace

void add_floor_command(Command app) {
  auto options = std::make_shared<FloorOptions>();
  Command command = app.add_subcommand("floor", "Play a simulated floor on a server and compare counts");
  command.add_option("--tables", options->tables, "Number of tables, up to 1,000 (default: 6)")
      .type_name("N")
      .between(1, 1'000);
  command.add_option("--rounds", options->rounds, "Rounds at each table (default: until Ctrl-C)")
      .type_name("N")
      .between(1, 1'000'000'000);
  command.add_option("--for", options->lasts, "How long to play, such as 90s, 10m or 2h").type_name("TIME");
  command
      .add_option("--pace", options->pace,
                  "real (30 to 60 s per round), brisk (a third of that) or fast (default: fast)")
      .one_of({"real", "brisk", "fast"})
      .type_name("PACE");
  command
      .add_option("--server", options->servers,
                  "Game managers; the first that leads is used (default: http://127.0.0.1:8080)")
      .comma_separated()
      .type_name("URL,...");
  command.add_option("--ca-file", options->ca_file, "Also trust this certificate (PEM)").type_name("FILE");
  command.add_option("--key", options->key, "Number or word; the same key deals the same cards (default: a new key)");
  command
      .add_option("--admin", options->admin, "Administrator who creates the staff, links and tables that are missing")
      .type_name("CARD:PIN");
  command.add_option("--code", options->code, "Instead of --admin: the one-time code that a new server printed");
  command
      .add_option("--state", options->state, "Where to keep PINs and tokens for the next run (default: cardroom.floor)")
      .type_name("FILE");
  command
      .add_option("--lucky", options->lucky, "Stack the deck in this share of the rounds; simulation only (default: 0)")
      .type_name("PERCENT");
  command.add_option("--patience", options->patience_seconds, "Seconds without a server before giving up (default: 60)")
      .type_name("N")
      .between(1, 86'400);
  command.add_flag("--json", options->json, "Print JSON");
  command.footer(R"(Examples:
  cardroom floor --code 4817-2093-5561 --rounds 20
  cardroom floor --tables 40 --for 10m --lucky 2 --server http://10.0.0.5:8080,http://10.0.0.6:8080

docs/internals/simulated-floor.md describes what it plays.

Exit codes: 0 the counts agree; 1 its own count differs from the server's journal or state (the differences are
listed); 2 usage error; 3 no server for --patience seconds.)");
  command.callback([options] { run_floor(*options); });
}

}  // namespace cardroom::cli
