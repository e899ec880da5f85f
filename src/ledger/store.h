// What keeps the journal: an append-only list of entries, snapshots of the state beside it, and the lease of the one
// process that may append. One conformance suite runs over every store.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "ledger/entry.h"

namespace cardroom::ledger {

// How a store failed, and what the caller does next.
enum class StoreFailure : uint8_t {
  absent,         // there is no journal, and none was to be made
  not_a_ledger,   // another, truncated or corrupt file, left unchanged; the message says what and where: restore
  newer_version,  // written by a newer Cardroom: use that one
  lease_held,     // another process writes, named in the message: wait as a standby
  lease_lost,     // another process has taken over and nothing was recorded: stop writing
  not_appended,   // nothing of the group was recorded: try again, or report
  // The journal does not end where the group says that it does: it went back in time, or somebody else wrote. Nothing
  // of the group was recorded. Take the lease again and compare with what is known of the journal.
  head_moved,
  // The commit was asked for and not answered: the group is there whole or not at all, and nobody knows yet. Take the
  // lease again on this store, which fences what may still be under way; then head() tells. No other group is appended
  // before that.
  outcome_unknown,
  unavailable,  // the store cannot be reached, read or written now; the next call connects to PostgreSQL again
  // A segment of the archive, which the message names, is missing or not what was archived. All else can be read.
  segment_damaged,
};

struct StoreError {
  StoreFailure failure = StoreFailure::unavailable;
  base::Error error;

  std::string to_text() const { return error.to_text(); }
};

template <class T>
using StoreResult = std::expected<T, StoreError>;

std::unexpected<StoreError> store_error(StoreFailure failure, std::string attempted, std::string cause);

// A state that was right after an entry; only a way to start faster, never a source of truth.
struct Snapshot {
  Head head;         // the entry it was taken after
  std::string body;  // at most snapshot_bytes_max

  bool operator==(const Snapshot&) const = default;
};

// Entries that are in a file of their own and no longer in the database (segment.h).
struct Segment {
  uint64_t first = 0;
  uint64_t last = 0;
  Digest before{};  // the hash of the entry before the first
  Digest hash{};    // of the last entry
  int64_t first_ms = 0;
  int64_t last_ms = 0;
  Digest digest{};  // of the file
  int64_t bytes = 0;
  std::string file;  // its name, without a folder

  bool operator==(const Segment&) const = default;
};

// Where the entries of a store are that are no longer in its database.
struct Archive {
  std::string folder;             // as the store looks it up
  std::vector<Segment> segments;  // in the order of their entries
};

// What a store finds wrong with itself, whatever its entries say.
struct StoreFault {
  enum class Kind : uint8_t {
    file,  // the database finds its own file damaged
    // What makes the database refuse to change or remove an entry, or keeps a second writer out, is missing, changed,
    // or not alone.
    guard,
    sequence,  // a row is numbered below 1: no reader sees it, and no command is answered by it
    segment,   // a segment of the archive is missing or not what was archived
  };
  Kind kind = Kind::file;
  std::string text;
};
// More say nothing new, and would leave no room for what an audit finds in the entries.
inline constexpr size_t store_faults_max = 20;

// Who writes. The epoch rises with every holder: an append carries it, and a store refuses an older one.
struct Lease {
  uint64_t epoch = 0;
  std::string holder;  // for people: "host gm1, process 4711"

  bool operator==(const Lease&) const = default;
};

// A lease every microsecond for a hundred thousand years. Whatever is above was not counted up to.
inline constexpr int64_t epoch_max = int64_t{1} << 62;
// How long a holder that shows no sign of life keeps others out. Longer than any single wait of a store (5 s), so that
// a slow answer alone loses no lease; short enough that a floor waits seconds for a standby. Renew at a third of it.
inline constexpr int64_t lease_ms_default = 10'000;
// How often a standby asks: well within a lease, and no load.
inline constexpr int64_t standby_poll_ms = 250;
// A busy floor's queue in one commit; more would only make the first of them wait.
inline constexpr size_t group_entries_max = 10'000;
// The state of a whole room is some hundred kilobytes.
inline constexpr size_t snapshot_bytes_max = size_t{64} << 20;
// Above every number that a database counts up to: the newest of all.
inline constexpr uint64_t sequence_max = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
// Entries read at once: some hundred kilobytes of ordinary ones. No read transaction lives longer than such a page.
inline constexpr size_t page_entries = 1000;

// Used by one thread at a time; several stores may be open on one journal, in one process or in many.
class Store {
 public:
  virtual ~Store() = default;

  virtual StoreResult<Head> head() = 0;

  // Entries of sequence first, first + 1, … in order until `visit` returns false or the journal ends. Memory does not
  // grow with the journal, and nobody who writes waits for `visit`. What is appended meanwhile may be seen.
  // `visit` may ask the store anything else.
  virtual StoreResult<void> read(uint64_t first, const std::function<bool(const Entry&)>& visit) = 0;

  // The entry of this number alone, which is cheaper than read(); nothing where there is none.
  virtual StoreResult<std::optional<Entry>> entry(uint64_t sequence) = 0;

  // For each id the entry (of sequence 1 or above) that carries it, or nothing. One round trip whatever the number of
  // ids.
  virtual StoreResult<std::vector<std::optional<Entry>>> find_commands(std::span<const std::string> ids) = 0;

  // Takes the lease when nobody holds it, or when the holder's has run out (it was not renewed for lease_ms);
  // lease_held otherwise. A process that died on this machine (SQLite) leaves no lease behind. A store that holds it
  // already takes it anew, with a new epoch: what it sent before and never heard of can no longer be recorded after
  // this returns.
  virtual StoreResult<Lease> take_lease(const std::string& holder) = 0;
  virtual StoreResult<void> renew_lease() = 0;
  virtual StoreResult<void> release_lease() = 0;
  // Who holds it now, if somebody does.
  virtual StoreResult<std::optional<Lease>> lease_holder() = 0;

  // All of the entries in one transaction, durable when this returns. One to group_entries_max well-formed entries that
  // follow one another by sequence and hash; anything else is the caller's bug. The first one's hash names the entry
  // that it follows: if the journal ends anywhere else when the transaction runs, head_moved. Without the lease:
  // lease_lost. A command id that is in the journal already: not_appended. On any failure but outcome_unknown nothing
  // was recorded.
  virtual StoreResult<void> append(std::span<const Entry> entries) = 0;

  // Stores a snapshot, in place of one after the same entry. Needs the lease. After a failure this one may be there or
  // not.
  virtual StoreResult<void> put_snapshot(const Snapshot& snapshot) = 0;
  // Removes the snapshot after this entry, if there is one. Needs the lease.
  virtual StoreResult<void> drop_snapshot(uint64_t sequence) = 0;
  // The newest snapshot after entry `last` or one before it.
  virtual StoreResult<std::optional<Snapshot>> snapshot_until(uint64_t last) = 0;
  // After which entries there are snapshots, without their bodies: the `most` newest until `last`, newest first.
  virtual StoreResult<std::vector<Head>> snapshot_heads(uint64_t last, size_t most) = 0;

  // Entries that were moved to segments are read, found and answered as before; only these read the files.
  virtual StoreResult<Archive> archive() = 0;
  // Where the segments are from now on; empty: beside the ledger.
  virtual StoreResult<void> set_archive_folder(const std::string& folder) = 0;
  // Says that the entries of this segment, which continues the last one (the first begins at entry 2), are in its file.
  // The journal must record it under segment_command_id(). Needs the lease.
  virtual StoreResult<void> add_segment(const Segment& segment) = 0;
  // Removes the next entries of segments from the database, at most so many, in one transaction that keeps what finds
  // their ids. How many were removed; 0: none are left. Needs the lease.
  virtual StoreResult<size_t> remove_archived(size_t most) = 0;

  // What is wrong with the segments, and with what finds their ids: the first store_faults_max faults. Reads every
  // file.
  virtual StoreResult<std::vector<StoreFault>> check_archive() = 0;

  // The first store_faults_max faults, but for the archive's. SQLite reads its whole file, in one read transaction: the
  // log of somebody who writes meanwhile is copied back only after it. A server checks its files itself; there it is
  // the guards, the numbers and the lease alone.
  virtual StoreResult<std::vector<StoreFault>> check_itself() = 0;
  // From any thread, while this store exists: ends a check_itself() that is under way; it is then unavailable.
  virtual void interrupt() {}

  // What the store may do when nothing waits: a checkpoint of SQLite's write-ahead log.
  virtual StoreResult<void> idle() = 0;
};

// How a store is opened: whether an absent one is made, and whether it will be written to. A journal of an older
// version is brought up to date unless read_only, which reads it as it is.
enum class OpenMode : uint8_t { read_only, existing, create };

struct StoreOptions {
  int64_t lease_ms = lease_ms_default;
};

// "memory:", "sqlite:FILE" or a plain path, "postgresql://…". The message of a wrong address names the forms.
StoreResult<std::unique_ptr<Store>> open_store(const std::string& address, OpenMode mode,
                                               const StoreOptions& options = {});

// Waits as a standby: asks for the lease every standby_poll_ms until it is given, `go_on` returns false (lease_held is
// the answer then), or the store fails otherwise.
StoreResult<Lease> wait_for_lease(Store& store, const std::string& holder, const std::function<bool()>& go_on);

// Milliseconds since the machine started, sleep included: what leases on one machine are timed by. Nobody can set it.
int64_t boot_clock_ms();

// This process, as a holder is named: "host gm1, process 4711".
std::string this_process();

// Whether the journal has the entry that `head` names, with that hash; true of the head of an empty journal.
StoreResult<bool> holds(Store& store, const Head& head);

// For stores: as SQL counts.
constexpr int64_t sql_number(uint64_t number) {
  return static_cast<int64_t>(number < sequence_max ? number : sequence_max);
}
// For stores. Stops the program unless the entries are what append() asks for, but for the place of the first one.
void check_group(std::span<const Entry> entries);
// head_moved, unless the group follows `head`, where the journal ends.
StoreResult<void> check_place(const Head& head, std::span<const Entry> entries, const std::string& name);
// The head of a journal whose last two entries follow one another; not_a_ledger when they do not.
StoreResult<Head> checked_head(Store& store, const std::string& name);

}  // namespace cardroom::ledger
