// Segments: old entries, moved out of the live database into files of their own. Each is a whole stretch of the chain,
// sealed with the key that signs the anchor.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "ledger/signing_key.h"
#include "ledger/store.h"

namespace cardroom::ledger {

// The most entries in one; a month of a busy floor.
inline constexpr uint64_t segment_entries_max = 1'000'000;

// "000000002-000250042.segment"
std::string segment_file_name(uint64_t first, uint64_t last);
// "floor.ledger-segments", unless the ledger says otherwise.
std::string segment_folder(const std::string& ledger);
// "entries 2 to 250042, FILE": how messages name it.
std::string segment_name(const Segment& segment, const std::string& path);
// The id of the entry that records it: "ledger/segment-250042-" and the first 16 digits of the file's digest.
std::string segment_command_id(const Segment& segment);

// The seal, "FILE.seal": what is known of a segment without opening it, and a signature over that.
std::string segment_seal(const Digest& ledger, const Segment& segment, const SigningKey& key);
// What is wrong with it. Without a key its signature is not checked.
std::expected<Segment, std::string> read_seal(std::string_view text, const PublicKey* key);

// Digest and size of a file as it is.
struct FileFacts {
  Digest digest{};
  int64_t bytes = 0;
};
std::expected<FileFacts, base::Error> facts_of_file(const std::string& path);

// Writes the entries after `before`, to `last`, into a new file, syncs it, reads it back and verifies the whole chain;
// only then does it get its name. A file of that name that holds exactly these entries is taken as it is; another one
// is never replaced. `progress` false: stop.
StoreResult<Segment> write_segment(Store& store, const Head& before, const Head& last, const std::string& folder,
                                   const std::function<bool(uint64_t done)>& progress);
// So that a new name in the folder of this file outlives a power failure.
void sync_folder_of(const std::string& path);
// Beside the file, on disk when it returns.
std::expected<void, base::Error> write_seal(const Digest& ledger, const Segment& segment, const std::string& folder,
                                            const SigningKey& key);
// Everything about the file, its seal and its entries: what does not agree, in sentences. `visit` sees every entry.
std::vector<std::string> check_segment(const Segment& segment, const std::string& folder,
                                       const std::function<void(const Entry&)>& visit);

}  // namespace cardroom::ledger
