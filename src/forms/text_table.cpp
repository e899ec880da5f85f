#include "forms/text_table.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>
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
size_t table_width = 0;

// The narrowest column that broken text is still pleasant to read in.
constexpr size_t broken_width_min = 24;

// Blanks at the start belong to every line: they show what a row is part of.
std::vector<std::string> broken_between_words(const std::string& text, size_t width) {
  if (display_width(text) <= width) return {text};
  const std::string blanks(std::min(text.find_first_not_of(' '), text.size()), ' ');
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.empty() && display_width(lines.back()) + 1 + display_width(word) <= width) {
      lines.back() += " " + word;
    } else {
      lines.push_back(blanks + word);
    }
  }
  return lines;
}

size_t longest_word(const std::string& text) {
  size_t longest = 0;
  for (const std::string& word : broken_between_words(text, 1)) longest = std::max(longest, display_width(word));
  return longest;
}

std::string repeated(const char* piece, size_t count) {
  std::string text;
  for (size_t index = 0; index < count; ++index) text += piece;
  return text;
}

}  // namespace

void set_table_width(size_t width) {
  table_width = width;
}

void set_plain_rules(bool plain) {
  plain_rules = plain;
}

std::string TextTable::to_text(int indent) const {
  return to_text(indent, table_width);
}

// Column by column.
std::vector<size_t> TextTable::widths(int indent, size_t width) const {
  std::vector<size_t> widths;
  std::vector<size_t> narrow;     // what is aligned on the right in one piece
  std::vector<size_t> narrowest;  // everything broken between words
  for (size_t column = 0; column < columns_.size(); ++column) {
    const auto& [title, align] = columns_[column];
    widths.push_back(display_width(title));
    narrowest.push_back(longest_word(title));
    size_t whole = 0;
    for (const auto& row : rows_) {
      whole = std::max(whole, display_width(row[column]));
      narrowest.back() = std::max(narrowest.back(), longest_word(row[column]));
    }
    widths.back() = std::max(widths.back(), whole);
    narrow.push_back(align == Align::left ? narrowest.back() : std::max(narrowest.back(), whole));
  }
  if (width == 0) return widths;
  const size_t between = static_cast<size_t>(indent) + 2 * (widths.size() - 1);
  const auto all = [&] { return std::accumulate(widths.begin(), widths.end(), between); };
  const size_t before_last = all() - widths.back();
  if (width >= before_last + broken_width_min) widths.back() = std::min(widths.back(), width - before_last);
  for (const std::vector<size_t>* least : {&narrow, &narrowest}) {
    while (all() > width) {
      size_t* widest = nullptr;
      for (size_t column = 0; column < widths.size(); ++column) {
        if (widths[column] > (*least)[column] && (!widest || widths[column] > *widest)) widest = &widths[column];
      }
      if (!widest) break;
      --*widest;
    }
  }
  return widths;
}

std::string TextTable::to_text(int indent, size_t width) const {
  const std::vector<size_t> widths = this->widths(indent, width);

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
  // As many lines as its longest cell has.
  const auto add_row = [&](const std::vector<std::string>& cells) {
    std::vector<std::vector<std::string>> broken;
    size_t lines = 1;
    for (size_t column = 0; column < cells.size(); ++column) {
      broken.push_back(broken_between_words(cells[column], widths[column]));
      lines = std::max(lines, broken.back().size());
    }
    for (size_t at = 0; at < lines; ++at) {
      std::vector<std::string> line;
      for (const auto& cell : broken) line.push_back(at < cell.size() ? cell[at] : "");
      add_line(line);
    }
  };
  if (std::ranges::any_of(columns_, [](const Column& column) { return !column.title.empty(); })) {
    std::vector<std::string> titles;
    std::vector<std::string> rules;
    for (size_t column = 0; column < columns_.size(); ++column) {
      titles.push_back(columns_[column].title);
      rules.push_back(repeated(plain_rules ? "-" : "─", widths[column]));
    }
    add_row(titles);
    add_line(rules);
  }
  for (const std::vector<std::string>& row : rows_) add_row(row);
  return text;
}

}  // namespace cardroom::forms
