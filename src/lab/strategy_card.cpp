#include "lab/strategy_card.h"

#include <fmt/format.h>

#include <algorithm>

#include "forms/svg_plot.h"
#include "forms/text_table.h"
#include "lab/figures_text.h"

namespace cardroom::lab {

using namespace forms;

namespace {

// As short as a card needs it: "10-10-9-5", "pair of nines".
std::string shortened(const std::string& hand) {
  if (hand.starts_with("a ")) return hand.substr(2);
  std::string text;
  const bool letters = hand.find('-') == 1;
  for (const char c : hand) text += letters && c == 'T' ? std::string("10") : std::string(1, c);
  return text;
}

bool is_small(const odds::SimpleStrategy& strategy) {
  return strategy.rules.size() == 1;
}

std::string base_paytable(const StrategyCard& card) {
  return card.table.paytables().front()->id;
}

std::string how_to_read(const StrategyCard& card) {
  return is_small(card.strategy) || card.strategy.rules.empty() ? ""
                                                                : "Bet with the hand shown or better; fold the rest.";
}

constexpr std::string_view card_style = R"(
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #e9eeeb; color: #17211c; font: 10.5pt/1.3 Inter, "Helvetica Neue", Arial, sans-serif; }
.card { width: 105mm; height: 148mm; padding: 7mm 8mm; background: #fff; border-radius: 3mm; box-shadow: 0 2mm 8mm #0002; display: flex; flex-direction: column; }
h1 { font-size: 17pt; line-height: 1.15; margin: 0; letter-spacing: -.01em; }
.sub { color: #5a6a62; font-size: 8.5pt; margin: 1mm 0 4mm; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-size: 8.5pt; font-weight: 600; color: #5a6a62; padding: 0 2mm 1.2mm 0; white-space: nowrap; border-bottom: .4mm solid #2f6f4f; }
td { padding: .7mm 2mm .7mm 0; white-space: nowrap; border-bottom: .15mm solid #dde4e0; vertical-align: baseline; }
td:first-child { font-weight: 600; white-space: nowrap; } tr:last-child td { border-bottom: 0; }
.small .card { height: 74mm; } .small table { font-size: 12pt; } .small td { padding: 1.5mm 3mm 1.5mm 0; } .small thead { display: none; } .small table { border-top: .4mm solid #2f6f4f; } .small tr:last-child td { color: #5a6a62; }
.prose td { white-space: normal; } .prose thead { display: none; } .prose table { border-top: .4mm solid #2f6f4f; font-size: 9.5pt; }
.note { font-size: 8.5pt; margin: 3mm 0 0; } .foot { margin-top: auto; padding-top: 2.5mm; border-top: .15mm solid #c9d2cd; font-size: 8pt; color: #5a6a62; }
.foot p { margin: .6mm 0; } .foot b { color: #17211c; font-weight: 600; }
@media print { body { background: none; display: block; min-height: 0; } .card { border-radius: 0; box-shadow: none; } }
)";

}  // namespace

// The game's basic strategy sentence by sentence, where there is no least hand for each bet.
CardTable basic_table(const games::Table& table) {
  CardTable card{.titles = {"", ""}, .rows = {}};
  std::string_view text = table.game().facts.basic_strategy;
  while (!text.empty()) {
    const auto end = std::min(text.find(". "), text.size());
    std::string sentence(text.substr(0, end));
    text.remove_prefix(std::min(end + 2, text.size()));
    if (sentence.ends_with('.')) sentence.pop_back();
    const auto colon = sentence.find(": ");
    const bool named = colon != std::string::npos;
    card.rows.push_back({named ? sentence.substr(0, colon) : "", {named ? sentence.substr(colon + 2) : sentence}});
  }
  return card;
}

// "2 3" where the rule is the same for both.
CardTable card_table(const games::Table& table, const odds::SimpleStrategy& strategy) {
  if (strategy.rules.empty()) return basic_table(table);
  std::vector<int> multiples = multiples_of(strategy);
  std::ranges::reverse(multiples);
  const std::string_view raise = raise_name(table.game());
  CardTable card;
  if (is_small(strategy)) {
    card.titles = {"", "with"};
    for (const int multiple : multiples) {
      card.rows.push_back({fmt::format("{} {}×", raise, multiple),
                           {least_hand(strategy, strategy.rules.front(), multiple) + " or better"}});
    }
    card.rows.push_back({"Fold", {"everything else"}});
    return card;
  }
  card.titles = {"Dealer shows"};
  for (const int multiple : multiples) card.titles.push_back(fmt::format("{} {}×", raise, multiple));
  for (const auto& rule : strategy.rules) {
    CardTable::Row row{rule.up_rank == cards::ten ? "10" : std::string(1, cards::rank_letter(rule.up_rank)), {}};
    for (const int multiple : multiples) row.hands.push_back(shortened(least_hand(strategy, rule, multiple)));
    if (!card.rows.empty() && card.rows.back().hands == row.hands) {
      card.rows.back().first.append(" ").append(row.first);
    } else {
      card.rows.push_back(std::move(row));
    }
  }
  return card;
}

std::string dealer_words(const games::Table& table) {
  const games::Facts& facts = table.game().facts;
  if (table.cards_of(games::Holder::dealer) == 0) return "There is no dealer hand to beat.";
  return facts.dealer_needs.empty() ? "The dealer always plays."
                                    : fmt::format("The dealer needs {} to qualify.", facts.dealer_needs);
}

std::vector<int> multiples_of(const odds::SimpleStrategy& strategy) {
  std::vector<int> multiples;
  for (const auto& rule : strategy.rules) {
    for (const auto& threshold : rule.thresholds) {
      const bool known = std::ranges::find(multiples, threshold.multiple) != multiples.end();
      if (threshold.multiple > 0 && !known) multiples.push_back(threshold.multiple);
    }
  }
  std::ranges::sort(multiples);
  return multiples;
}

std::string_view raise_name(const games::Game& game) {
  const auto found = std::ranges::find(game.facts.wagers, games::WagerKind::raise, &games::WagerFact::kind);
  return found == game.facts.wagers.end() ? "bet" : found->name;
}

std::string least_hand(const odds::SimpleStrategy& strategy, const odds::UpCardRule& rule, int multiple) {
  const auto found = std::ranges::find(rule.thresholds, multiple, &odds::Threshold::multiple);
  return found == rule.thresholds.end() ? "never" : odds::least_hand_words(strategy.ranking, found->lowest_rank);
}

std::string card_html(const StrategyCard& card) {
  const games::Facts& facts = card.table.game().facts;
  const std::string name = escaped(std::string(facts.name));
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>{0}: strategy card</title><style>{1}@page {{ size: 105mm {3}; margin: 0; "
      "}}\n</style></head>"
      "<body{4}><main class=\"card\"><h1>{0}</h1><p class=\"sub\">How to play, paytable {2}</p><table><thead><tr>",
      name, card_style, escaped(base_paytable(card)), is_small(card.strategy) ? "74mm" : "148mm",
      is_small(card.strategy)       ? " class=\"small\""
      : card.strategy.rules.empty() ? " class=\"prose\""
                                    : "");
  const CardTable lines = card_table(card.table, card.strategy);
  for (const std::string& title : lines.titles) html += fmt::format("<th>{}</th>", escaped(title));
  html += "</tr></thead><tbody>";
  for (const CardTable::Row& row : lines.rows) {
    html += fmt::format("<tr><td>{}</td>", escaped(row.first));
    for (const std::string& hand : row.hands) html += fmt::format("<td>{}</td>", escaped(hand));
    html += "</tr>";
  }
  html += "</tbody></table>";
  if (const std::string how = how_to_read(card); !how.empty()) html += fmt::format("<p class=\"note\">{}</p>", how);
  html += fmt::format(
      "<div class=\"foot\"><p>{}</p><p>House edge <b>{}</b> of the {}; perfect play: {}.</p>"
      "<p>Cardroom {}</p></div></main></body></html>\n",
      escaped(dealer_words(card.table)), percent(card.card_edge, 2), escaped(std::string(facts.wagers.front().name)),
      percent(card.best_edge, 2), CARDROOM_VERSION);
  return html;
}

std::string card_text(const StrategyCard& card) {
  const games::Facts& facts = card.table.game().facts;
  std::string text = fmt::format("{}\npaytable {}\n\n", facts.name, base_paytable(card));
  CardTable lines = card_table(card.table, card.strategy);
  std::vector<TextTable::Column> columns;
  for (std::string& title : lines.titles) columns.push_back({std::move(title)});
  TextTable rows(columns);
  for (CardTable::Row& row : lines.rows) {
    std::vector<std::string> cells = {std::move(row.first)};
    std::ranges::move(row.hands, std::back_inserter(cells));
    rows.add(std::move(cells));
  }
  text += rows.to_text(0, card.strategy.rules.empty() ? 60 : 0) + "\n";
  if (const std::string how = how_to_read(card); !how.empty()) text += how + "\n";
  text += fmt::format("{}\nHouse edge {} of the {}\n(perfect play {}).\n", dealer_words(card.table),
                      percent(card.card_edge, 2), facts.wagers.front().name, percent(card.best_edge, 2));
  return text;
}

}  // namespace cardroom::lab
