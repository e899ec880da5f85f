#include "ledger/codec.h"

#include <fmt/format.h>

namespace cardroom::ledger::codec {

std::string Path::to_text() const {
  std::string before = parent == nullptr ? "" : parent->to_text();
  if (parent == nullptr) return before;
  if (name.empty()) return before + fmt::format("[{}]", index);
  return before.empty() ? std::string(name) : before + "." + std::string(name);
}

void fail(const Path& path, std::string text) {
  throw DecodeError{path.to_text(), std::move(text)};
}

void fail_name(const Path& path, const std::vector<std::string_view>& known) {
  std::string names;
  for (size_t i = 0; i < known.size(); ++i)
    names += fmt::format("{}{}", i == 0 ? "" : i + 1 == known.size() ? " or " : ", ", known[i]);
  fail(path, "must be " + names);
}

void write_string(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  out += '"';
}

void write_decimal(std::string& out, int64_t value, int places) {
  // At least two places, and no zeros after that.
  char digits[24];
  char* end = digits + sizeof digits;
  char* begin = end;
  uint64_t left = value < 0 ? -static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  int written = 0;
  bool zeros = true;
  while (left > 0 || written <= places) {
    if (written == places) *--begin = '.';
    const char digit = static_cast<char>('0' + left % 10);
    left /= 10;
    ++written;
    const bool is_trailing_zero = zeros && digit == '0' && places - written >= 2;
    if (!is_trailing_zero) {
      zeros = false;
      *--begin = digit;
    }
  }
  out += '"';
  if (value < 0) out += '-';
  out.append(begin, end);
  out += '"';
}

int64_t read_decimal(std::string_view text, int places, int64_t max, const Path& path) {
  const auto malformed = [&] {
    fail(path, fmt::format("must be an amount such as \"12.50\", with at most {} decimal places", places));
  };
  std::string_view rest = text;
  const bool negative = rest.starts_with('-');
  if (negative) rest.remove_prefix(1);
  int64_t value = 0;
  int after = -1;  // digits after the point so far
  size_t before = 0;
  for (const char c : rest) {
    if (c == '.' && after < 0 && before > 0) {
      after = 0;
      continue;
    }
    if (c < '0' || c > '9' || after == places) malformed();
    if (after >= 0)
      ++after;
    else
      ++before;
    if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, c - '0', &value))
      fail(path, "is too large");
  }
  if (before == 0 || after == 0) malformed();
  for (int i = std::max(after, 0); i < places; ++i)
    if (__builtin_mul_overflow(value, 10, &value)) fail(path, "is too large");
  if (value > max) fail(path, "is too large");
  return negative ? -value : value;
}

std::string_view read_string(const boost::json::value& from, const Path& path) {
  if (!from.is_string()) fail(path, "must be text");
  return from.get_string();
}

int64_t read_int64(const boost::json::value& from, const Path& path) {
  if (!from.is_int64()) fail(path, "must be a whole number");
  return from.get_int64();
}

uint64_t read_uint64(const boost::json::value& from, const Path& path) {
  if (from.is_uint64()) return from.get_uint64();
  if (!from.is_int64() || from.get_int64() < 0) fail(path, "must be a whole number, 0 or greater");
  return static_cast<uint64_t>(from.get_int64());
}

const boost::json::object& read_object(const boost::json::value& from, const Path& path) {
  if (!from.is_object()) fail(path, "must be an object");
  return from.get_object();
}

const boost::json::array& read_array(const boost::json::value& from, const Path& path) {
  if (!from.is_array()) fail(path, "must be a list");
  return from.get_array();
}

}  // namespace cardroom::ledger::codec
