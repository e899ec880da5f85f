// cardroom ledger replace-anchor: two people accept a ledger that does not contain the last acknowledged entry.
#include "cli/ledger_anchor.h"

#include <fmt/format.h>
#include <sodium.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <memory>

#include "server/replace_anchor.h"

namespace cardroom::cli {

namespace {

struct ReplaceOptions {
  std::string address;
  std::string secret;
  std::string anchor;
  std::string by;
  std::string second;
  std::string reason;
};

template <class Result>
auto value_or_stop(Result result) {
  if (!result) throw Stop(failed, result.error().to_text());
  return std::move(*result);
}

int64_t utc_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string head_text(const ledger::Head& head) {
  return head.sequence == 0 ? "unknown" : fmt::format("{}:{}", head.sequence, ledger::to_hex(head.hash));
}

void run_replace_anchor(const ReplaceOptions& options) {
  server::AnchorReplacement asked;
  asked.ledger = options.address;
  asked.secret_file = secret_file_of(options.address, options.secret);
  asked.anchor_file = options.anchor;
  asked.by = {{options.by}, ask_pin(options.by)};
  asked.second = {{options.second}, ask_pin(options.second)};
  asked.reason = options.reason;
  asked.clock_ms = utc_ms;
  const auto replaced = server::replace_anchor(asked);
  if (!replaced) throw Stop(replaced.error().is_refusal ? refused : failed, replaced.error().text);
  fmt::print("Last acknowledged entry  {}\nThe ledger ended at      {}\n", head_text(replaced->before),
             head_text(replaced->accepted));
  fmt::print("Accepted and recorded as entry {}. The game managers can start.\n", replaced->sequence);
}

}  // namespace

std::string ask_pin(const std::string& card) {
  const bool is_terminal = ::isatty(STDIN_FILENO) != 0;
  termios before{};
  if (is_terminal) {
    fmt::print(stderr, "PIN of card {}: ", card);
    ::tcgetattr(STDIN_FILENO, &before);
    termios silent = before;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
  }
  std::string pin;
  for (int c = std::getchar(); c != EOF && c != '\n'; c = std::getchar())
    if (pin.size() < 64 && c != '\r') pin += static_cast<char>(c);
  if (is_terminal) {
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    fmt::print(stderr, "\n");
  }
  return pin;
}

std::string secret_file_of(const std::string& ledger, const std::string& named) {
  if (!named.empty()) return named;
  if (ledger.starts_with("postgresql://") || ledger.starts_with("postgres://"))
    throw Stop(usage,
               "--secret is missing: name the file that keys the PINs. Every game manager of this ledger needs the "
               "same file; it is created if it does not exist");
  return (ledger.starts_with("sqlite:") ? ledger.substr(7) : ledger) + ".secret";
}

ledger::PublicKey public_key_of(const std::string& key) {
  ledger::PublicKey public_key{};
  size_t length = 0;
  const bool is_digits =
      key.size() == 64 &&
      sodium_hex2bin(public_key.data(), public_key.size(), key.data(), key.size(), nullptr, &length, nullptr) == 0 &&
      length == 32;
  return is_digits ? public_key : value_or_stop(ledger::read_public_key(key));
}

ledger::Anchor anchor_in_file(const std::string& file, const std::string& key) {
  if (key.empty())
    throw Stop(usage,
               "--key is missing: an anchor file is verified with the game manager's public key, the file that "
               "ends in .pub next to its secret");
  const auto anchor = value_or_stop(ledger::read_anchor(file, public_key_of(key)));
  if (!anchor) throw Stop(failed, fmt::format("cannot open the anchor {}: it does not exist", file));
  return *anchor;
}

void add_replace_anchor(Command ledger) {
  auto options = std::make_shared<ReplaceOptions>();
  Command command =
      ledger.add_subcommand("replace-anchor", "Accept a ledger that lacks the last acknowledged entry (two people)");
  command.add_option("LEDGER", options->address, "Ledger: FILE, sqlite:FILE or postgresql://…").required();
  command.add_option("--by", options->by, "Card of the first person").type_name("CARD").required();
  command.add_option("--second", options->second, "Card of the second person").type_name("CARD").required();
  command.add_option("--reason", options->reason, "Why; recorded in the journal").type_name("TEXT").required();
  command
      .add_option("--secret", options->secret,
                  "File that keys the PINs (default: FILE.secret next to an SQLite ledger)")
      .type_name("FILE");
  command.add_option("--anchor", options->anchor, "The anchor (default: next to the secret)").type_name("FILE");
  command.footer(R"(Run it after 'cardroom serve' refused to start because the ledger ends before the last acknowledged
entry, or has another one there, and only if the loss was examined and is accepted. Both people enter their PINs; one
of them must be an executive or administrator. The journal records who accepted what, and why.

Exit codes: 0 replaced; 1 refused: a wrong PIN, a rule, or nothing to replace; 2 usage error; 3 a file or the ledger
cannot be used.

Example:
  cardroom ledger replace-anchor floor.ledger --by 2001 --second 3001 --reason "restored the backup of Jan 31")");
  command.callback([options] { run_replace_anchor(*options); });
}

}  // namespace cardroom::cli
