#include "ledger/proof_note.h"

#include <fmt/format.h>
#include <sodium.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "ledger/codec.h"

namespace cardroom::ledger {

namespace {

constexpr size_t proof_note_bytes_max = 4096;

std::unexpected<base::Error> proof_note_error(const char* what, const std::string& file, std::string cause) {
  return std::unexpected(base::Error{fmt::format("{} the record of proofs {}", what, file), std::move(cause)});
}

}  // namespace

std::string proof_file(const std::string& key_file) {
  constexpr std::string_view ending = ".key";
  return (key_file.ends_with(ending) ? key_file.substr(0, key_file.size() - ending.size()) : key_file) + ".proof";
}

std::expected<void, base::Error> write_proof_note(const std::string& file, const ProofNote& note,
                                                  const SigningKey& key) {
  const std::string line = to_full_json(note);
  const Signature signature = key.sign(line);
  std::array<char, 2 * std::tuple_size_v<Signature> + 1> hex{};
  sodium_bin2hex(hex.data(), hex.size(), signature.data(), signature.size());
  const std::string draft = fmt::format("{}.new-{}", file, getpid());
  std::ofstream out(draft, std::ios::binary | std::ios::trunc);
  out << line << '\n' << hex.data() << '\n';
  out.close();
  // Not synced: after a crash an older note, or none, costs another proof.
  if (out && ::rename(draft.c_str(), file.c_str()) == 0) return {};
  const int error = errno;
  ::unlink(draft.c_str());
  return proof_note_error("write", file, std::strerror(error));
}

std::expected<std::optional<ProofNote>, base::Error> read_proof_note(const std::string& file, const PublicKey& key) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const size_t end = text.find('\n');
  Signature signature{};
  size_t length = 0;
  const bool is_whole = in && text.size() < proof_note_bytes_max && end != std::string::npos &&
                        text.size() == end + 2 + 2 * signature.size() && text.back() == '\n' &&
                        sodium_hex2bin(signature.data(), signature.size(), text.data() + end + 1, 2 * signature.size(),
                                       nullptr, &length, nullptr) == 0 &&
                        length == signature.size();
  if (!is_whole) return proof_note_error("use", file, "it is damaged");
  const std::string line = text.substr(0, end);
  if (!is_signed(line, signature, key))
    return proof_note_error("use", file, "its signature is not that of the game manager's key");
  auto note = from_json_text<ProofNote>(line, proof_note_bytes_max);
  if (!note || note->about != ProofNote().about)
    return proof_note_error("use", file, note ? "it was written by another program" : note.error().to_text());
  return std::move(*note);
}

}  // namespace cardroom::ledger
