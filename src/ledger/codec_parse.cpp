// JSON text to a value. Boost.JSON's own parser keeps the last of two members of one name in silence: then the command
// that is decided is not the one that somebody else, who keeps the first, has seen.
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value_stack.hpp>
#include <set>

#include "ledger/codec.h"

namespace cardroom::ledger::codec {

namespace {

namespace json = boost::json;
using json::error_code;
using json::string_view;

// What both readers of events share.
struct Limits {
  static constexpr size_t max_object_size = json::object::max_size();
  static constexpr size_t max_array_size = json::array::max_size();
  static constexpr size_t max_key_size = json::string::max_size();
  static constexpr size_t max_string_size = json::string::max_size();

  static bool on_document_begin(error_code&) { return true; }
  static bool on_document_end(error_code&) { return true; }
  static bool on_number_part(string_view, error_code&) { return true; }
  static bool on_comment_part(string_view, error_code&) { return true; }
  static bool on_comment(string_view, error_code&) { return true; }
};

// Makes the value, and counts the members that were read.
struct Builder : Limits {
  json::value_stack stack;
  size_t member_count = 0;

  Builder() { stack.reset(); }
  bool on_object_begin(error_code&) { return true; }
  bool on_object_end(size_t count, error_code&) {
    member_count += count;
    stack.push_object(count);
    return true;
  }
  bool on_array_begin(error_code&) { return true; }
  bool on_array_end(size_t count, error_code&) {
    stack.push_array(count);
    return true;
  }
  bool on_key_part(string_view part, size_t, error_code&) {
    stack.push_chars(part);
    return true;
  }
  bool on_key(string_view part, size_t, error_code&) {
    stack.push_key(part);
    return true;
  }
  bool on_string_part(string_view part, size_t, error_code&) {
    stack.push_chars(part);
    return true;
  }
  bool on_string(string_view part, size_t, error_code&) {
    stack.push_string(part);
    return true;
  }
  bool on_int64(int64_t value, string_view, error_code&) {
    stack.push_int64(value);
    return true;
  }
  bool on_uint64(uint64_t value, string_view, error_code&) {
    stack.push_uint64(value);
    return true;
  }
  bool on_double(double value, string_view, error_code&) {
    stack.push_double(value);
    return true;
  }
  bool on_bool(bool value, error_code&) {
    stack.push_bool(value);
    return true;
  }
  bool on_null(error_code&) {
    stack.push_null();
    return true;
  }
};

// Finds the member that appears twice; runs only when there is one.
struct TwinFinder : Limits {
  struct Level {
    bool is_object = false;
    std::set<std::string> names;
    std::string name;  // the member that is being read
    size_t index = 0;
  };
  std::vector<Level> levels;
  std::string key;
  std::string twin;

  std::string place() const {
    std::string text;
    for (const Level& level : levels) {
      if (!level.is_object)
        text += "[" + std::to_string(level.index) + "]";
      else
        text += (text.empty() ? "" : ".") + level.name;
    }
    return text;
  }
  bool next() {
    if (!levels.empty() && !levels.back().is_object) ++levels.back().index;
    return true;
  }

  bool on_object_begin(error_code&) {
    levels.push_back({.is_object = true, .names = {}, .name = {}, .index = 0});
    return true;
  }
  bool on_object_end(size_t, error_code&) {
    levels.pop_back();
    return next();
  }
  bool on_array_begin(error_code&) {
    levels.push_back({});
    return true;
  }
  bool on_array_end(size_t, error_code&) {
    levels.pop_back();
    return next();
  }
  bool on_key_part(string_view part, size_t, error_code&) {
    key += std::string_view(part);
    return true;
  }
  bool on_key(string_view part, size_t, error_code&) {
    levels.back().name = std::move(key) + std::string(std::string_view(part));
    key.clear();
    if (!levels.back().names.insert(levels.back().name).second && twin.empty()) twin = place();
    return true;
  }
  bool on_string_part(string_view, size_t, error_code&) { return true; }
  bool on_string(string_view, size_t, error_code&) { return next(); }
  bool on_int64(int64_t, string_view, error_code&) { return next(); }
  bool on_uint64(uint64_t, string_view, error_code&) { return next(); }
  bool on_double(double, string_view, error_code&) { return next(); }
  bool on_bool(bool, error_code&) { return next(); }
  bool on_null(error_code&) { return next(); }
};

template <class Reader>
error_code read_all(json::basic_parser<Reader>& parser, std::string_view text) {
  error_code error;
  const size_t used = parser.write_some(false, text.data(), text.size(), error);
  if (!error && used < text.size()) error = json::error::extra_data;
  return error;
}

size_t members_of(const json::value& value) {
  size_t count = 0;
  if (const auto* object = value.if_object()) {
    count = object->size();
    for (const auto& member : *object) count += members_of(member.value());
  } else if (const auto* array = value.if_array()) {
    for (const json::value& item : *array) count += members_of(item);
  }
  return count;
}

}  // namespace

json::value parse(std::string_view text) {
  json::basic_parser<Builder> parser{json::parse_options{}};
  if (const error_code error = read_all(parser, text)) throw DecodeError{"", "is not JSON: " + error.message()};
  Builder& builder = parser.handler();
  json::value value = builder.stack.release();
  if (members_of(value) == builder.member_count) return value;
  json::basic_parser<TwinFinder> finder{json::parse_options{}};
  read_all(finder, text);
  throw DecodeError{finder.handler().twin, "appears twice"};
}

}  // namespace cardroom::ledger::codec
