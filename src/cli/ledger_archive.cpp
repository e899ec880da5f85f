// cardroom ledger archive: moves old entries to signed files. cardroom ledger segments: lists these, and says where
// they are.
#include "cli/ledger_archive.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "cli/command.h"
#include "cli/ledger_anchor.h"
#include "cli/progress.h"
#include "cli/report_options.h"
#include "forms/text_table.h"
#include "ledger/reports/house_time.h"
#include "ledger/segment.h"
#include "server/archive_ledger.h"

namespace cardroom::cli {

namespace {

struct ArchiveOptions {
  std::string address;
  std::string before;
  std::string secret;
  std::string anchor;
  std::string folder;
  std::string by;
  std::string second;
  std::string reason;
  int64_t segment_entries = static_cast<int64_t>(ledger::segment_entries_max);
};

struct SegmentsOptions {
  std::string address;
  std::string folder;
  std::string key;
};

std::string day_of(int64_t time_ms) {
  return ledger::reports::time_text(time_ms, 0).substr(0, 10);
}

void run_archive(const ArchiveOptions& options) {
  const auto day = ledger::reports::parse_day(options.before);
  if (!day)
    throw Stop(usage, fmt::format("--before {}: expected a date such as 2026-01-31, in 1970 or later", options.before));
  server::ArchiveRequest asked;
  asked.ledger = options.address;
  asked.secret_file = secret_file_of(options.address, options.secret);
  asked.anchor_file = options.anchor;
  asked.folder = options.folder;
  asked.reason = options.reason;
  asked.before_ms = ledger::reports::HouseTime{}.start_ms(*day);
  asked.segment_entries = static_cast<uint64_t>(options.segment_entries);
  asked.clock_ms = [] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
  };
  asked.by = {{options.by}, ask_pin(options.by)};
  asked.second = {{options.second}, ask_pin(options.second)};
  Progress bar;
  asked.progress = [&, reported = uint64_t{0}](uint64_t finished, uint64_t total) mutable {
    if (reported == 0) bar.begin("archiving", total);
    if (finished > reported) bar.advance(finished - reported);
    reported = std::max(reported, finished);
    return true;  // Ctrl-C ends it from within
  };
  const auto archived = server::archive_ledger(asked);
  bar.finish();
  if (!archived) throw Stop(archived.error().is_refusal ? refused : failed, archived.error().text);
  if (archived->segments.empty()) {
    fmt::print("Nothing to archive: no snapshot before {} follows the archived entries. The two newest stay.\n",
               options.before);
    return;
  }
  uint64_t entries = 0;
  for (const ledger::Segment& segment : archived->segments) {
    fmt::print("{}  entries {} to {}, {} to {}\n", segment.file, segment.first, segment.last, day_of(segment.first_ms),
               day_of(segment.last_ms));
    entries += segment.last - segment.first + 1;
  }
  fmt::print("{} entries moved to {}. Keep these files and a copy of them: they are part of the ledger.\n", entries,
             archived->folder);
}

// What can be said of a segment without reading it all.
std::string state_of(const ledger::Segment& segment, const std::string& folder,
                     const std::optional<ledger::PublicKey>& key) {
  const auto path = std::filesystem::path(folder) / segment.file;
  std::error_code error;
  const auto bytes = std::filesystem::file_size(path, error);
  if (error) return "missing";
  if (static_cast<int64_t>(bytes) != segment.bytes) return "wrong size";
  std::ifstream file(path.string() + ".seal", std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return "seal missing";
  const auto seal = ledger::read_seal(text.str(), key ? &*key : nullptr);
  if (!seal || *seal != segment) return "seal wrong";
  return key ? "present, seal verified" : "present";
}

void run_segments(const SegmentsOptions& options) {
  std::optional<ledger::PublicKey> key;
  if (!options.key.empty()) key = public_key_of(options.key);
  if (!options.folder.empty()) {
    std::error_code error;
    if (!std::filesystem::is_directory(options.folder, error))
      throw Stop(usage, fmt::format("--folder {}: it is not a folder", options.folder));
    auto store = ledger::open_store(options.address, ledger::OpenMode::existing);
    if (!store) throw Stop(failed, store.error().to_text());
    const auto moved = (*store)->set_archive_folder(std::filesystem::absolute(options.folder).string());
    if (!moved) throw Stop(failed, moved.error().to_text());
  }
  const auto archive = open_ledger(options.address)->archive();
  if (!archive) throw Stop(failed, archive.error().to_text());
  if (archive->segments.empty()) {
    fmt::print("No entries are archived.\n");
    return;
  }
  forms::TextTable table({{"entries"}, {"days (UTC)"}, {"file"}, {"bytes", forms::Align::right}, {"state"}});
  bool is_whole = true;
  for (const ledger::Segment& segment : archive->segments) {
    const std::string state = state_of(segment, archive->folder, key);
    is_whole = is_whole && state.starts_with("present");
    table.add({fmt::format("{} to {}", segment.first, segment.last),
               fmt::format("{} to {}", day_of(segment.first_ms), day_of(segment.last_ms)), segment.file,
               fmt::format("{}", segment.bytes), state});
  }
  fmt::print("Folder: {}\n\n{}", archive->folder, table.to_text());
  if (!is_whole) throw Stop(refused, "not all segments are as they were archived; restore them from a copy");
}

}  // namespace

void add_ledger_archive(Command ledger) {
  auto options = std::make_shared<ArchiveOptions>();
  Command command = ledger.add_subcommand("archive", "Move old entries to signed files (two people)");
  command.add_option("LEDGER", options->address, "Ledger: FILE or sqlite:FILE").required();
  command.add_option("--before", options->before, "Entries from this day on (UTC) stay").type_name("DATE").required();
  command.add_option("--by", options->by, "Card of the first person").type_name("CARD").required();
  command.add_option("--second", options->second, "Card of the second person").type_name("CARD").required();
  command.add_option("--reason", options->reason, "Why; recorded in the journal").type_name("TEXT").required();
  command.add_option("--folder", options->folder, "Folder of the files, named the first time (default: FILE-segments)")
      .type_name("FOLDER");
  command.add_option("--segment-entries", options->segment_entries, "Entries in one file, at most")
      .between(1, 10'000'000)
      .show_default();
  command.add_option("--secret", options->secret, "File that keys the PINs (default: FILE.secret)").type_name("FILE");
  command.add_option("--anchor", options->anchor, "The anchor (default: next to the secret)").type_name("FILE");
  command.footer(
      R"(Each file, a segment, ends at a snapshot. It is written, synced, read back and verified, signed with the key
of the ledger's anchor and recorded in the journal; only then are its entries removed from the database. Reports, audits
and backups read segments as part of the ledger, and repeated commands are answered as before. Nothing is ever dropped.
The files can be written while a game manager runs; to finish, stop it and run the command again.

Exit codes: 0 archived, or nothing to archive; 1 refused: a wrong PIN, a rule, or another process is writing; 2 usage
error; 3 a file or the ledger cannot be used. After a failure, run the same command again.

Example:
  cardroom ledger archive floor.ledger --before 2026-01-01 --by 2001 --second 3001 --reason "yearly archive")");
  command.callback([options] { run_archive(*options); });
}

void add_ledger_segments(Command ledger) {
  auto options = std::make_shared<SegmentsOptions>();
  Command command = ledger.add_subcommand("segments", "List archived entries, or name the folder of their files");
  command.add_option("LEDGER", options->address, "Ledger: FILE or sqlite:FILE").required();
  command.add_option("--folder", options->folder, "The files are in this folder from now on").type_name("FOLDER");
  command.add_option("--key", options->key, "Public key that the seals must have: FILE, or 64 hexadecimal digits")
      .type_name("KEY");
  command.footer(R"(Compares names, sizes and seals; 'cardroom audit' reads the files whole.

Exit codes: 0 all files are there; 1 a file is missing or not as it was archived; 2 usage error; 3 the ledger cannot be
used.)");
  command.callback([options] { run_segments(*options); });
}

}  // namespace cardroom::cli
