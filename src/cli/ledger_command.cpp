// cardroom ledger: creates a ledger, sends commands to it, and shows it.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <boost/json/parse.hpp>
#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>
#include <thread>

#include "cli/command.h"
#include "cli/ledger_anchor.h"
#include "cli/ledger_archive.h"
#include "cli/ledger_line.h"
#include "cli/ledger_text.h"
#include "ledger/codec.h"
#include "ledger/writer.h"

namespace cardroom::cli {

namespace {

using ledger::Answer;

struct LedgerOptions {
  std::string address;
  std::string file = "-";
  bool json = false;
  bool wait = false;
  int64_t lease_ms = ledger::lease_ms_default;
};

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

void create(const LedgerOptions& options) {
  if (options.address == "memory:")
    throw Stop(usage, "memory: would be gone when this command ends; name a file, such as floor.ledger");
  auto store = or_stop(ledger::open_store(options.address, ledger::OpenMode::create));
  const ledger::Head head = or_stop(store->head());
  if (head.sequence > 0)
    throw Stop(refused, fmt::format("{} is already a ledger, with {} entries", options.address, head.sequence));
  fmt::print("{} is a new ledger. Its first command enrolls an administrator; see 'cardroom ledger run --help'.\n",
             options.address);
}

std::string line_of(uint64_t line_number, const std::string& id, const Answer& answer) {
  AnswerLine line;
  line.line = line_number;
  line.id = id;
  line.answer = answer_names[static_cast<size_t>(answer.kind)];
  line.sequence = answer.sequence;
  line.repeated = answer.repeated;
  if (answer.kind == Answer::Kind::accepted) {
    line.outcome = answer.event.outcome;
    line.postings = answer.event.postings;
  }
  line.failure = answer.failure;
  if (answer.kind == Answer::Kind::refused) line.refusal = answer.refusal;
  return ledger::to_json(line);
}

// The id of a line that is not a valid command, if it can be read beyond doubt; empty otherwise.
std::string id_of(std::string_view text, const ledger::DecodeError& error) {
  if (text.size() > ledger::command_bytes_max || error.field == "id") return {};
  boost::json::error_code ignored;
  const boost::json::value value = boost::json::parse({text.data(), text.size()}, ignored);
  const auto* object = value.if_object();
  const auto* id = object == nullptr ? nullptr : object->if_contains("id");
  if (id == nullptr || !id->is_string()) return {};
  std::string found(id->get_string());
  return ledger::is_command_id(found) ? found : std::string();
}

std::string malformed_line(uint64_t line_number, std::string_view text, const ledger::DecodeError& error) {
  AnswerLine line;
  line.line = line_number;
  line.id = id_of(text, error);
  line.answer = "malformed";
  line.field = error.field;
  line.text = error.text;
  return ledger::to_json(line);
}

std::string counted(size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

void run_commands(const LedgerOptions& options) {
  // Writing beyond a file's size limit is a failed write with an answer, not the end of the program.
  std::signal(SIGXFSZ, SIG_IGN);
  auto store = or_stop(ledger::open_store(options.address, ledger::OpenMode::existing, {.lease_ms = options.lease_ms}));
  if (options.wait) or_stop(ledger::wait_for_lease(*store, ledger::this_process(), [] { return true; }));
  auto opened = or_stop(ledger::Ledger::open(std::move(store), {ledger::this_process(), now_ms}));
  std::FILE* input = options.file == "-" ? stdin : std::fopen(options.file.c_str(), "re");
  if (input == nullptr) throw Stop(failed, fmt::format("cannot read {}: {}", options.file, std::strerror(errno)));
  std::atomic<size_t> refused_count = 0;  // counted on the writing thread
  std::atomic<size_t> failed_count = 0;
  std::atomic<size_t> answered_count = 0;
  std::atomic<bool> output_failed = false;  // nobody receives the answers: take no more commands
  size_t submitted_count = 0;
  size_t malformed_count = 0;
  uint64_t line_number = 0;
  const auto print_answer = [&](const std::string& answer) {
    // The writing thread calls this too, and an exception there would end the program.
    const std::string text = answer + "\n";
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
      output_failed = true;
  };
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
        // Answers keep the order of the lines: wait for those of earlier commands.
        for (size_t seen; (seen = answered_count) < submitted_count;) answered_count.wait(seen);
        ++malformed_count;
        print_answer(malformed_line(line_number, text, command.error()));
        continue;
      }
      if (progressive::is_system_command(command->command)) {
        for (size_t seen; (seen = answered_count) < submitted_count;) answered_count.wait(seen);
        ++refused_count;
        Answer answer;
        answer.kind = Answer::Kind::refused;
        answer.refusal = {progressive::RefusalCode::command_reserved, "command",
                          "recorded only by the program itself; it cannot be sent as a command"};
        print_answer(line_of(line_number, command->id, answer));
        continue;
      }
      const progressive::Command asked{command->id, command->by, command->second, std::move(command->command)};
      const auto done = [&, line_number, id = asked.id](const Answer& answer) {
        if (answer.kind == Answer::Kind::refused) ++refused_count;
        if (answer.kind == Answer::Kind::failed) ++failed_count;
        print_answer(line_of(line_number, id, answer));
        ++answered_count;
        answered_count.notify_one();
      };
      while (!writer.submit(asked, done)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ++submitted_count;
    }
    std::free(line);
  }
  if (input != stdin) std::fclose(input);
  if (output_failed)
    throw Stop(failed, "cannot write the answers; commands without an answer may have been recorded: send them again");
  if (failed_count > 0) throw Stop(failed, counted(failed_count, "command was", "commands were") + " not recorded");
  std::string wrong;
  if (refused_count > 0) wrong = counted(refused_count, "command was", "commands were") + " refused";
  if (malformed_count > 0)
    wrong +=
        (wrong.empty() ? "" : ", ") + counted(malformed_count, "line was not a command", "lines were not commands");
  if (!wrong.empty()) throw Stop(refused, wrong);
}

void show(const LedgerOptions& options) {
  auto store = or_stop(ledger::open_store(options.address, ledger::OpenMode::read_only));
  const ledger::Replayed now = or_stop(ledger::replay(*store));
  fmt::print("{}", options.json ? ledger::to_json(now.state) + "\n" : ledger_text(now));
}

Command add_part(Command parent, const char* name, const char* text, const std::shared_ptr<LedgerOptions>& options) {
  Command part = parent.add_subcommand(name, text);
  part.add_option("LEDGER", options->address, "Ledger: FILE, sqlite:FILE or postgresql://HOST/NAME").required();
  return part;
}

}  // namespace

void add_ledger_command(Command app) {
  auto options = std::make_shared<LedgerOptions>();
  Command command = app.add_subcommand("ledger", "Create, command and inspect a progressive ledger");
  command.require_subcommand();
  Command create_part = add_part(command, "create", "Create an empty ledger", options);
  create_part.footer("Exit codes: 0 success; 1 the ledger already exists and has entries; 3 it cannot be created.");
  create_part.callback([options] { create(*options); });

  Command run = add_part(command, "run", "Send commands to the ledger, one JSON object per line", options);
  run.add_option("FILE", options->file, "File of commands; - reads standard input").show_default();
  run.add_flag("--wait", options->wait, "Wait while another process is writing, then take over");
  run.add_option("--lease-ms", options->lease_ms, "How long a silent writer keeps others out, 100 to 60000 ms")
      .between(100, 60'000)
      .show_default();
  run.footer(R"(Each line is one command: a unique id, the staff card that issues it, and the command itself:

  {"id":"1","command":{"enrol_staff":{"staff":"1001","role":"administrator","name":"Cage"}}}
  {"id":"2","by":"1001","command":{"enrol_staff":{"staff":"2001","role":"supervisor"}}}
  {"id":"9","command":{"start_round":{"table":"T1","wagers":[{"position":3,"link":"mega","wager":"1.00"}]}}}
  {"id":"10","command":{"mark_hand":{"table":"T1","position":3,"link":"mega","hand":"royal_flush"}}}
  {"id":"11","by":"2001","command":{"confirm_claim":{"claim":1}}}

Each command gets one line in answer, in the same order: accepted, with its outcome and postings; refused, with the
name of the rule; failed; or malformed, if the line is not a command. Accepted and refused commands are on disk. A
command sent again under the same id gets the same answer. docs/reference/commands.md lists commands, answers and
refusals.

Exit codes: 0 every command was accepted; 1 a command was refused, a line was not a command, or another process is
writing to the ledger; 3 a command was not recorded, or the ledger, FILE or the answers failed.

Examples:
  cardroom ledger create floor.ledger
  cardroom ledger run floor.ledger opening.jsonl)");
  run.callback([options] { run_commands(*options); });

  add_replace_anchor(command);
  add_ledger_archive(command);
  add_ledger_segments(command);

  Command show_part = add_part(command, "show", "Show meters, tables and open claims", options);
  show_part.footer("Exit codes: 0 shown; 3 the ledger cannot be opened or read.");
  show_part.add_flag("--json", options->json, "Print the whole state as JSON");
  show_part.callback([options] { show(*options); });
}

}  // namespace cardroom::cli
