// The JSON of every command and game: exact figures in their form, and every field described in docs/reference/json.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <regex>
#include <set>

#include "base/rational.h"
#include "child.h"

namespace cardroom::testing {
namespace {

namespace json = boost::json;
using base::Integer;
using base::Rational;

const std::vector<std::string> games = {"three-card-poker", "three-card-poker-face-up", "four-card-poker",
                                        "crazy-4-poker", "caribbean-stud"};

// What a command prints, or what it writes into the file that is named OUT.
std::string answer(std::vector<std::string> arguments) {
  const auto out = std::ranges::find(arguments, "OUT");
  std::string path;
  if (out != arguments.end()) {
    path = (std::filesystem::temp_directory_path() / ("cardroom-json-" + std::to_string(getpid()) + ".json")).string();
    *out = path;
  }
  const Ended ended = run(arguments);
  EXPECT_EQ(ended.code, 0) << ended.err;
  if (path.empty()) return ended.out;
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  std::filesystem::remove(path);
  return text.str();
}

// "exact" is a fraction in lowest terms, and "decimal" says the same in twelve significant digits or more, to half a
// unit of its last.
void check_exact(const json::object& figure) {
  ASSERT_EQ(figure.size(), 2);
  const std::string exact(figure.at("exact").as_string());
  const std::string decimal(figure.at("decimal").as_string());
  std::smatch parts;
  ASSERT_TRUE(std::regex_match(exact, parts, std::regex("(-?(?:0|[1-9][0-9]*))(?:/([1-9][0-9]*))?"))) << exact;
  const Integer numerator(parts[1].str());
  const Integer denominator(parts[2].matched ? parts[2].str() : "1");
  EXPECT_EQ(boost::multiprecision::gcd(numerator, denominator), 1) << exact;
  EXPECT_TRUE(!parts[2].matched || denominator > 1) << exact;

  ASSERT_TRUE(std::regex_match(decimal, std::regex("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?"))) << decimal;
  const auto point = decimal.find('.');
  const size_t places = point == std::string::npos ? 0 : decimal.size() - point - 1;
  std::string digits = decimal;
  std::erase_if(digits, [](char c) { return c == '.' || c == '-'; });
  const size_t first = digits.find_first_not_of('0');
  if (numerator != 0) {
    EXPECT_GE(digits.size() - std::min(first, digits.size()), 12) << decimal;
  }
  const Rational scale(boost::multiprecision::pow(Integer(10), static_cast<unsigned>(places)));
  const Integer whole((decimal.front() == '-' ? "-" : "") + (first == std::string::npos ? "0" : digits.substr(first)));
  const Rational off = Rational(numerator, denominator) * scale - Rational(whole);
  EXPECT_LE(boost::multiprecision::abs(off), Rational(1, 2)) << exact << " " << decimal;
}

void walk(const json::value& value, std::set<std::string>& fields, int& exact_count) {
  if (const json::array* list = value.if_array()) {
    for (const json::value& item : *list) walk(item, fields, exact_count);
  }
  const json::object* object = value.if_object();
  if (!object) return;
  if (object->contains("exact")) {
    ++exact_count;
    check_exact(*object);
    return;
  }
  for (const auto& [key, item] : *object) {
    fields.insert(key);
    // Counts and cents are whole numbers; one too large for 64 bits is read as a double, but has no point.
    const bool counted = key == "deals" || key.ends_with("_cents") || key == "rounds" || key == "other_bettors";
    if (counted) {
      EXPECT_TRUE(item.is_number()) << key;
    }
    if (key == "house") continue;  // its keys are the options of the game
    walk(item, fields, exact_count);
  }
}

// The fields that a section of docs/reference/json.md describes: the names at the beginning of its list items, before
// the colon. An item may go over several lines.
std::set<std::string> described(const std::string& section) {
  std::ifstream file(CARDROOM_SOURCE_DIR "/docs/reference/json.md");
  std::set<std::string> fields;
  bool inside = false;
  bool in_names = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) inside = line == "## " + section;
    if (!inside) continue;
    if (line.starts_with("- `")) in_names = true;
    if (line.empty()) in_names = false;
    if (!in_names) continue;
    static const std::regex name("`([a-z_0-9]+)`(,|:|$)");
    for (auto at = std::sregex_iterator(line.begin(), line.end(), name); at != std::sregex_iterator(); ++at) {
      if (!in_names) break;
      fields.insert((*at)[1].str());
      in_names = (*at)[2].str() != ":";
    }
  }
  return fields;
}

struct Section {
  std::string name;
  std::vector<std::vector<std::string>> commands;
  int exact_least;  // a walk that finds no figures proves nothing
};

std::vector<Section> sections() {
  Section analyze{"analyze", {}, 2000};
  Section strategy{"strategy", {}, 15};
  Section session{"session", {}, 5};
  for (const std::string& game : games) {
    const std::string link = game == "three-card-poker-face-up" ? "LINK-01" : "ML03";
    const std::string meters = link == "ML03" ? "50000,4000,300.25" : "70000";
    analyze.commands.push_back({"analyze", game, "--json"});
    analyze.commands.push_back({"analyze", game, "--wager", "progressive", "--paytable", link, "--meter", meters,
                                "--players", "4", "--bet", "progressive=5", "--json"});
    analyze.commands.push_back({"analyze", game, "--strategy", "basic", "--wager", "ante", "--json"});
    strategy.commands.push_back({"strategy", game, "--json"});
    session.commands.push_back({"session", game, "--bankroll", "40", "--json"});
  }
  // Those without a progressive.
  for (const std::string game : {"let-it-ride", "mississippi-stud", "high-card-flush"}) {
    analyze.commands.push_back({"analyze", game, "--json"});
    analyze.commands.push_back({"analyze", game, "--strategy", "basic", "--json"});
    strategy.commands.push_back({"strategy", game, "--json"});
    session.commands.push_back({"session", game, "--bankroll", "40", "--json"});
  }
  // A walk over all boards takes seconds: once.
  strategy.commands.push_back({"strategy", "ultimate-texas-holdem", "--json"});
  analyze.commands.push_back({"analyze", "three-card-poker", "--together", "all", "--json"});
  analyze.commands.push_back({"analyze", "three-card-poker", "--wager", "pair-plus", "--paytable",
                              CARDROOM_SOURCE_DIR "/tests/transcripts/one-of-our-own.toml", "--json"});
  analyze.commands.push_back({"analyze", "crazy-4-poker", "--together", "ante,queens-up", "--bet", "ante=7", "--json"});
  return {analyze,
          strategy,
          session,
          {"par",
           {{"par", "crazy-4-poker", "C4P-09", "--out", "OUT"},
            {"par", "three-card-poker", "ML01", "--out", "OUT"},
            {"par", "mississippi-stud", "MS-01", "--out", "OUT"},
            {"par", "ultimate-texas-holdem", "UTH-T1", "--out", "OUT"},
            {"par", "high-card-flush", "HCF-F1", "--out", "OUT"}},
           150},
          {"exposed",
           {{"exposed", "three-card-poker", "--players", "2", "--json"},
            {"exposed", "three-card-poker", "--players", "5", "--error", "1", "--json"},
            {"exposed", "three-card-poker", "--own", "Js 8d 5c", "--seen", "As Ad Kh", "--json"},
            {"exposed", "fortune-pai-gow", "--players", "6", "--error", "1", "--json"},
            {"exposed", "fortune-pai-gow", "--own", "Ks Kd 6s 6d Ac 9h 7s", "--seen", "As Ad Kh", "--json"}},
           12},
          {"link", {{"link", "ML01", "--json"}, {"link", "PROG-4C-2", "--json"}}, 30},
          {"meter",
           {{"meter", "--json"},
            {"meter", "ML03", "--meter", "42000,3100,400", "--wagers-per-hour", "300", "--json"},
            {"meter", "PROG-4C-1", "--limit", "20000", "--reserve", "0", "--json"},
            {"meter", "PROG-4C-2", "--deduct-all", "--contribution", "70", "--json"}},
           60},
          {"verify", {{"verify", "--json"}}, 80}};
}

class Json : public ::testing::TestWithParam<Section> {};

TEST_P(Json, HasExactFiguresAndTheFieldsThatAreDescribed) {
  std::set<std::string> fields;
  int exact_count = 0;
  for (const auto& command : GetParam().commands) {
    SCOPED_TRACE(std::accumulate(command.begin(), command.end(), std::string("cardroom"),
                                 [](const std::string& a, const std::string& b) { return a + " " + b; }));
    const std::string text = answer(command);
    std::error_code error;
    const json::value value = json::parse(text, error);
    ASSERT_FALSE(error) << text.substr(0, 200);
    walk(value, fields, exact_count);
  }
  EXPECT_GE(exact_count, GetParam().exact_least);
  std::set<std::string> described_fields = described(GetParam().name);
  // A PAR sheet has further fields of `analyze`, which its section refers to instead of repeating them.
  if (GetParam().name == "par")
    std::ranges::set_intersection(described("analyze"), fields,
                                  std::inserter(described_fields, described_fields.end()));
  EXPECT_EQ(fields, described_fields);
}

INSTANTIATE_TEST_SUITE_P(Sections, Json, ::testing::ValuesIn(sections()),
                         [](const auto& parameter) { return parameter.param.name; });

}  // namespace
}  // namespace cardroom::testing
