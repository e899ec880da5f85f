// cardroom ledger: make a ledger, put commands to it, look at it.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>
#include <thread>

#include "cli/command.h"
#include "cli/ledger_line.h"
#include "cli/text_table.h"
#include "ledger/codec.h"
#include "ledger/writer.h"

namespace cardroom::cli {

namespace {

using ledger::Answer;
using progressive::Command;

struct Options {
  std::string address;
  std::string file = "-";
  bool json = false;
  bool wait = false;
  int64_t lease_ms = ledger::lease_ms_default;
};

// How an answer is written, one a line.
struct AnswerLine {
  std::string id;
  std::string answer;
  uint64_t sequence = 0;
  bool repeated = false;
  progressive::Outcome outcome;
  std::vector<progressive::Posting> postings;
  std::optional<progressive::Refusal> refusal;
  std::string failure;
};
BOOST_DESCRIBE_STRUCT(AnswerLine, (), (id, answer, sequence, repeated, outcome, postings, refusal, failure))

constexpr const char* answer_names[] = {"accepted", "refused", "failed"};

template <class T>
T or_stop(ledger::StoreResult<T> result) {
  if (!result) {
    const bool held = result.error().failure == ledger::StoreFailure::lease_held;
    throw Stop(held ? refused : failed, result.error().to_text());
  }
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

void create(const Options& options) {
  auto store = or_stop(ledger::open_store(options.address, ledger::OpenMode::create));
  const ledger::Head head = or_stop(store->head());
  if (head.sequence > 0)
    throw Stop(refused, fmt::format("{} is a ledger already, with {} entries", options.address, head.sequence));
  fmt::print("{} is a new ledger. Its first command enrols an administrator; see 'cardroom ledger run --help'.\n",
             options.address);
}

std::string line_of(const std::string& id, const Answer& answer) {
  AnswerLine line{.id = id,
                  .answer = answer_names[static_cast<size_t>(answer.kind)],
                  .sequence = answer.sequence,
                  .repeated = answer.repeated,
                  .outcome = answer.event.outcome,
                  .postings = answer.event.postings,
                  .refusal = {},
                  .failure = answer.failure};
  if (answer.kind == Answer::Kind::refused) line.refusal = answer.refusal;
  return ledger::to_json(line);
}

void run_commands(const Options& options) {
  // A file at its size limit is a failed write with an answer, not the end of the program.
  std::signal(SIGXFSZ, SIG_IGN);
  auto store = or_stop(ledger::open_store(options.address, ledger::OpenMode::existing, {.lease_ms = options.lease_ms}));
  if (options.wait) or_stop(ledger::wait_for_lease(*store, ledger::this_process(), [] { return true; }));
  auto opened = or_stop(ledger::Ledger::open(std::move(store), {ledger::this_process(), now_ms}));
  std::FILE* input = options.file == "-" ? stdin : std::fopen(options.file.c_str(), "re");
  if (input == nullptr) throw Stop(failed, fmt::format("cannot read {}: {}", options.file, std::strerror(errno)));
  std::atomic<size_t> refused_count = 0;  // the writing thread counts too
  std::atomic<size_t> failed_count = 0;
  std::atomic<bool> output_failed = false;  // nobody hears the answers: take no more commands
  size_t line_number = 0;
  {
    ledger::WriterOptions writing;
    writing.idle_ms = std::min(writing.idle_ms, options.lease_ms / 3);
    ledger::Writer writer(std::move(opened), std::move(writing));
    char* line = nullptr;
    size_t capacity = 0;
    ssize_t length = 0;
    while (!output_failed && (length = getline(&line, &capacity, input)) >= 0) {
      ++line_number;
      const std::string_view text(line, static_cast<size_t>(length));
      if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) continue;
      auto command = ledger::from_json_text<CommandLine>(text, ledger::command_bytes_max);
      if (!command) {
        ++refused_count;
        std::string out = fmt::format(R"({{"line":{},"answer":"malformed","field":)", line_number);
        ledger::codec::write_string(out, command.error().field);
        out += R"(,"text":)";
        ledger::codec::write_string(out, command.error().text);
        fmt::print("{}}}\n", out);
        if (std::fflush(stdout) != 0) output_failed = true;
        continue;
      }
      const Command asked{command->id, command->by, command->second, std::move(command->command)};
      const auto done = [&, id = asked.id](const Answer& answer) {
        if (answer.kind == Answer::Kind::refused) ++refused_count;
        if (answer.kind == Answer::Kind::failed) ++failed_count;
        fmt::print("{}\n", line_of(id, answer));
        if (std::fflush(stdout) != 0) output_failed = true;
      };
      while (!writer.submit(asked, done)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::free(line);
  }
  if (input != stdin) std::fclose(input);
  if (output_failed)
    throw Stop(failed, "cannot write the answers; commands without one may be recorded, send them again");
  if (failed_count > 0) throw Stop(failed, fmt::format("{} commands were not recorded", failed_count.load()));
  if (refused_count > 0) throw Stop(refused, fmt::format("{} commands were refused", refused_count.load()));
}

std::string units_text(base::MeterUnits amount) {
  std::string text;
  ledger::codec::write_decimal(text, amount.value(), 8);
  return "$" + text.substr(1, text.size() - 2);
}

void show(const Options& options) {
  auto store = or_stop(ledger::open_store(options.address, ledger::OpenMode::read_only));
  const ledger::Replayed now = or_stop(ledger::replay(*store));
  if (options.json) {
    fmt::print("{}\n", ledger::to_json(now.state));
    return;
  }
  fmt::print("{} entries, {} rounds, {} tables, {} staff\n\n", now.head.sequence, now.state.rounds,
             now.state.tables.size(), now.state.staff.size());
  TextTable levels({{"link"},
                    {"state"},
                    {"level"},
                    {"meter", Align::right},
                    {"reserve", Align::right},
                    {"overflow", Align::right},
                    {"pending", Align::right},
                    {"disputed", Align::right},
                    {"hits", Align::right}});
  for (const auto& [id, link] : now.state.links)
    for (size_t i = 0; i < link.levels.size(); ++i) {
      const progressive::LevelState& level = link.levels[i];
      levels.add({id.text,
                  link.retired ? "retired"
                  : link.open  ? "open"
                               : "closed",
                  link.rules.levels[i].name, units_text(level.funds.meter), units_text(level.funds.reserve),
                  units_text(level.funds.overflow), units_text(level.pending), units_text(level.disputed),
                  std::to_string(level.hits)});
    }
  fmt::print("{}", levels.to_text());
  if (now.state.claims.empty()) return;
  TextTable claims({{"claim", Align::right},
                    {"table"},
                    {"round", Align::right},
                    {"position", Align::right},
                    {"hand"},
                    {"amount", Align::right},
                    {"state"}});
  for (const auto& [number, claim] : now.state.claims) {
    const progressive::Prize& prize = now.state.links.at(claim.link).rules.prizes[static_cast<size_t>(claim.prize)];
    claims.add({std::to_string(number), claim.table.text, std::to_string(claim.round),
                claim.position ? std::to_string(*claim.position) : "?", prize.hand, base::to_text(claim.price.amount),
                boost::describe::enum_to_string(claim.status, "?")});
  }
  fmt::print("\n{}", claims.to_text());
}

CLI::App* add_part(CLI::App* parent, const char* name, const char* text, const std::shared_ptr<Options>& options) {
  CLI::App* part = parent->add_subcommand(name, text);
  part->add_option("LEDGER", options->address, "sqlite:FILE, a plain FILE, or postgresql://…")->required();
  return part;
}

}  // namespace

void add_ledger_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("ledger", "Make a progressive's ledger, put commands to it, look at it");
  command->require_subcommand(1);
  add_part(command, "create", "Make an empty ledger", options)->callback([options] { create(*options); });

  CLI::App* run = add_part(command, "run", "Put commands to the ledger, one a line as JSON", options);
  run->add_option("FILE", options->file, "The commands; - reads standard input")->capture_default_str();
  run->add_flag("--wait", options->wait, "Wait while another process writes, and take over from it");
  run->add_option("--lease-ms", options->lease_ms, "How long a holder that shows no sign of life keeps others out")
      ->check(CLI::Range(int64_t{100}, int64_t{60'000}))
      ->capture_default_str();
  run->footer(R"(Every line is a command with an id of its own, who stands behind it, and what is asked:

  {"id":"1","command":{"enrol_staff":{"staff":"1001","role":"administrator","name":"Cage"}}}
  {"id":"2","by":"1001","command":{"enrol_staff":{"staff":"2001","role":"supervisor"}}}
  {"id":"9","command":{"start_round":{"table":"T1","wagers":[{"position":3,"link":"mega","wager":"1.00"}]}}}
  {"id":"10","command":{"mark_hand":{"table":"T1","position":3,"link":"mega","hand":"royal_flush"}}}
  {"id":"11","by":"2001","command":{"confirm_claim":{"claim":1}}}

Every answer is a line too: accepted with its outcome and postings, refused with the rule's name, or failed. An answer
means that the command is on disk. A command sent again under its id is answered as before. docs/progressive.md lists
the commands.

Examples:
  cardroom ledger create floor.ledger
  cardroom ledger run floor.ledger opening.jsonl)");
  run->callback([options] { run_commands(*options); });

  CLI::App* show_part = add_part(command, "show", "Meters, tables and open claims as they stand", options);
  show_part->add_flag("--json", options->json, "The whole state as JSON");
  show_part->callback([options] { show(*options); });
}

}  // namespace cardroom::cli
