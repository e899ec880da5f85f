// How far the journal has been proved, in a small file beside the anchor, signed with its key: a start then proves only
// what came later. Whoever has the key could skip proofs; nobody else can.
#pragma once

#include <boost/describe.hpp>
#include <expected>
#include <optional>
#include <string>

#include "ledger/entry.h"
#include "ledger/signing_key.h"

namespace cardroom::ledger {

struct ProofNote {
  std::string about = "cardroom proof 1";
  std::string ledger;       // which one: the hash of its first entry, hexadecimal
  uint64_t sequence = 0;    // every entry up to this one was proved
  std::string hash;         // of that entry
  int64_t complete_ms = 0;  // when the journal was last proved from its first entry; 0: not yet

  bool operator==(const ProofNote&) const = default;
};
BOOST_DESCRIBE_STRUCT(ProofNote, (), (about, ledger, sequence, hash, complete_ms))

// Beside a server's key: "floor.ledger.key" → "floor.ledger.proof".
std::string proof_file(const std::string& key_file);

// In place of the one before, whole.
std::expected<void, base::Error> write_proof_note(const std::string& file, const ProofNote& note,
                                                  const SigningKey& key);
// Nothing where there is no such file. One that is damaged or signed with another key is an error.
std::expected<std::optional<ProofNote>, base::Error> read_proof_note(const std::string& file, const PublicKey& key);

}  // namespace cardroom::ledger
