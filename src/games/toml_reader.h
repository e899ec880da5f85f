// For the readers of TOML files in this folder; the only header that brings in the TOML library.
#pragma once

#include <toml++/toml.h>

#include <expected>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "games/file_remark.h"

namespace cardroom::games {

std::expected<toml::table, std::vector<FileRemark>> parse_toml(std::string_view text, std::string_view file);

// Collects all that is wrong with a file, each with its line.
class TomlReader {
 public:
  explicit TomlReader(std::string_view file) : file_(file) {}

  void error(const toml::node& at, std::string text) { error_at(line_of(at), std::move(text)); }
  void error_at(int line, std::string text) { errors_.push_back({std::string(file_), line, std::move(text)}); }
  void warn(const toml::node& at, std::string text) {
    warnings_.push_back({std::string(file_), line_of(at), std::move(text)});
  }
  static int line_of(const toml::node& node) { return static_cast<int>(node.source().begin.line); }

  std::vector<FileRemark>& errors() { return errors_; }
  std::vector<FileRemark>& warnings() { return warnings_; }

  // Keys that nobody reads are typing errors: they are refused, not passed over.
  void allow_only(const toml::table& table, std::initializer_list<std::string_view> keys);
  std::string text(const toml::table& table, std::string_view key, bool required);
  std::vector<std::string> texts(const toml::table& table, std::string_view key);
  // Such a text reaches terminals and pages: no escape sequence may be in it.
  void need_printable(const toml::node& at, std::string_view what, std::string_view text);

 private:
  std::string_view file_;
  std::vector<FileRemark> errors_;
  std::vector<FileRemark> warnings_;
};

}  // namespace cardroom::games
