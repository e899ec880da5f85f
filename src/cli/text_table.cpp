#include "cli/text_table.h"

#include <algorithm>

#include "base/check.h"

namespace cardroom::cli {

size_t display_width(const std::string& text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

void TextTable::add(std::vector<std::string> cells) {
  CHECK(cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::to_text(int indent) const {
  std::vector<size_t> widths;
  bool titled = false;
  for (size_t column = 0; column < columns_.size(); ++column) {
    size_t width = display_width(columns_[column].title);
    titled = titled || width > 0;
    for (const auto& row : rows_) width = std::max(width, display_width(row[column]));
    widths.push_back(width);
  }
  std::string text;
  const auto add_line = [&](const auto& cell_of) {
    std::string line(static_cast<size_t>(indent), ' ');
    for (size_t column = 0; column < columns_.size(); ++column) {
      const std::string& cell = cell_of(column);
      const std::string padding(widths[column] - display_width(cell), ' ');
      if (column > 0) line += "  ";
      line += columns_[column].align == Align::left ? cell + padding : padding + cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  if (titled) {
    add_line([&](size_t column) -> const std::string& { return columns_[column].title; });
    std::vector<std::string> rules;
    for (size_t width : widths) {
      std::string rule;
      for (size_t i = 0; i < width; ++i) rule += "─";
      rules.push_back(rule);
    }
    add_line([&](size_t column) -> const std::string& { return rules[column]; });
  }
  for (const auto& row : rows_) add_line([&](size_t column) -> const std::string& { return row[column]; });
  return text;
}

}  // namespace cardroom::cli
