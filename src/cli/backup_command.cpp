// Copies a ledger, even one in use, into a file, and restores a ledger from such a copy. Each result is audited.
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

// Copies the journal and audits the copy; throws a Stop if either fails.
ledger::AuditResult copy(ledger::Store& from, ledger::Store& to) {
  Progress bar;
  uint64_t reported = 0;
  const auto step = [&](const char* what) {
    reported = 0;
    return [&, what](uint64_t finished, uint64_t total) {
      if (reported == 0) bar.begin(what, total);
      bar.advance(finished - reported);
      reported = finished;
      return !InterruptGuard::interrupted();
    };
  };
  const auto head = ledger::copy_journal(from, to, {.holder = ledger::this_process(), .progress = step("copying")});
  if (!head) {
    bar.finish();
    throw Stop(failed, head.error().to_text());
  }
  auto audited = ledger::audit(to, {.anchor = *head, .progress = step("verifying the copy")});
  bar.finish();
  if (!audited) throw Stop(failed, audited.error().to_text());
  if (!audited->is_clean()) throw Stop(refused, "the copy failed its audit: " + to_text(audited->findings.front()));
  return std::move(*audited);
}

void print_result(const char* what, const BackupOptions& options, const ledger::AuditResult& audited) {
  fmt::print("{} {} to {}: {} entries, verified.\nHead {} {}\n", what, forms::harmless(options.from),
             forms::harmless(options.to), audited.entries, audited.head.sequence, ledger::to_hex(audited.head.hash));
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
    throw Stop(usage, fmt::format("{} already exists; a backup never overwrites a file", options.to));
  need_no_ledger_at(options.to, options.from);
  const std::string draft = options.to + ".part";
  const auto forget = [&] {
    for (const char* suffix : {"", "-wal", "-shm", "-lease"}) std::filesystem::remove(draft + suffix);
  };
  forget();
  try {
    const auto from = open(options.from, ledger::OpenMode::read_only);
    const auto archive = from->archive();
    if (!archive) throw Stop(failed, archive.error().to_text());
    const auto audited = copy(*from, *open(draft, ledger::OpenMode::create));
    // The copy is closed now: a single, complete file.
    std::filesystem::rename(draft, options.to);
    forget();
    sync_folder(options.to);
    print_result("Backed up", options, audited);
    if (!archive->segments.empty())
      fmt::print("Including the {} entries of {} archived segments.\n",
                 archive->segments.back().last - archive->segments.front().first + 1, archive->segments.size());
  } catch (...) {
    forget();
    throw;
  }
}

void restore(const BackupOptions& options) {
  const auto from = open(options.from, ledger::OpenMode::read_only);
  const auto to = open(options.to, ledger::OpenMode::create);
  print_result("Restored", options, copy(*from, *to));
}

}  // namespace

void add_backup_command(Command app) {
  auto options = std::make_shared<BackupOptions>();
  Command command = app.add_subcommand("backup", "Copy a ledger, even while it is in use, and verify the copy");
  command.add_option("LEDGER", options->from, "Ledger: FILE, sqlite:FILE or postgresql://HOST/NAME").required();
  command.add_option("FILE", options->to, "The copy to create, an SQLite ledger; must not exist yet").required();
  command.footer(
      R"(The copy is a ledger in one file, with the entries of archived segments in it: 'cardroom audit' verifies it,
'cardroom report' reads it, and 'cardroom restore' turns it back into a house's ledger. It does not contain the secret
that keys the PINs: back up that file too, in another place.

Example:
  cardroom backup floor.ledger /backup/floor-2026-01-31.ledger

Exit codes: 0 copied and verified; 1 the copy failed its audit; 2 usage error; 3 the copy cannot be made.)");
  command.callback([options] { backup(*options); });
}

void add_restore_command(Command app) {
  auto options = std::make_shared<BackupOptions>();
  Command command = app.add_subcommand("restore", "Restore a ledger from a backup and verify it");
  command.add_option("FILE", options->from, "The backup, or any other ledger").required();
  command.add_option("LEDGER", options->to, "The ledger to restore into, SQLite or PostgreSQL; must be empty")
      .required();
  command.footer(
      R"(This is also the way to move from SQLite to PostgreSQL or back. Tables that played after the backup was made
find their latest rounds missing: see docs/guide/operator.md.

Example:
  cardroom restore /backup/floor-2026-01-31.ledger postgresql://gm@db1/floor

Exit codes: 0 copied and verified; 1 the copy failed its audit; 2 usage error; 3 the copy cannot be made.)");
  command.callback([options] { restore(*options); });
}

}  // namespace cardroom::cli
