#include "lab/figures_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "forms/text_table.h"

namespace cardroom::lab {

using namespace forms;

using base::Rational;
using odds::Figures;

namespace {

std::string signed_text(const Rational& value) {
  return (value > 0 ? "+" : "") + base::to_text(value);
}

}  // namespace

std::string exact(const Rational& value) {
  return "= " + base::to_text(value);
}

std::string percent(const Rational& value, int places) {
  return base::to_decimal(value * 100, places) + "%";
}

std::string money_text(const Rational& amount) {
  const Rational magnitude = boost::multiprecision::abs(amount);
  const base::Integer cents =
      boost::multiprecision::numerator(magnitude) * 100 / boost::multiprecision::denominator(magnitude);
  if (cents > base::Cents::max_value) return "$" + base::to_decimal(amount, 2);
  return (amount < 0 ? "-" : "") + base::cents_text(cents.convert_to<int64_t>());
}

std::string level_name(const odds::MeterLevel& level) {
  return level.name.empty() ? "the meter" : level.name;
}

std::string figures_text(const Figures& figures) {
  std::string text =
      fmt::format("{}{}\n", figures.name, figures.strategy.empty() ? "" : fmt::format(" ({})", figures.strategy));
  TextTable facts({{""}, {"", Align::right}, {""}});
  facts.add({"house edge", percent(figures.house_edge, 6), exact(figures.house_edge)});
  if (figures.average_staked != 1) {
    facts.add({"  per total wager", percent(figures.element_of_risk, 6), exact(figures.element_of_risk)});
    facts.add({"average total wager", base::to_decimal(figures.average_staked, 6), exact(figures.average_staked)});
  }
  if (figures.ties_bet) {
    const odds::TiesBet& larger = *figures.ties_bet;
    facts.add({"ties to the larger wager:", "", ""});
    facts.add({"  per total wager", percent(larger.element_of_risk, 6), exact(larger.element_of_risk)});
    facts.add({"  average total wager", base::to_decimal(larger.average_staked, 6), exact(larger.average_staked)});
    facts.add({"  hit frequency", percent(larger.hit_frequency, 6), exact(larger.hit_frequency)});
    facts.add({"  variance", base::to_decimal(larger.variance, 6), exact(larger.variance)});
  }
  facts.add({"hit frequency", percent(figures.hit_frequency, 6), exact(figures.hit_frequency)});
  facts.add({"variance", base::to_decimal(figures.variance, 6), exact(figures.variance)});
  facts.add({"standard deviation", odds::deviation_text(figures, 7), ""});
  facts.add({"skewness", odds::skewness_text(figures, 7), ""});
  text += facts.to_text(2) + "\n";
  TextTable rows({{"outcome"},
                  {"deals", Align::right},
                  {"probability", Align::right},
                  {"net", Align::right},
                  {"contributes", Align::right}});
  for (const odds::OutcomeRow& row : figures.rows) {
    const Rational probability(row.deals, figures.deals);
    rows.add(
        {row.name, row.deals.str(), percent(probability, 6), signed_text(row.net), percent(probability * row.net, 6)});
  }
  rows.add({"all", figures.deals.str(), "100.000000%", "", percent(-figures.house_edge, 6)});
  return text + rows.to_text(2) + "\n";
}

namespace {

bool any_folded(const odds::ProgressiveFigures& figures) {
  return std::ranges::any_of(figures.rows, [](const odds::ProgressiveRow& row) { return row.folded > 0; });
}

std::string progressive_rows(const odds::ProgressiveFigures& figures) {
  const bool folds = any_folded(figures);
  std::vector<TextTable::Column> columns = {{"hand"}, {"deals", Align::right}, {"probability", Align::right}};
  if (folds) columns.push_back({"folded", Align::right});
  for (const char* title : {"pays", "returns", "envy"}) columns.push_back({title, Align::right});
  TextTable rows(columns);
  for (const odds::ProgressiveRow& row : figures.rows) {
    const bool meter = row.pay.kind == games::Pay::Kind::of_meter;
    std::vector<std::string> cells = {row.hand, row.deals.str(), percent(row.dealt, 8)};
    if (folds) cells.push_back(row.folded == 0 ? "never" : percent(row.folded, 8));
    const int64_t back = row.pay.kind == games::Pay::Kind::to_one ? row.pay.denominator : 0;
    cells.push_back(to_text(row.pay));
    cells.push_back(meter ? "" : percent(row.wins() * Rational(row.pay.numerator + back, row.pay.denominator), 6));
    cells.push_back(row.envy > base::Cents(0) ? base::to_text(row.envy) : "");
    rows.add(std::move(cells));
  }
  std::vector<std::string> all(columns.size());
  all[0] = "all";
  all[1] = figures.deals.str();
  rows.add(std::move(all));
  return rows.to_text(2);
}

// "3/324870 x Mega + 1/72193 x Major"
std::string even_sum_words(const odds::ProgressiveFigures& figures) {
  std::string words;
  for (const odds::MeterLevel& level : figures.levels) {
    words += fmt::format("{}{} x {}", words.empty() ? "" : " + ", base::to_text(level.share), level_name(level));
  }
  return words;
}

std::string envy_table(const odds::ProgressiveFigures& figures, odds::ProgressiveTerms terms) {
  const bool one_level = figures.levels.size() == 1;
  std::vector<TextTable::Column> columns = {
      {"other bettors", Align::right}, {"envy per round", Align::right}, {"return at empty meters", Align::right}};
  if (one_level) columns.push_back({"break-even meter", Align::right});
  TextTable rows(columns);
  for (terms.others = 0; terms.others <= envy_others_max; ++terms.others) {
    const auto at = odds::progressive_return(figures, terms);
    std::vector<std::string> cells = {std::to_string(terms.others), "$" + base::to_decimal(at.envy, 8),
                                      percent(at.constant, 6)};
    if (one_level) cells.push_back(money_text(at.intercepts.front()));
    rows.add(std::move(cells));
  }
  return rows.to_text(2);
}

}  // namespace

std::string progressive_text(const odds::ProgressiveFigures& figures, const odds::ProgressiveTerms& terms) {
  std::string text = "PROGRESSIVE\n" + progressive_rows(figures);
  if (!figures.folded_by.empty()) {
    text += fmt::format("  A fold loses the wager at this table; {} play of the base game {}.\n", figures.folded_by,
                        any_folded(figures) ? "folds these hands as often as shown" : "folds none of these hands");
  }
  const auto at = odds::progressive_return(figures, terms);
  text += "\n";
  TextTable facts({{""}, {"", Align::right}, {""}});
  facts.add({"fixed return", percent(figures.fixed_return, 6), exact(figures.fixed_return)});
  facts.add(
      {figures.envy_times_wager ? "envy from each other bettor, for each $1 wagered" : "envy from each other bettor",
       "$" + base::to_decimal(figures.envy_each, 8), exact(figures.envy_each)});
  for (const odds::MeterLevel& level : figures.levels) {
    facts.add({"share of " + level_name(level), "1 in " + base::to_decimal(1 / level.share, 2), exact(level.share)});
  }
  text += facts.to_text(2) + "\n" + envy_table(figures, terms);

  text += fmt::format("\n  A wager of {}, {} other bettor{}:\n", to_text(terms.wager), terms.others,
                      terms.others == 1 ? "" : "s");
  TextTable returns({{""}, {"", Align::right}, {""}});
  returns.add({"return at empty meters", percent(at.constant, 6), exact(at.constant)});
  for (size_t index = 0; index < figures.levels.size(); ++index) {
    returns.add({fmt::format("  and for each $1 of {}", level_name(figures.levels[index])),
                 percent(at.slopes[index], 8), exact(at.slopes[index])});
  }
  for (size_t index = 0; index < figures.levels.size(); ++index) {
    const std::string others = figures.levels.size() == 1 ? "" : ", the other meters empty";
    returns.add({fmt::format("even at {}{}", level_name(figures.levels[index]), others),
                 money_text(at.intercepts[index]), exact(at.intercepts[index])});
  }
  if (at.total) {
    for (size_t index = 0; index < figures.levels.size(); ++index) {
      const std::string name = level_name(figures.levels[index]);
      returns.add({fmt::format("with {} at", name), to_text(terms.meters[index]), ""});
      if (figures.levels.size() > 1) {
        returns.add({fmt::format("  even at {}, the others as given", name), money_text(at.even_given[index]),
                     exact(at.even_given[index])});
      }
    }
    returns.add({"return", percent(*at.total, 6), exact(*at.total)});
    returns.add({"house edge", percent(1 - *at.total, 6), exact(1 - *at.total)});
  }
  text += returns.to_text(2);
  if (figures.levels.size() > 1) {
    text += fmt::format("  Even where {} = {} = ${}.\n", even_sum_words(figures), base::to_text(at.even_sum),
                        base::to_decimal(at.even_sum, 6));
  }
  return text + "\n";
}

std::string joint_text(const games::Table& table, const odds::JointFigures& figures) {
  const auto name = [&](size_t at) { return std::string(table.game().wager(figures.wagers[at]).name); };
  std::string text = "TOGETHER:";
  for (size_t at = 0; at < figures.wagers.size(); ++at) {
    text += fmt::format("{} {} {}", at == 0 ? "" : ",", name(at), money_text(figures.bets[at]));
  }
  for (const odds::JointFigures::Companion& companion : figures.companions)
    text += fmt::format(", with {} {}", table.game().wager(companion.wager).name, money_text(companion.bet));
  text += fmt::format(" ({} play, for all of them together)\n", figures.strategy);
  for (size_t at = 0; at < figures.wagers.size(); ++at) {
    const games::WagerPays* pays = table.pays(figures.wagers[at]);
    if (pays && !pays->hand_counts().empty())
      text += fmt::format("  {}: two hands, the player's and the dealer's\n", name(at));
  }
  TextTable facts({{""}, {"", Align::right}, {""}});
  facts.add({"house edge of all bets", percent(figures.house_edge, 6), exact(figures.house_edge)});
  facts.add({"  per total wager", percent(figures.element_of_risk, 6), exact(figures.element_of_risk)});
  facts.add({"return", percent(1 - figures.house_edge, 6), exact(1 - figures.house_edge)});
  facts.add({"mean net", base::to_decimal(figures.mean, 6), exact(figures.mean)});
  facts.add({"variance", base::to_decimal(figures.variance, 6), exact(figures.variance)});
  facts.add({"standard deviation", base::to_significant(odds::square_root(figures.variance, 20), 7), ""});
  text += facts.to_text(2) + "\n";

  TextTable pairs({{"covariance of"}, {"and"}, {"", Align::right}, {"correlation", Align::right}, {"exact"}});
  for (size_t a = 0; a < figures.wagers.size(); ++a) {
    for (size_t b = a; b < figures.wagers.size(); ++b) {
      pairs.add({name(a), a == b ? "itself" : name(b), base::to_decimal(figures.covariances[a][b], 6),
                 a == b ? "" : odds::correlation_text(figures, a, b, 6), exact(figures.covariances[a][b])});
    }
  }
  text += pairs.to_text(2) + "\n";

  // All combinations where they fit on a page, otherwise only their totals.
  constexpr size_t rows_max = 60;
  const bool by_wager = figures.rows.size() <= rows_max;
  std::vector<TextTable::Column> columns;
  for (size_t at = 0; by_wager && at < figures.wagers.size(); ++at) columns.push_back({name(at), Align::right});
  for (const char* title : {"total net", "deals", "probability"}) columns.push_back({title, Align::right});
  TextTable rows(columns);
  for (const odds::JointRow& row : by_wager ? figures.rows : figures.by_total()) {
    std::vector<std::string> cells;
    for (const Rational& net : row.nets) cells.push_back(signed_text(net));
    cells.push_back(signed_text(row.total));
    cells.push_back(row.deals.str());
    cells.push_back(percent(Rational(row.deals, figures.deals), 6));
    rows.add(std::move(cells));
  }
  text += rows.to_text(2);
  if (!by_wager) {
    text += fmt::format("  {} combinations of results; --json lists them.\n", figures.rows.size());
  }
  return text + "\n";
}

}  // namespace cardroom::lab
