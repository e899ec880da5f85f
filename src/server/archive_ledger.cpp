#include "server/archive_ledger.h"

#include <fmt/format.h>

#include <filesystem>

#include "ledger/anchor.h"
#include "ledger/archive.h"
#include "ledger/ledger.h"
#include "server/prove_here.h"
#include "server/secrets.h"

namespace cardroom::server {

namespace {

std::unexpected<NotArchived> not_archived(std::string text) {
  return std::unexpected(NotArchived{false, std::move(text)});
}
std::unexpected<NotArchived> archive_refused(std::string text) {
  return std::unexpected(NotArchived{true, std::move(text)});
}
std::unexpected<NotArchived> not_archived(const ledger::StoreError& error) {
  return std::unexpected(NotArchived{error.failure == ledger::StoreFailure::lease_held, error.to_text()});
}

}  // namespace

std::expected<Archived, NotArchived> archive_ledger(const ArchiveRequest& asked) {
  ledger::AnchorFiles files = ledger::anchor_files(asked.secret_file);
  if (!asked.anchor_file.empty()) files.anchor = asked.anchor_file;
  const auto secret = read_secret(asked.secret_file);
  if (!secret) return not_archived(secret.error().to_text());
  if (!*secret)
    return not_archived(
        fmt::format("the secret file {} is missing; without it no PIN can be verified", asked.secret_file));
  auto reader = ledger::open_store(asked.ledger, ledger::OpenMode::existing);
  if (!reader) return not_archived(reader.error());
  // A ledger that ends before its anchor is not archived.
  const auto anchor = ledger::AnchorKeeper::open(files, **reader);
  if (!anchor) return not_archived(anchor.error().to_text());
  const auto now = ledger::replay(**reader);
  if (!now) return not_archived(now.error());
  for (const Credentials& person : {asked.by, asked.second})
    if (auto proved = prove_here(now->state, **secret, person, asked.clock_ms()); !proved)
      return archive_refused(proved.error());
  const auto archive = (*reader)->archive();
  if (!archive) return not_archived(archive.error());
  Archived done;
  done.folder = asked.folder.empty() ? archive->folder : std::filesystem::absolute(asked.folder).string();
  if (!archive->segments.empty() && done.folder != archive->folder)
    return archive_refused(
        fmt::format("this ledger's segments are in {}; all of them must be in one folder", archive->folder));
  const auto plan = ledger::plan_archive(**reader, asked.before_ms, asked.segment_entries);
  if (!plan) return not_archived(plan.error());

  // Files first, which takes longest and changes nothing in the ledger.
  uint64_t total = 0;
  uint64_t written = 0;
  for (const ledger::ArchivePart& part : *plan) total += part.last.sequence - part.before.sequence;
  for (const ledger::ArchivePart& part : *plan) {
    const auto progress = [&](uint64_t entries) { return !asked.progress || asked.progress(written + entries, total); };
    auto segment = ledger::write_segment(**reader, part.before, part.last, done.folder, progress);
    if (!segment) return not_archived(segment.error());
    if (auto sealed = ledger::write_seal((*anchor)->anchor().ledger, *segment, done.folder, (*anchor)->key()); !sealed)
      return not_archived(sealed.error().to_text());
    written += part.last.sequence - part.before.sequence;
    done.segments.push_back(std::move(*segment));
  }

  ledger::LedgerOptions options{ledger::this_process(), asked.clock_ms};
  options.recorded = [&](const std::vector<ledger::Step>& steps) { (void)(*anchor)->advance(steps); };
  auto store = ledger::open_store(asked.ledger, ledger::OpenMode::existing);
  if (!store) return not_archived(store.error());
  if (!done.segments.empty() && done.folder != archive->folder)
    if (auto moved = (*store)->set_archive_folder(done.folder); !moved) return not_archived(moved.error());
  auto opened = ledger::Ledger::open(std::move(*store), std::move(options));
  if (!opened) {
    auto error = not_archived(opened.error());
    if (error.error().is_refusal && !done.segments.empty())
      error.error().text += fmt::format(
          ". {} files with {} entries are written and verified; stop the game manager and run the command again, "
          "which then takes only as long as removing these entries",
          done.segments.size(), total);
    return error;
  }
  ledger::Ledger& ledger = **opened;
  const auto end = [&](auto result) {
    (void)ledger.close(false);
    return result;
  };
  // What an interrupted attempt left.
  if (auto removed = ledger.remove_archived(); !removed) return end(not_archived(removed.error()));
  for (const ledger::Segment& segment : done.segments) {
    const ledger::Answer answer = ledger.record_segment(segment, asked.by.staff, asked.second.staff, asked.reason);
    if (answer.kind == ledger::Answer::Kind::refused)
      return end(archive_refused(fmt::format("{}: {}", answer.refusal.field, answer.refusal.text)));
    if (answer.kind == ledger::Answer::Kind::failed) return end(not_archived(answer.failure));
    if (auto archived = ledger.archive_segment(segment); !archived) return end(not_archived(archived.error()));
  }
  (void)ledger.close();
  if (auto synced = (*anchor)->sync(); !synced) return not_archived(synced.error().to_text());
  return done;
}

}  // namespace cardroom::server
