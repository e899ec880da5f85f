#include <fmt/format.h>

#include <algorithm>

#include "forms/svg_plot.h"
#include "lab/figures_text.h"
#include "lab/par_sheet.h"
#include "lab/sheet_style.h"
#include "odds/lattice.h"
#include "odds/session.h"

namespace cardroom::lab {

using namespace forms;

namespace {

using base::Rational;
using odds::Figures;

std::string session_html(const Figures& figures, int rounds, odds::Progress* progress) {
  const odds::Lattice lattice = odds::lattice_of(figures);
  const auto session = odds::session_distribution(lattice.results, rounds, progress);
  if (!session) return "";
  const auto unit = static_cast<double>(lattice.per_unit);
  std::vector<ScaleBar> bars;
  for (const odds::SessionBar& bar : odds::bars(*session, 90, 0.001)) {
    bars.push_back(
        {static_cast<double>(bar.first) / unit, static_cast<double>(bar.last + session->step) / unit, bar.probability});
  }
  // The outermost bars include everything farther out, but are drawn as wide as the others.
  if (bars.size() > 2) {
    const double bin = bars[1].to - bars[1].from;
    bars.front().from = bars.front().to - bin;
    bars.back().to = bars.back().from + bin;
  }
  const odds::SessionChances chance = odds::chances(*session);
  const auto at = [&](double level) { return static_cast<double>(odds::quantile(*session, level).first) / unit; };
  return fmt::format(
      "<h3>A session of {} rounds</h3>{}<p>Wins with probability {:.4f}, loses with {:.4f}, ends even with {:.4f}. "
      "Half of all sessions end "
      "between {:g} and {:g} units, nine in ten between {:g} and {:g}. The probabilities are off by at most {:.1e} in "
      "total; the outermost bars "
      "hold the tails.</p>",
      rounds, scale_bars_svg("Net of a session", "net, in units of the wager", bars), chance.win, chance.loss,
      chance.even, at(0.25), at(0.75), at(0.05), at(0.95), session->error);
}

std::string figures_html(const Figures& figures, odds::Progress* progress) {
  std::string html = fmt::format("<section><h2>{}</h2>", escaped(figures.name));
  if (!figures.strategy.empty()) html += fmt::format("<p>Played: {}.</p>", escaped(figures.strategy));
  html += "<table class=\"facts\">";
  const auto fact = [&](std::string_view name, const std::string& value, const Rational* exact) {
    html += fmt::format("<tr><th>{}</th><td class=\"n\">{}</td><td class=\"exact\">{}</td></tr>", name, value,
                        exact ? base::to_text(*exact) : "");
  };
  fact("House edge", percent(figures.house_edge, 6), &figures.house_edge);
  fact("Per total wager", percent(figures.element_of_risk, 6), &figures.element_of_risk);
  fact("Average total wager", base::to_decimal(figures.average_staked, 6), &figures.average_staked);
  fact("Hit frequency", percent(figures.hit_frequency, 6), &figures.hit_frequency);
  fact("Variance", base::to_decimal(figures.variance, 6), &figures.variance);
  fact("Standard deviation", odds::deviation_text(figures, 8), nullptr);
  fact("Skewness", odds::skewness_text(figures, 8), nullptr);
  html +=
      "</table><table "
      "class=\"rows\"><thead><tr><th>Outcome</th><th>Deals</th><th>Probability</th><th>Net</th><th>Contributes</th></"
      "tr></thead>";
  std::vector<LabelledBar> bars;
  for (const odds::OutcomeRow& row : figures.rows) {
    const Rational probability(row.deals, figures.deals);
    const Rational contribution = probability * row.net;
    html += fmt::format(
        "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
        "class=\"n\">{}</td></tr>",
        escaped(row.name), row.deals.str(), percent(probability, 6), base::to_text(row.net), percent(contribution, 6));
    bars.push_back({row.name, contribution.convert_to<double>(), percent(contribution, 4)});
  }
  html += fmt::format(
      "<tr class=\"sum\"><td>All</td><td class=\"n\">{}</td><td class=\"n\">100%</td><td></td><td "
      "class=\"n\">{}</td></tr></table>",
      figures.deals.str(), percent(-figures.house_edge, 6));
  html += "<h3>Return by outcome</h3>" + labelled_bars_svg("Return by outcome", bars);
  html += session_html(figures, 100, progress) + session_html(figures, 1000, progress);
  return html + "</section>";
}

std::string progressive_html(const odds::ProgressiveFigures& figures) {
  std::string html =
      "<section><h2>PROGRESSIVE</h2><table "
      "class=\"rows\"><thead><tr><th>Hand</th><th>Deals</th><th>Probability</th>";
  const bool folds = std::ranges::any_of(figures.rows, [](const auto& row) { return row.folded > 0; });
  if (folds) html += "<th>Folded</th>";
  html += "<th>Pays</th><th>Envy</th></tr></thead>";
  const auto cell = [](const std::string& text) { return fmt::format("<td class=\"n\">{}</td>", escaped(text)); };
  for (const odds::ProgressiveRow& row : figures.rows) {
    html += fmt::format("<tr><td>{}</td>", escaped(row.hand)) + cell(row.deals.str()) + cell(percent(row.dealt, 8));
    if (folds) html += cell(row.folded == 0 ? "never" : percent(row.folded, 8));
    html += cell(to_text(row.pay)) + cell(row.envy > base::Cents(0) ? base::to_text(row.envy) : "") + "</tr>";
  }
  html += "</table>";
  if (!figures.folded_by.empty()) {
    html += fmt::format("<p>A fold loses the wager; {} play of the base game folds {}.</p>", escaped(figures.folded_by),
                        folds ? "these hands as often as shown" : "none of these hands");
  }
  html += fmt::format("<p>For a wager of $1, alone at the table{}:</p><table class=\"facts\">",
                      figures.levels.size() == 1 ? "" : "; break-even points assume that the other meters are empty");
  const auto fact = [&](const std::string& name, const std::string& value, const Rational& exact) {
    html += fmt::format("<tr><th>{}</th><td class=\"n\">{}</td><td class=\"exact\">{}</td></tr>", escaped(name), value,
                        base::to_text(exact));
  };
  const auto alone = odds::progressive_return(figures, {});
  fact("Fixed return", percent(figures.fixed_return, 6), figures.fixed_return);
  for (size_t at = 0; at < figures.levels.size(); ++at) {
    const std::string name = level_name(figures.levels[at]);
    fact(fmt::format("Return for each $1 of {}", name), percent(alone.slopes[at], 8), alone.slopes[at]);
  }
  for (size_t at = 0; at < figures.levels.size(); ++at) {
    fact(fmt::format("Break-even at {}", level_name(figures.levels[at])), money_text(alone.intercepts[at]),
         alone.intercepts[at]);
  }
  html +=
      "</table><table class=\"rows\"><thead><tr><th>Other bettors</th><th>Envy per round</th><th>Return at empty "
      "meters</th>";
  for (const odds::MeterLevel& level : figures.levels) {
    html += fmt::format("<th>Break-even at {}</th>", escaped(level_name(level)));
  }
  html += "</tr></thead>";
  for (odds::ProgressiveTerms terms; terms.others <= envy_others_max; ++terms.others) {
    const auto at = odds::progressive_return(figures, terms);
    html += fmt::format("<tr><td>{}</td>", terms.others) + cell("$" + base::to_decimal(at.envy, 8)) +
            cell(percent(at.constant, 6));
    for (const Rational& meter : at.intercepts) html += cell(money_text(meter));
    html += "</tr>";
  }
  return html + "</table></section>";
}

std::string pays_html(const Sheet& sheet) {
  std::string html;
  for (const auto& wager : sheet.paytable->wagers) {
    html +=
        fmt::format("<h3>{}</h3><table class=\"rows pays\">",
                    escaped(std::string(sheet.table.game().wager(sheet.table.game().wager_index(wager.wager)).name)));
    if (!wager.pays.hand_counts().empty()) {
      html += "<thead><tr><th>Hands dealt</th>";
      for (const int count : wager.pays.hand_counts()) html += fmt::format("<th>{}</th>", count);
      html += "</tr></thead>";
    }
    for (const games::PayRow& row : wager.pays.rows()) {
      html += fmt::format("<tr><td>{}</td>", escaped(row.hand));
      for (const games::Pay& pay : row.pays) html += fmt::format("<td class=\"n\">{}</td>", escaped(to_text(pay)));
      html += "</tr>";
    }
    html += "</table>";
  }
  return html;
}

}  // namespace

std::string sheet_html(const Sheet& sheet, odds::Progress* progress) {
  const games::Facts& facts = sheet.table.game().facts;
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\">"
      "<title>{} {}: PAR sheet</title><style>{}</style></head><body><h1>{} · {}</h1><p class=\"sub\">PAR sheet. {}, "
      "{}.</p>",
      escaped(std::string(facts.name)), escaped(sheet.paytable->id), sheet_style, escaped(std::string(facts.name)),
      escaped(sheet.paytable->id), escaped(sheet.paytable->document), escaped(sheet.paytable->date));
  if (!sheet.paytable->note.empty()) html += fmt::format("<p>{}</p>", escaped(sheet.paytable->note));
  html += fmt::format("<p>{}</p><h2>Pays</h2>{}", escaped(std::string(facts.summary)), pays_html(sheet));
  for (const Figures& figures : sheet.figures) html += figures_html(figures, progress);
  if (sheet.progressive) html += progressive_html(*sheet.progressive);
  if (!sheet.strategy.empty()) html += fmt::format("<h2>Strategy</h2><p>{}</p>", escaped(sheet.strategy));
  html += fmt::format(
      "<h2>Method</h2><p>Every deal is counted; figures are exact fractions, rounded only in print. The house edge is "
      "the loss per unit of the "
      "wager before the deal; the loss per total wager divides by everything wagered. Optimal play takes the choice "
      "with the highest "
      "expectation given all cards the player sees; ties go to the smaller wager. Pays count as printed, "
      "without rounding "
      "to chips. The error of session probabilities is stated with them.</p>"
      "<p>Cardroom {}. BLAKE2b of the figures: <code>{}</code></p></body></html>\n",
      CARDROOM_VERSION, sheet.hash);
  return html;
}

}  // namespace cardroom::lab
