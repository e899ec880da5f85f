#include <fcntl.h>
#include <fmt/format.h>
#include <langinfo.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <vector>

#include "base/text.h"
#include "cli/command.h"
#include "forms/text_table.h"
#include "odds/progress.h"
#include "odds/rule_file.h"

namespace cardroom::cli {

namespace {

constexpr std::string_view description =
    R"(Cardroom runs and explains the table games of a card room.

Start here:
  cardroom games                              list the games
  cardroom deal three-card-poker --key 7      deal one round and explain its settlement
  cardroom settle FILE                        settle a round written as text
  cardroom analyze crazy-4-poker              compute exact figures for every wager
  cardroom verify                             recompute published figures and compare
  cardroom serve --demo                       run a demo casino in the browser
)";

// If a standard stream is closed, the next file that is opened takes its place: a ledger, for example, into which our
// messages would be written. The stand-in opened here fails in the direction that the stream is used in.
void hold_standard_streams() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(file, F_GETFD) != -1) continue;
    const int opened = open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (opened != file && opened >= 0) close(opened);
  }
}

// Line by line, because our own messages may list choices.
std::string harmless_lines(std::string_view text) {
  std::string lines;
  while (true) {
    const size_t end = text.find('\n');
    lines += base::printable_excerpt(text.substr(0, end));
    if (end == std::string_view::npos) return lines;
    lines += '\n';
    text.remove_prefix(end + 1);
  }
}

// Adds the exit codes to the help of every command that does not list its own.
void add_exit_codes(const Command& app) {
  for (Command command : app.subcommands()) {
    const std::string footer = command.footer();
    const bool listed = footer.find("Exit codes: ") != std::string::npos;
    if (!listed) command.footer(fmt::format("{}\n\n{}", footer, exit_codes_text));
  }
}

// How many letters are missing, extra, wrong, or in the place of their neighbor.
size_t letters_off(std::string_view typed, std::string_view name) {
  std::vector<std::vector<size_t>> off(typed.size() + 1, std::vector<size_t>(name.size() + 1));
  for (size_t i = 0; i <= typed.size(); ++i) {
    for (size_t j = 0; j <= name.size(); ++j) {
      if (i == 0 || j == 0) {
        off[i][j] = i + j;
        continue;
      }
      const size_t wrong = typed[i - 1] == name[j - 1] ? 0 : 1;
      off[i][j] = std::min({off[i - 1][j] + 1, off[i][j - 1] + 1, off[i - 1][j - 1] + wrong});
      if (i > 1 && j > 1 && typed[i - 1] == name[j - 2] && typed[i - 2] == name[j - 1])
        off[i][j] = std::min(off[i][j], off[i - 2][j - 2] + 1);
    }
  }
  return off[typed.size()][name.size()];
}

// "; did you mean 'analyze'?" if one name differs from what was typed in at most a third of its letters, and in no more
// than two.
std::string guess_text(std::string_view typed, const std::vector<std::string>& names) {
  if (typed.size() > 40) return {};
  std::string_view guess;
  size_t least = std::min<size_t>(2, typed.size() / 3) + 1;
  for (const std::string& name : names) {
    const size_t off = name.starts_with("--") && name.substr(2) == typed ? 0 : letters_off(typed, name);
    if (off < least) guess = name;
    if (off == least) guess = {};
    least = std::min(least, off);
  }
  return guess.empty() ? std::string() : fmt::format("; did you mean '{}'?", guess);
}

// Names the first command or option that does not exist, or a flag with a value. The library would complain of what is
// missing instead, or take the value.
void need_known_words(Command command, const std::vector<char*>& words) {
  std::string path = "cardroom";
  for (size_t at = 1; at < words.size(); ++at) {
    const std::string_view word = words[at];
    if (word == "--") {
      if (path == "cardroom") throw Stop(usage, "name a command before '--'; 'cardroom --help' lists them");
      return;
    }
    const std::string_view name = word.substr(0, word.find('='));
    const auto unknown = [&](const char* what, const std::vector<std::string>& names) {
      const std::string guess = guess_text(name, names);
      return Stop(usage, fmt::format("unknown {} '{}'{} '{} --help' lists them", what, name,
                                     guess.empty() ? ";" : guess, path));
    };
    if (const std::vector<Command> commands = command.subcommands(); !commands.empty() && !word.starts_with('-')) {
      const auto named = std::ranges::find(commands, word, &Command::name);
      if (named == commands.end()) {
        std::vector<std::string> names;
        for (const Command& known : commands) names.push_back(known.name());
        for (const std::string& option : command.long_options()) names.push_back("--" + option);
        throw unknown("command", names);
      }
      command = *named;
      path += fmt::format(" {}", word);
    } else if (word.starts_with("--")) {
      std::vector<std::string> known = command.long_options();
      for (std::string& option : known) option.insert(0, "--");
      if (std::ranges::find(known, name) == known.end()) throw unknown("option", known);
      if (name != word && command.is_flag(std::string(name)))
        throw Stop(usage, fmt::format("{} takes no value; remove '{}'", name, word.substr(name.size())));
    } else if (path == "cardroom" && word != "-h") {
      throw unknown("option", {});
    }
  }
}

Stop output_failed(int cause) {
  return Stop(failed, fmt::format("cannot write the output: {}", std::strerror(cause)));
}

ExitCode run(int argc, char** argv) {
  ArgumentParser line("cardroom", std::string(description), std::string("cardroom ") + CARDROOM_VERSION);
  Command app = line.root();
  app.footer("\n" + std::string(exit_codes_text) +
             "\nRun 'cardroom COMMAND --help' for a command's options and examples.");
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
  add_exit_codes(app);
  // 'cardroom help deal' is 'cardroom deal --help'.
  std::vector<char*> words(argv, argv + argc);
  std::string help = "--help";
  if (argc > 1 && std::string_view(argv[1]) == "help") {
    words.erase(words.begin() + 1);
    words.push_back(help.data());
  }
  need_known_words(app, words);
  words.push_back(nullptr);
  const ArgumentParser::Parsed parsed = line.parse(static_cast<int>(words.size()) - 1, words.data());
  if (parsed.usage) {
    complain(fmt::format("cardroom: {}\nTry 'cardroom{} --help'.\n", harmless_lines(parsed.message),
                         parsed.command.empty() ? "" : " " + parsed.command));
    return usage;
  }
  if (!parsed.ran && !std::cout) throw output_failed(errno);
  if (!parsed.ran) return done;
  if (std::fflush(stdout) != 0) throw output_failed(errno);
  return done;
}

// What went wrong, in one line, and the code to end with.
ExitCode end_with(ExitCode code, std::string_view message) {
  std::fflush(stdout);
  complain(fmt::format("cardroom: {}\n", harmless_lines(message)));
  return code;
}

}  // namespace

void complain(std::string_view text) noexcept {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

ExitCode run_program(int argc, char** argv) {
  hold_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file at its size limit is a write that fails, with a message
  std::setlocale(LC_CTYPE, "");
  forms::set_plain_rules(std::strcmp(nl_langinfo(CODESET), "UTF-8") != 0);
  forms::set_table_width(forms::terminal_width());
  try {
    return run(argc, argv);
  } catch (const Stop& stop) {
    return end_with(stop.code(), stop.what());
  } catch (const odds::Stopped& stopped) {
    return end_with(interrupted, stopped.what());
  } catch (const odds::RuleNotOffered& error) {
    return end_with(refused, error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    return end_with(failed, error.what());
  } catch (const std::system_error& error) {
    // fmt throws it where standard output cannot take what is printed.
    const bool output = std::string_view(error.what()).starts_with("cannot write to file");
    return output ? end_with(failed, output_failed(error.code().value()).what()) : end_with(failed, error.what());
  } catch (const std::bad_alloc&) {
    return end_with(failed, "out of memory");
  } catch (const std::exception& error) {
    return end_with(failed, error.what());
  }
}

}  // namespace cardroom::cli

int main(int argc, char** argv) {
  return cardroom::cli::run_program(argc, argv);
}
