#include "floor/state_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "ledger/codec.h"

namespace cardroom::floor {

namespace {

constexpr size_t file_bytes_max = size_t{4} << 20;  // thousands of devices

std::unexpected<base::Error> failed(const char* what, const std::string& file, std::string cause) {
  return std::unexpected(base::Error{std::string(what) + " " + file, std::move(cause)});
}

}  // namespace

std::expected<Kept, base::Error> read_kept(const std::string& file) {
  const int handle = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0 && errno == ENOENT) return Kept{};
  if (handle < 0) return failed("open", file, std::strerror(errno));
  struct stat status{};
  std::string text;
  bool known = fstat(handle, &status) == 0;
  char buffer[65536];
  ssize_t count = 0;
  while (known && text.size() <= file_bytes_max && (count = read(handle, buffer, sizeof buffer)) > 0)
    text.append(buffer, static_cast<size_t>(count));
  const int error = errno;
  close(handle);
  if (!known || count < 0) return failed("read", file, std::strerror(error));
  if ((status.st_mode & 077) != 0) return failed("use", file, "other users can read or write it; run chmod 600 on it");
  auto kept = ledger::from_json_text<Kept>(text, file_bytes_max);
  if (!kept) return failed("use", file, kept.error().to_text());
  return std::move(*kept);
}

std::expected<void, base::Error> write_kept(const std::string& file, const Kept& kept) {
  const std::string draft = file + ".new";
  const std::string text = ledger::to_full_json(kept) + "\n";
  unlink(draft.c_str());
  const int handle = open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (handle < 0) return failed("write", draft, std::strerror(errno));
  const bool written =
      write(handle, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && fsync(handle) == 0;
  const int error = errno;
  close(handle);
  if (!written) return failed("write", draft, std::strerror(error));
  if (std::rename(draft.c_str(), file.c_str()) != 0) return failed("write", file, std::strerror(errno));
  return {};
}

}  // namespace cardroom::floor
