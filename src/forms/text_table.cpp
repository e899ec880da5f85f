#include "forms/text_table.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "base/check.h"

namespace cardroom::forms {

size_t display_width(const std::string& text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

void TextTable::add(std::vector<std::string> cells) {
  CHECK(cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

size_t terminal_width(int file) {
  winsize size{};
  if (isatty(file) != 1 || ioctl(file, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

namespace {

bool plain_rules = false;

// The narrowest column that broken text is still pleasant to read in.
constexpr size_t broken_width_min = 24;

std::vector<std::string> broken_between_words(const std::string& text, size_t width) {
  std::vector<std::string> lines(1);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::string& line = lines.back();
    if (line.empty()) {
      line = word;
    } else if (display_width(line) + 1 + display_width(word) <= width) {
      line += " " + word;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

std::string repeated(const char* piece, size_t count) {
  std::string text;
  for (size_t index = 0; index < count; ++index) text += piece;
  return text;
}

}  // namespace

void set_plain_rules(bool plain) {
  plain_rules = plain;
}

std::string TextTable::to_text(int indent, size_t width) const {
  std::vector<size_t> widths;
  bool titled = false;
  for (size_t column = 0; column < columns_.size(); ++column) {
    size_t widest = display_width(columns_[column].title);
    titled = titled || widest > 0;
    for (const auto& row : rows_) widest = std::max(widest, display_width(row[column]));
    widths.push_back(widest);
  }
  size_t before_last = static_cast<size_t>(indent);
  for (size_t column = 0; column + 1 < widths.size(); ++column) before_last += widths[column] + 2;
  if (width >= before_last + broken_width_min) widths.back() = std::min(widths.back(), width - before_last);

  std::string text;
  const auto add_line = [&](const std::vector<std::string>& cells) {
    std::string line(static_cast<size_t>(indent), ' ');
    for (size_t column = 0; column < cells.size(); ++column) {
      const std::string& cell = cells[column];
      const size_t shown = display_width(cell);
      const std::string padding(widths[column] > shown ? widths[column] - shown : 0, ' ');
      if (column > 0) line += "  ";
      line += columns_[column].align == Align::left ? cell + padding : padding + cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  if (titled) {
    std::vector<std::string> titles;
    std::vector<std::string> rules;
    for (size_t column = 0; column < columns_.size(); ++column) {
      titles.push_back(columns_[column].title);
      rules.push_back(repeated(plain_rules ? "-" : "─", widths[column]));
    }
    add_line(titles);
    add_line(rules);
  }
  for (std::vector<std::string> row : rows_) {
    if (display_width(row.back()) <= widths.back()) {
      add_line(row);
      continue;
    }
    for (const std::string& piece : broken_between_words(row.back(), widths.back())) {
      row.back() = piece;
      add_line(row);
      row.assign(row.size(), "");
    }
  }
  return text;
}

}  // namespace cardroom::forms
