// Figures printed in documents, recomputed and compared: each with the quantities that it may mean, and a
// verdict.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "games/library.h"
#include "games/paytable_file.h"
#include "odds/analysis.h"

namespace cardroom::odds {

enum class Verdict : uint8_t {
  agrees,                  // the exact value, rounded as printed, is what is printed
  agrees_with_definition,  // it is under a definition that is not the obvious one
  padded,                  // printed with more digits than were rounded: 2.30 for a value that rounds to 2.3
  differs,                 // the definition is clear, and the exact value rounds to something else
  no_definition,           // none of the quantities that it may mean gives it
  impossible,              // no definition can give it
  exceeds_estimate,        // an estimate or a human method; perfect play gives more
  within_error,            // a sampled value that cannot be distinguished from it
};
std::string_view verdict_name(Verdict verdict);

// One quantity that a printed figure may mean.
struct Definition {
  std::string words;
  std::string wager;  // its id
  // house_edge, element_of_risk (ties to the smaller wager), element_of_risk_ties_bet, hit_frequency, paying_hands,
  // hand_or_better, return_of_hands (of a wager that is always played to the end)
  std::string quantity;
  std::string strategy;  // optimal, basic, or rules as in rule_file.h
  std::string hand;      // hand_or_better: which
};

struct PublishedFigure {
  std::string id;
  std::string document;
  std::string game;
  std::string paytable;
  std::string what;
  std::string printed;                  // in percent, as printed: "2.30"
  std::vector<Definition> definitions;  // the obvious one first
  bool definition_clear = true;         // where none agrees: differs, else no_definition
  std::string beside_edge;              // a house edge printed beside this hit frequency
  std::string beside_hit;               // a hit frequency printed beside this house edge
  std::string remark;
  Verdict expected{};
};

struct Judged {
  const PublishedFigure* figure = nullptr;
  Verdict verdict{};
  Rational computed = 0;                    // of the definition that agrees, else of the first
  const Definition* by = nullptr;           // which that is
  std::vector<Rational> alternatives = {};  // of every definition, in their order
};

// The figures that ship with Cardroom; a fault in them is a bug of ours.
const std::vector<PublishedFigure>& shipped_figures();
std::expected<std::vector<PublishedFigure>, std::vector<games::FileRemark>> parse_figures(std::string_view text,
                                                                                          std::string_view file);

// Judges figures with the paytables of a library. Games are counted once.
std::expected<std::vector<Judged>, std::string> judge(const std::vector<PublishedFigure>& figures,
                                                      const games::Library& library, Progress* progress = nullptr);

// Judges one on the counts of an analyst of its game. The result refers to the figure.
std::expected<Judged, std::string> judge_figure(const PublishedFigure& figure, const games::Library& library,
                                                Analyst& analyst);

// Whether `value` (a share of one) rounds to `printed` (in percent), and the verdict by that alone.
bool rounds_to(const Rational& value, std::string_view printed);
bool is_padded(const Rational& value, std::string_view printed);

}  // namespace cardroom::odds
