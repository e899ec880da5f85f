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
  // empty. Where `width` is not 0, the last column is broken between words so that no line is longer, if that leaves it
  // room.
  std::string to_text(int indent = 0, size_t width = 0) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Rules between title and rows as "---" instead of "───", for a terminal that does not read UTF-8.
void set_plain_rules(bool plain);

// How many columns of a terminal a text takes: its characters, not its bytes.
size_t display_width(const std::string& text);

// The width of the terminal behind a stream, standard output by default; 0 if it is not a terminal.
size_t terminal_width(int file = 1);

}  // namespace cardroom::forms
