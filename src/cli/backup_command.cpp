// A running ledger copied into a file, and a copy made a ledger again; each is proved before it counts.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "cli/command.h"
#include "cli/output_file.h"
#include "cli/progress.h"
#include "forms/report_render.h"
#include "ledger/audit.h"
#include "ledger/copy.h"

namespace cardroom::cli {

namespace {

struct BackupOptions {
  std::string from;
  std::string to;
};

std::unique_ptr<ledger::Store> open(const std::string& address, ledger::OpenMode mode) {
  auto store = ledger::open_store(address, mode);
  if (!store) throw Stop(failed, store.error().to_text());
  return std::move(*store);
}

// Copies and proves; throws what is wrong.
ledger::AuditResult copy(ledger::Store& from, ledger::Store& to) {
  Progress bar;
  uint64_t told = 0;
  const auto step = [&](const char* what) {
    told = 0;
    return [&, what](uint64_t finished, uint64_t total) {
      if (told == 0) bar.begin(what, total);
      bar.advance(finished - told);
      told = finished;
      return !InterruptGuard::interrupted();
    };
  };
  const auto head = ledger::copy_journal(from, to, {.holder = ledger::this_process(), .progress = step("copying")});
  if (!head) {
    bar.finish();
    throw Stop(failed, head.error().to_text());
  }
  auto proof = ledger::audit(to, {.anchor = *head, .progress = step("proving the copy")});
  bar.finish();
  if (!proof) throw Stop(failed, proof.error().to_text());
  if (!proof->is_clean()) throw Stop(refused, "the copy does not pass its audit: " + to_text(proof->findings.front()));
  return std::move(*proof);
}

void tell(const char* what, const BackupOptions& options, const ledger::AuditResult& proof) {
  fmt::print("{} {} to {}: {} entries, proved.\nHead {} {}\n", what, forms::harmless(options.from),
             forms::harmless(options.to), proof.entries, proof.head.sequence, ledger::to_hex(proof.head.hash));
}

void sync_folder(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.parent_path().empty() ? "." : file.parent_path();
  const int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return;
  (void)fsync(handle);
  ::close(handle);
}

void backup(const BackupOptions& options) {
  if (std::filesystem::exists(options.to))
    throw Stop(usage, fmt::format("{} is there already; a backup never overwrites", options.to));
  need_no_ledger_at(options.to, options.from);
  const std::string draft = options.to + ".part";
  const auto forget = [&] {
    for (const char* suffix : {"", "-wal", "-shm", "-lease"}) std::filesystem::remove(draft + suffix);
  };
  forget();
  try {
    const auto from = open(options.from, ledger::OpenMode::read_only);
    const auto proof = copy(*from, *open(draft, ledger::OpenMode::create));
    // Closed now: the copy is one whole file.
    std::filesystem::rename(draft, options.to);
    forget();
    sync_folder(options.to);
    tell("Backed up", options, proof);
  } catch (...) {
    forget();
    throw;
  }
}

void restore(const BackupOptions& options) {
  const auto from = open(options.from, ledger::OpenMode::read_only);
  const auto to = open(options.to, ledger::OpenMode::create);
  tell("Restored", options, copy(*from, *to));
}

}  // namespace

void add_backup_command(Command app) {
  auto options = std::make_shared<BackupOptions>();
  Command command = app.add_subcommand("backup", "Copy a ledger, also while it is written, and prove the copy");
  command.add_option("LEDGER", options->from, "sqlite:FILE, a plain FILE, or postgresql://…").required();
  command.add_option("FILE", options->to, "The copy, an SQLite ledger; must not exist").required();
  command.footer(R"(The copy is a ledger in one file: 'cardroom audit' proves it, 'cardroom report' reads it, 'cardroom
restore' makes a house's ledger of it. The secret that keys the PINs is not in it: back that file up too, elsewhere.

Example:
  cardroom backup floor.ledger /backup/floor-2026-01-31.ledger)");
  command.callback([options] { backup(*options); });
}

void add_restore_command(Command app) {
  auto options = std::make_shared<BackupOptions>();
  Command command = app.add_subcommand("restore", "Make a ledger of a backup, and prove it");
  command.add_option("FILE", options->from, "The backup, or any ledger").required();
  command.add_option("LEDGER", options->to, "The new ledger, of any kind; must be empty").required();
  command.footer(
      R"(Also the way from SQLite to PostgreSQL and back. Tables that played after the backup was made find their last
rounds missing: see docs/guide/operator.md.

Example:
  cardroom restore /backup/floor-2026-01-31.ledger postgresql://gm@db1/floor)");
  command.callback([options] { restore(*options); });
}

}  // namespace cardroom::cli
