// Tables that align, for people.
#pragma once

#include <string>
#include <vector>

namespace cardroom::forms {

enum class Align { left, right };

class TextTable {
 public:
  struct Column {
    std::string title;
    Align align = Align::left;
  };
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void add(std::vector<std::string> cells);  // as many as there are columns
  // Each row on a line, two blanks between columns, `indent` blanks before it; no title line where all titles are
  // empty. Where `width` is not 0, no line is longer: the last column is broken between words or, if that leaves it
  // little room, titles and left-aligned columns, the widest first; then the others ("1 in 22,100"). Words and numbers
  // are never broken or cut, so a width below theirs is exceeded.
  std::string to_text(int indent, size_t width) const;
  // For the width that set_table_width names, at first 0.
  std::string to_text(int indent = 0) const;

 private:
  std::vector<size_t> widths(int indent, size_t width) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// The width of tables for people: that of their terminal. 0 if nobody watches, so that a file has one line a row.
void set_table_width(size_t width);

// Rules between title and rows as "---" instead of "───", for a terminal that does not read UTF-8.
void set_plain_rules(bool plain);

// How many columns of a terminal a text takes: its characters, not its bytes.
size_t display_width(const std::string& text);

// The width of the terminal behind a stream, standard output by default; 0 if it is not a terminal.
size_t terminal_width(int file = 1);

}  // namespace cardroom::forms
