// The anchor: the last entry that was acknowledged, kept outside the database in a small file that the game manager
// signs. A journal that ends before it, or has another entry there, has lost what somebody was told is recorded.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ledger/signing_key.h"
#include "ledger/step.h"
#include "ledger/store.h"

namespace cardroom::ledger {

struct Anchor {
  Digest ledger{};  // which one: the hash of its first entry; zeros while it has none
  Head head;        // the last acknowledged entry

  bool operator==(const Anchor&) const = default;
};

struct AnchorFiles {
  std::string anchor;
  std::string key;
};
// Beside a server's secret: "floor.ledger.secret" → "floor.ledger.anchor" and "floor.ledger.key"; "secret" →
// "secret.anchor" and "secret.key".
AnchorFiles anchor_files(const std::string& secret_file);

// The file's bytes: five lines of text, the last one the signature over the others.
std::string anchor_text(const Anchor& anchor, const SigningKey& key);
// What is wrong with it: not an anchor, or not signed with this key.
std::expected<Anchor, std::string> parse_anchor(std::string_view text, const PublicKey& key);
// Nothing where there is no such file.
std::expected<std::optional<Anchor>, base::Error> read_anchor(const std::string& file, const PublicKey& key);

// The journal as an anchor would have it now.
StoreResult<Anchor> anchor_of(Store& store);
// What of the anchor the journal lacks, in a sentence; nothing when it holds it.
StoreResult<std::optional<std::string>> missing_from(Store& store, const Anchor& anchor);

// Keeps the anchor of one ledger. Used by one thread at a time.
class AnchorKeeper {
 public:
  // Reads key and anchor and compares them with the journal. Where there is neither key nor anchor, or the ledger is
  // empty and there is no anchor, both are made: the journal's end is then taken as it is. Anything else that does not
  // fit is refused, with what to do.
  static std::expected<std::unique_ptr<AnchorKeeper>, base::Error> open(const AnchorFiles& files, Store& store);
  // For two people who replace the anchor: without a comparison. `anchor` is what could be read; a key is made where
  // there is none.
  static std::expected<std::unique_ptr<AnchorKeeper>, base::Error> open_to_replace(const AnchorFiles& files);
  ~AnchorKeeper();
  AnchorKeeper(const AnchorKeeper&) = delete;
  AnchorKeeper& operator=(const AnchorKeeper&) = delete;

  const Anchor& anchor() const { return anchor_; }
  bool is_new() const { return is_new_; }  // nothing was known here before
  const SigningKey& key() const { return key_; }

  // A leader's: written when this returns, so that it survives the end of the process; on disk after sync().
  std::expected<void, base::Error> advance(std::span<const Step> steps);
  // A standby's: as advance(), unless the file is further already, since a leader on this machine shares it.
  std::expected<void, base::Error> follow(std::span<const Step> steps);
  // In place of whatever is there; on disk when this returns.
  std::expected<void, base::Error> replace(const Anchor& anchor);
  // What the journal lacks of the anchor as the file has it now; nothing also when either cannot be read.
  std::optional<std::string> missing_now(Store& store) const;
  // To the disk, if anything was written since; tries again to write what could not be.
  std::expected<void, base::Error> sync();

 private:
  AnchorKeeper(AnchorFiles files, SigningKey key) : files_(std::move(files)), key_(std::move(key)) {}
  std::expected<void, base::Error> write();
  void take(std::span<const Step> steps);

  AnchorFiles files_;
  SigningKey key_;
  Anchor anchor_;
  bool is_new_ = false;
  bool is_written_ = true;  // the anchor as it is here
  bool is_dirty_ = false;   // written, not synced
  int handle_ = -1;
};

}  // namespace cardroom::ledger
