#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "cli/command.h"
#include "forms/report_render.h"
#include "odds/progress.h"

namespace cardroom::cli {

namespace {

constexpr std::string_view description =
    R"(Cardroom runs and explains the table games of a card room.

Start here:
  cardroom games                              the games it knows
  cardroom deal three-card-poker --key 7      deal one round and explain its settlement
  cardroom settle dispute.round               settle a round that you wrote down
  cardroom analyze crazy-4-poker              the exact figures of every wager
  cardroom verify                             what the filed documents print, put to the test
)";

// Line by line: messages of ours may list choices.
std::string harmless_lines(std::string_view text) {
  std::string lines;
  while (true) {
    const size_t end = text.find('\n');
    lines += forms::harmless(std::string(text.substr(0, end)));
    if (end == std::string_view::npos) return lines;
    lines += '\n';
    text.remove_prefix(end + 1);
  }
}

// Under the help of every command that has no words of its own for them.
void tell_exit_codes(const Command& app) {
  for (Command command : app.subcommands()) {
    const std::string footer = command.footer();
    const bool told = footer.find("Exit codes: ") != std::string::npos;
    if (!told) command.footer(fmt::format("{}\n\n{}", footer, exit_codes_text));
  }
}

bool has_command(const Command& app, std::string_view name) {
  return std::ranges::any_of(app.subcommands(), [&](const Command& command) { return command.name() == name; });
}

ExitCode run(int argc, char** argv) {
  ArgumentParser line("cardroom", std::string(description), std::string("cardroom ") + CARDROOM_VERSION);
  Command app = line.root();
  app.footer("\n" + std::string(exit_codes_text) + "\n'cardroom COMMAND --help' explains a command with examples.");
  app.require_subcommand();
  add_games_command(app);
  add_paytables_command(app);
  add_deal_command(app);
  add_settle_command(app);
  add_analyze_command(app);
  add_link_command(app);
  add_strategy_command(app);
  add_session_command(app);
  add_par_command(app);
  add_verify_command(app);
  add_exposed_command(app);
  add_faceup_command(app);
  add_meter_command(app);
  add_ledger_command(app);
  add_report_command(app);
  add_audit_command(app);
  add_serve_command(app);
  add_backup_command(app);
  add_restore_command(app);
  add_floor_command(app);
  add_completion_command(app);
  tell_exit_codes(app);
  if (argc > 1 && argv[1][0] != '-' && !has_command(app, argv[1])) {
    throw Stop(usage, fmt::format("there is no command '{}'; 'cardroom --help' lists them", argv[1]));
  }
  const ArgumentParser::Parsed parsed = line.parse(argc, argv);
  if (parsed.usage) {
    fmt::print(stderr, "cardroom: {}\nTry 'cardroom{} --help'.\n", harmless_lines(parsed.message),
               parsed.command.empty() ? "" : " " + parsed.command);
    return usage;
  }
  if (!parsed.ran) return std::cout ? done : failed;
  if (std::fflush(stdout) != 0) throw Stop(failed, "cannot write the output");
  return done;
}

}  // namespace

}  // namespace cardroom::cli

int main(int argc, char** argv) {
  using namespace cardroom::cli;
  try {
    return run(argc, argv);
  } catch (const Stop& stop) {
    std::fflush(stdout);
    fmt::print(stderr, "cardroom: {}\n", harmless_lines(stop.what()));
    return stop.code();
  } catch (const cardroom::odds::Stopped&) {
    std::fflush(stdout);
    fmt::print(stderr, "cardroom: stopped\n");
    return interrupted;
  } catch (const std::exception& error) {
    fmt::print(stderr, "cardroom: {}\n", harmless_lines(error.what()));
    return failed;
  }
}
