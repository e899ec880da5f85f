// Described values to canonical JSON and back. Canonical: members in the order of their declaration, those that hold
// their default left out except names of a closed list, no spaces; so the same value has the same bytes, and an older
// journal, which lacks members that came later, still opens. Reading refuses what it does not know and a member that is
// there twice, and says where.
//
// Messages to people and devices are written whole instead: every member, defaults too (to_full_json).
//
//   money            text in the currency unit: "1250.00", "0.00000125"
//   names, enums     text
//   variant          an object with one member, named for the alternative
#pragma once

#include <boost/describe.hpp>
#include <boost/json/value.hpp>
#include <boost/mp11.hpp>
#include <charconv>
#include <concepts>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/money.h"
#include "progressive/command.h"
#include "progressive/event.h"
#include "progressive/refusal.h"
#include "progressive/state.h"

namespace cardroom::ledger {

struct DecodeError {
  std::string field;  // "start_round.wagers[2].link"; empty: the whole
  std::string text;

  std::string to_text() const { return field.empty() ? text : field + ": " + text; }
};

namespace codec {

// Where the reader is, from the inside out.
struct Path {
  const Path* parent = nullptr;
  std::string_view name;
  size_t index = 0;

  std::string to_text() const;
};

[[noreturn]] void fail(const Path& path, std::string text);  // throws DecodeError
// Not one of a closed list: says which are.
[[noreturn]] void fail_name(const Path& path, const std::vector<std::string_view>& known);

void write_string(std::string& out, std::string_view text);
void write_decimal(std::string& out, int64_t value, int places);
int64_t read_decimal(std::string_view text, int places, int64_t max, const Path& path);
std::string_view read_string(const boost::json::value& from, const Path& path);
int64_t read_int64(const boost::json::value& from, const Path& path);
uint64_t read_uint64(const boost::json::value& from, const Path& path);
const boost::json::object& read_object(const boost::json::value& from, const Path& path);
const boost::json::array& read_array(const boost::json::value& from, const Path& path);
boost::json::value parse(std::string_view text);  // throws DecodeError; also when a member appears twice

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;
template <class T>
inline constexpr bool is_map = false;
template <class K, class V>
inline constexpr bool is_map<std::map<K, V>> = true;
template <class T>
inline constexpr bool is_id = false;
template <class Tag>
inline constexpr bool is_id<progressive::Id<Tag>> = true;
template <class T>
concept Money = std::same_as<T, base::Cents> || std::same_as<T, base::MeterUnits>;
template <class T>
inline constexpr int money_places = std::same_as<T, base::Cents> ? 2 : 8;

template <class T>
using Members = boost::describe::describe_members<T, boost::describe::mod_public>;

enum class Form : uint8_t { canonical, full };

template <Form F = Form::canonical, class T>
void write(std::string& out, const T& value);
template <class T>
void read(T& to, const boost::json::value& from, const Path& path);

template <class K>
std::string key_text(const K& key) {
  if constexpr (is_id<K>)
    return key.text;
  else if constexpr (std::is_enum_v<K>)
    return boost::describe::enum_to_string(key, "");
  else
    return std::to_string(key);
}

template <class K>
K key_of(std::string_view text, const Path& path) {
  K key{};
  if constexpr (is_id<K>) {
    key.text = text;
  } else if constexpr (std::is_enum_v<K>) {
    if (boost::describe::enum_from_string(std::string(text).c_str(), key)) return key;
    std::vector<std::string_view> known;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<K>>([&](auto one) { known.push_back(one.name); });
    fail_name(path, known);
  } else {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), key);
    if (error != std::errc() || end != text.data() + text.size()) fail(path, "is not a number");
  }
  return key;
}

template <Form F, class T>
void write_struct(std::string& out, const T& value) {
  out += '{';
  bool first = true;
  boost::mp11::mp_for_each<Members<T>>([&](auto member) {
    const auto& field = value.*member.pointer;
    using Field = std::remove_cvref_t<decltype(field)>;
    if constexpr (F == Form::canonical && !std::is_enum_v<Field> && !std::same_as<Field, progressive::CommandBody>) {
      static const T plain{};
      if (field == plain.*member.pointer) return;
    }
    if (!first) out += ',';
    first = false;
    out += '"';
    out += member.name;
    out += "\":";
    write<F>(out, field);
  });
  out += '}';
}

template <class T>
void read_struct(T& to, const boost::json::value& from, const Path& path) {
  const boost::json::object& object = read_object(from, path);
  size_t known = 0;
  boost::mp11::mp_for_each<Members<T>>([&](auto member) {
    const auto found = object.find(member.name);
    if (found == object.end()) return;
    ++known;
    read(to.*member.pointer, found->value(), {&path, member.name});
  });
  for (const auto& entry : object) {
    if (known == object.size()) break;
    bool expected = false;
    boost::mp11::mp_for_each<Members<T>>([&](auto member) { expected |= entry.key() == member.name; });
    if (!expected) fail({&path, entry.key()}, "is not a known field");
  }
  // A command has no default: one that is left out was forgotten.
  boost::mp11::mp_for_each<Members<T>>([&](auto member) {
    using Field = std::remove_cvref_t<decltype(to.*member.pointer)>;
    if constexpr (std::same_as<Field, progressive::CommandBody>)
      if (!object.contains(member.name))
        fail({&path, member.name}, "is missing; it must be an object such as {\"start_round\": {…}}");
  });
}

template <Form F, class T>
void write(std::string& out, const T& value) {
  if constexpr (std::same_as<T, bool>) {
    out += value ? "true" : "false";
  } else if constexpr (std::integral<T>) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    out.append(digits, end);
  } else if constexpr (std::same_as<T, std::string>) {
    write_string(out, value);
  } else if constexpr (is_id<T>) {
    write_string(out, value.text);
  } else if constexpr (Money<T>) {
    write_decimal(out, value.value(), money_places<T>);
  } else if constexpr (std::same_as<T, progressive::RefusalCode>) {
    write_string(out, progressive::code_name(value));
  } else if constexpr (std::is_enum_v<T>) {
    write_string(out, boost::describe::enum_to_string(value, ""));
  } else if constexpr (is_optional<T>) {
    if (value)
      write<F>(out, *value);
    else
      out += "null";
  } else if constexpr (is_vector<T>) {
    out += '[';
    for (size_t i = 0; i < value.size(); ++i) {
      if (i > 0) out += ',';
      write<F>(out, value[i]);
    }
    out += ']';
  } else if constexpr (is_map<T>) {
    out += '{';
    bool first = true;
    for (const auto& [key, entry] : value) {
      if (!first) out += ',';
      first = false;
      write_string(out, key_text(key));
      out += ':';
      write<F>(out, entry);
    }
    out += '}';
  } else if constexpr (std::same_as<T, progressive::CommandBody>) {
    out += "{\"";
    out += progressive::command_name(value);
    out += "\":";
    std::visit([&](const auto& body) { write<F>(out, body); }, value);
    out += '}';
  } else {
    write_struct<F>(out, value);
  }
}

template <size_t I = 0>
void read_body(progressive::CommandBody& to, const boost::json::value& from, std::string_view name, const Path& path) {
  if constexpr (I == std::variant_size_v<progressive::CommandBody>) {
    fail({&path, name}, "is not a known command");
  } else if (progressive::command_names[I] == name) {
    read(to.emplace<I>(), from, {&path, name});
  } else {
    read_body<I + 1>(to, from, name, path);
  }
}

template <class T>
void read(T& to, const boost::json::value& from, const Path& path) {
  if constexpr (std::same_as<T, bool>) {
    if (!from.is_bool()) fail(path, "must be true or false");
    to = from.get_bool();
  } else if constexpr (std::same_as<T, uint64_t>) {
    to = read_uint64(from, path);
  } else if constexpr (std::integral<T>) {
    const int64_t value = read_int64(from, path);
    if (value < std::numeric_limits<T>::min() || value > std::numeric_limits<T>::max()) fail(path, "is out of range");
    to = static_cast<T>(value);
  } else if constexpr (std::same_as<T, std::string>) {
    to = read_string(from, path);
  } else if constexpr (is_id<T>) {
    to.text = read_string(from, path);
  } else if constexpr (Money<T>) {
    to = T(read_decimal(read_string(from, path), money_places<T>, T::max_value, path));
  } else if constexpr (std::same_as<T, progressive::RefusalCode>) {
    const auto code = progressive::code_named(read_string(from, path));
    if (!code) fail(path, "is not a known refusal code");
    to = *code;
  } else if constexpr (std::is_enum_v<T>) {
    to = key_of<T>(read_string(from, path), path);
  } else if constexpr (is_optional<T>) {
    if (from.is_null())
      to.reset();
    else
      read(to.emplace(), from, path);
  } else if constexpr (is_vector<T>) {
    const boost::json::array& array = read_array(from, path);
    to.resize(array.size());
    for (size_t i = 0; i < array.size(); ++i) read(to[i], array[i], {&path, {}, i});
  } else if constexpr (is_map<T>) {
    for (const auto& entry : read_object(from, path)) {
      const Path inner{&path, entry.key()};
      read(to[key_of<typename T::key_type>(entry.key(), inner)], entry.value(), inner);
    }
  } else if constexpr (std::same_as<T, progressive::CommandBody>) {
    const boost::json::object& object = read_object(from, path);
    if (object.size() != 1) fail(path, "must hold exactly one command, such as {\"start_round\": {…}}");
    read_body(to, object.begin()->value(), object.begin()->key(), path);
  } else {
    read_struct(to, from, path);
  }
}

// The large ones of the domain are compiled once, in codec_domain.cpp.
#define CARDROOM_CODEC_OF(extern_, T)                                      \
  extern_ template void write<Form::canonical, T>(std::string&, const T&); \
  extern_ template void write<Form::full, T>(std::string&, const T&);      \
  extern_ template void read<T>(T&, const boost::json::value&, const Path&);
#define CARDROOM_CODEC_OF_DOMAIN(extern_)              \
  CARDROOM_CODEC_OF(extern_, progressive::CommandBody) \
  CARDROOM_CODEC_OF(extern_, progressive::LinkRules)   \
  CARDROOM_CODEC_OF(extern_, progressive::Outcome)     \
  CARDROOM_CODEC_OF(extern_, progressive::Event)       \
  CARDROOM_CODEC_OF(extern_, progressive::State)
CARDROOM_CODEC_OF_DOMAIN(extern)

}  // namespace codec

template <class T>
std::string to_json(const T& value) {
  std::string out;
  codec::write(out, value);
  return out;
}

template <class T>
std::string to_full_json(const T& value) {
  std::string out;
  codec::write<codec::Form::full>(out, value);
  return out;
}

template <class T>
std::expected<T, DecodeError> from_json(const boost::json::value& value) {
  try {
    T result{};
    codec::read(result, value, {});
    return result;
  } catch (DecodeError& error) {
    return std::unexpected(std::move(error));
  }
}

// Text of at most `length_max` bytes: a longer one is refused before it is read.
template <class T>
std::expected<T, DecodeError> from_json_text(std::string_view text, size_t length_max) {
  if (text.size() > length_max) return std::unexpected(DecodeError{"", "the text is too long"});
  try {
    return from_json<T>(codec::parse(text));
  } catch (DecodeError& error) {
    return std::unexpected(std::move(error));
  }
}

}  // namespace cardroom::ledger
