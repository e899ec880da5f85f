// What the subcommands share: exit codes, registration, and how they report errors.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "cli/command_line.h"

namespace cardroom::cli {

enum ExitCode : int {
  done = 0,
  refused = 1,        // a rule refused the request, or a check failed
  usage = 2,          // the command line is wrong
  failed = 3,         // the system failed: a file cannot be read, an output cannot be written
  interrupted = 130,  // by Ctrl-C, following the shell convention
};

// Their meanings, as the help prints them.
inline constexpr std::string_view exit_codes_text =
    "Exit codes: 0 success; 1 refused by a rule, or a check failed; 2 usage error; 3 file or system error;\n"
    "130 stopped by Ctrl-C.";

// Ends a subcommand with a message on standard error. Thrown anywhere below main, which makes every line printable, so
// messages may quote untrusted names and texts.
class Stop : public std::runtime_error {
 public:
  Stop(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

// Writes to standard error; a failure to write is ignored.
void complain(std::string_view text) noexcept;

// Each subcommand registers itself and its callback, one per file.
void add_games_command(Command app);
void add_paytables_command(Command app);
void add_deal_command(Command app);
void add_settle_command(Command app);
void add_analyze_command(Command app);
void add_link_command(Command app);
void add_strategy_command(Command app);
void add_par_command(Command app);
void add_session_command(Command app);
void add_verify_command(Command app);
void add_exposed_command(Command app);
void add_faceup_command(Command app);
void add_meter_command(Command app);
void add_ledger_command(Command app);
void add_report_command(Command app);
void add_audit_command(Command app);
void add_serve_command(Command app);
void add_backup_command(Command app);
void add_restore_command(Command app);
void add_floor_command(Command app);
void add_completion_command(Command app);

}  // namespace cardroom::cli
