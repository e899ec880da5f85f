// What the lab is asked: JSON bodies and query strings, read strictly. A field that nobody reads is refused, so that a
// typing error never passes for an answer.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <expected>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cardroom::lab {

// Why a question is not answered.
struct Fault {
  std::string code;   // the rule's name: "unknown_field", "paytable_refused"
  std::string field;  // "edits[2]"; empty where it is the question as a whole
  std::string text;   // a sentence
  unsigned status = 400;
};

// A body is some hundred bytes, with every pay of a game edited a few thousand.
inline constexpr size_t question_bytes_max = 16'384;

// The fields of a body, or those of a query as the same object; a list stands there in one text, ';' between its items.
std::expected<boost::json::object, Fault> parse_body(std::string_view body);
std::expected<boost::json::object, Fault> parse_query(std::string_view query);

// Reads fields one by one; the first fault is kept and returned by finish(); values read after it are unspecified.
class Fields {
 public:
  explicit Fields(const boost::json::object& object) : object_(&object) {}

  bool has(std::string_view name) const { return object_->contains(name); }
  // A text of 1 to `most` printable ASCII characters; `otherwise` where it is not there.
  static constexpr size_t text_max = 60;
  std::string text(std::string_view name, std::string otherwise, size_t most = text_max);
  std::string required_text(std::string_view name);
  std::string one_of(std::string_view name, const std::vector<std::string_view>& allowed, std::string_view otherwise);
  // A whole number, in a query in digits; `otherwise` where it is not there.
  int64_t number(std::string_view name, int64_t otherwise, int64_t least, int64_t most);
  // Lists; empty where they are not there.
  std::vector<std::string> texts(std::string_view name, size_t count_max);
  std::vector<int64_t> numbers(std::string_view name, size_t count_max, int64_t least, int64_t most);

  void refuse(std::string code, std::string field, std::string text);
  // The first fault, an unknown field among them.
  std::optional<Fault> finish();

 private:
  const boost::json::value* read(std::string_view name);
  std::optional<std::string> checked_text(const boost::json::value& value, const std::string& field,
                                          size_t most = text_max);
  std::optional<int64_t> checked_number(const boost::json::value& value, const std::string& field, int64_t least,
                                        int64_t most);

  const boost::json::object* object_;
  std::set<std::string, std::less<>> known_;
  std::optional<Fault> fault_;
};

// A game at a table, with its pays perhaps edited.
struct TableAsk {
  std::string game;
  std::vector<std::string> paytables;  // designators, one a group at most; the default of the others
  std::vector<std::string> edits;      // "pair-plus/flush=3 to 1" (edited_table.h)
  std::vector<std::string> house;      // "folded-bonus=loses"
};
TableAsk read_table(Fields& fields);

// One wager at a table.
struct WagerAsk {
  TableAsk table;
  std::string wager;  // empty: the base game
  int hands = 2;      // COVER ALL
  std::string strategy;
  // Of a progressive.
  int64_t bet_cents = 100;
  int players = 1;
  std::vector<int64_t> meters_cents;
};
WagerAsk read_wager(Fields& fields);

}  // namespace cardroom::lab
