#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>

#include "forms/csv_text.h"
#include "forms/json_text.h"
#include "forms/svg_plot.h"
#include "forms/text_table.h"
#include "lab/exact_json.h"
#include "lab/faceup_games.h"
#include "lab/figures_text.h"
#include "lab/sheet_style.h"

namespace cardroom::lab {

using namespace forms;

namespace {

namespace json = boost::json;

std::string first_wager(const std::string& game) {
  return std::string(find_face_up_game(game)->first_wager);
}

std::vector<std::string> games_of(const FaceUpReport& report) {
  std::vector<std::string> ids;
  for (const FaceUpRow& row : report.results.rows) {
    if (ids.empty() || ids.back() != row.game) ids.push_back(row.game);
  }
  return ids;
}

std::vector<JudgedEstimate> answered(const FaceUpReport& report) {
  std::vector<JudgedEstimate> list;
  for (const FaceUpEstimate& estimate : shipped_face_up().estimates) {
    if (const auto judged = judge_estimate(estimate, report.results.rows)) list.push_back(*judged);
  }
  return list;
}

const RecommendedSpots* recommended(const std::string& game) {
  for (const RecommendedSpots& spots : shipped_face_up().spots) {
    if (spots.game == game) return &spots;
  }
  return nullptr;
}
std::string recommended_words(const std::string& game) {
  const RecommendedSpots* spots = recommended(game);
  if (!spots) return "";
  return spots->most == 0 ? "not beatable" : fmt::format("{}", spots->most);
}
std::string advice_words(const std::string& game, const MostSpots& spots) {
  const RecommendedSpots* advised = recommended(game);
  return advised ? advice_verdict(*advised, spots) : "";
}

std::string how(const FaceUpRow& row) {
  return row.exact ? "exact" : fmt::format("key {}, {} blocks", row.key, row.blocks);
}

constexpr std::string_view definition =
    "The player sees every card of the other players and makes the best decision on everything they see; of the "
    "dealer's cards they see only what the rules always show. House edges are per first wager, and per total wager of "
    "that player. ± is half the width of a 95% interval; a figure without it is exact. A negative edge favors the "
    "player. The gain is measured against basic play, the best play without seeing other players' cards; ties go to "
    "the smaller wager. Equally good choices are not counted as changed decisions. In Fortune Pai Gow the gain is "
    "measured against the house way, so it includes what better setting alone gains without seeing cards. Simple rules "
    "are counts of seen cards, found by the program on separate deals; a person may count better. Every estimate is "
    "judged against perfect play, whatever play it was made for.";

std::string against_rules(const FaceUpRow& row) {
  return has_simple_rules(row.game) ? with_error(row.simple_edge) : "–";
}
std::string spots_against_rules(const FaceUpReport& report, const std::string& game) {
  return has_simple_rules(game) ? spots_words(most_spots(report.results.rows, game, &FaceUpRow::simple_edge)) : "–";
}

std::string simple_rules_html(const FaceUpRow& row) {
  const SaidRules said = said_rules(row.simple_words);
  if (said.rules.empty()) {
    return fmt::format("<p>Simple rules with {} players: {}.</p>", row.players, escaped(row.simple_words));
  }
  std::string html = fmt::format(
      "<h3>Simple rules with {} players</h3><p>Count {}.</p><table class=\"rows\"><thead><tr><th>With</th>"
      "<th class=\"t\">Count</th><th class=\"t\">Do</th></tr></thead>",
      row.players, escaped(std::string(said.count)));
  for (const SaidRule& rule : said.rules) {
    html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>", escaped(std::string(rule.hands)),
                        escaped(std::string(rule.when)), escaped(std::string(rule.choice)));
  }
  return html + "</table>";
}

// The share of the deals a rule applies to in which it is right.
std::string right_words(const FaceUpRule& rule) {
  if (rule.right.value == 1) return "in all deals sampled";
  if (rule.right.value == 0) return "in no deal sampled";
  return fmt::format("in {} of those", with_error(rule.right));
}

// Wrapped to lines of at most `width` characters; the last line does not end in a newline.
std::string in_lines(std::string_view text, size_t width) {
  std::string lines;
  while (text.size() > width) {
    const size_t end = text.rfind(' ', width);
    lines += fmt::format("{}\n", text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines + std::string(text);
}

// "TCP-01, TCP-6B1"; nothing of games without paytables.
std::string paytables_of(const FaceUpRow& row) {
  std::string text;
  for (const std::string& paytable : row.paytables) text += (text.empty() ? "" : ", ") + paytable;
  return text;
}

}  // namespace

std::string with_error(const Estimate& estimate) {
  if (estimate.half_width == 0) return percent(estimate.value, 4);
  int places = 3;
  for (Rational shown = estimate.half_width * 100'000; shown < 10 && places < 9; shown *= 10) ++places;
  return fmt::format("{} ± {}", base::to_decimal(estimate.value * 100, places), percent(estimate.half_width, places));
}

std::string bounds_words(const FaceUpEstimate& estimate) {
  const std::string unit = "%";
  if (estimate.least.empty()) return "at most " + estimate.most + unit;
  if (estimate.most.empty()) return "at least " + estimate.least + unit;
  return estimate.least == estimate.most ? estimate.least + unit : estimate.least + " to " + estimate.most + unit;
}

std::string of_what(const FaceUpEstimate& estimate) {
  using Quantity = FaceUpEstimate::Quantity;
  if (estimate.quantity == Quantity::share_of_edge) return "of the edge without seeing";
  return estimate.of_total ? "of the total wager" : fmt::format("of the {}", first_wager(estimate.game));
}

std::string spots_words(const MostSpots& spots) {
  if (spots.all) return fmt::format("all {} analyzed", spots.players_max);
  return fmt::format("{}{}", spots.certain, spots.in_doubt ? fmt::format(" ({} in doubt)", spots.certain + 1) : "");
}

std::string face_up_text(const FaceUpReport& report) {
  std::string text;
  TextTable rows({{"game"},
                  {"players", Align::right},
                  {"edge, nothing seen", Align::right},
                  {"gain", Align::right},
                  {"edge", Align::right},
                  {"of total wager", Align::right},
                  {"against simple rules", Align::right},
                  {"decisions changed", Align::right}});
  for (const FaceUpRow& row : report.results.rows) {
    rows.add({face_up_name(row.game), fmt::format("{}", row.players), with_error({row.base_edge, row.base_half_width}),
              with_error(row.gain), with_error(row.edge), with_error(row.edge_per_total), against_rules(row),
              with_error(row.changed)});
  }
  text += rows.to_text(0) + "\n";
  for (const std::string& game : games_of(report)) {
    const FaceUpRow& row = *std::ranges::find(report.results.rows, game, &FaceUpRow::game);
    if (!row.paytables.empty()) text += fmt::format("{}: paytables {}\n", face_up_name(game), paytables_of(row));
  }
  text += "\n";
  TextTable spots({{"players that leave the house its edge"},
                   {"against perfect play", Align::right},
                   {"against simple rules", Align::right},
                   {"the document says", Align::right},
                   {""}});
  for (const std::string& game : games_of(report)) {
    const MostSpots most = most_spots(report.results.rows, game);
    spots.add({face_up_name(game), spots_words(most), spots_against_rules(report, game), recommended_words(game),
               advice_words(game, most)});
  }
  text += spots.to_text(0) + "\n";
  const auto judged = answered(report);
  if (!judged.empty()) {
    TextTable estimates(
        {{"estimate"}, {"players", Align::right}, {"says", Align::right}, {"of"}, {"here", Align::right}, {""}});
    for (const JudgedEstimate& answer : judged) {
      const FaceUpEstimate& estimate = *answer.estimate;
      estimates.add({fmt::format("{}: {}", face_up_name(estimate.game), estimate.what),
                     fmt::format("{}", estimate.players), bounds_words(estimate), of_what(estimate),
                     with_error(answer.ours), std::string(odds::verdict_name(answer.verdict))});
    }
    text += estimates.to_text(0) + "\n";
  }
  if (!report.results.rules.empty()) {
    TextTable rules({{"rule of thumb"},
                     {"of all deals", Align::right},
                     {"worth where it applies", Align::right},
                     {"right", Align::right},
                     {""}});
    for (const FaceUpRule& rule : report.results.rules) {
      const odds::SeenRule& printed = printed_rule(rule.rule);
      rules.add({fmt::format("{}: {}", face_up_name(printed.game), printed.words), percent(rule.share, 4),
                 with_error(rule.value), right_words(rule),
                 std::string(odds::verdict_name(odds::verdict_of_rule(rule.value)))});
    }
    text += rules.to_text(0) + "\n";
  }
  return text + in_lines(definition, 118) + "\n";
}

std::string face_up_csv(const FaceUpReport& report) {
  std::string csv =
      "game,paytables,players,cards_seen,base_edge_percent,base_edge_half_width,gain_percent,gain_half_width,edge_"
      "percent,edge_half_width,"
      "edge_of_total_percent,edge_of_total_half_width,simple_edge_percent,simple_edge_half_width,changed_percent,"
      "changed_half_width,exact,key,blocks,deals,"
      "version\n";
  const auto number = [](const Rational& value) { return base::to_decimal(value * 100, 6); };
  for (const FaceUpRow& row : report.results.rows) {
    csv += fmt::format("{},{},{},{},{},{}", row.game, csv_cell(paytables_of(row)), row.players, row.cards_seen,
                       number(row.base_edge), number(row.base_half_width));
    for (const Estimate* estimate : {&row.gain, &row.edge, &row.edge_per_total, &row.simple_edge, &row.changed}) {
      const bool empty = estimate == &row.simple_edge && !has_simple_rules(row.game);
      csv += empty ? ",," : fmt::format(",{},{}", number(estimate->value), number(estimate->half_width));
    }
    csv += fmt::format(",{},{},{},{},{}\n", row.exact ? "yes" : "no", csv_cell(row.key), row.blocks, row.deals,
                       row.version);
  }
  return csv;
}

std::string face_up_json(const FaceUpReport& report) {
  json::object root;
  root["version"] = CARDROOM_VERSION;
  root["half_width_wanted"] = exact_json(report.half_width);
  json::array rows;
  for (const FaceUpRow& row : report.results.rows) rows.emplace_back(json::parse(to_line(row)));
  root["rows"] = std::move(rows);
  json::array spots;
  for (const std::string& game : games_of(report)) {
    const MostSpots most = most_spots(report.results.rows, game);
    const MostSpots simple = most_spots(report.results.rows, game, &FaceUpRow::simple_edge);
    spots.emplace_back(json::object{{"game", game},
                                    {"house_keeps_its_edge_with", most.certain},
                                    {"players_looked_at", most.players_max},
                                    {"next_in_doubt", most.in_doubt},
                                    {"against_simple_rules", simple.certain},
                                    {"document_says", recommended_words(game)},
                                    {"verdict", advice_words(game, most)}});
  }
  root["spots"] = std::move(spots);
  json::array estimates;
  for (const JudgedEstimate& answer : answered(report)) {
    const FaceUpEstimate& estimate = *answer.estimate;
    estimates.emplace_back(json::object{{"id", estimate.id},
                                        {"document", estimate.document},
                                        {"game", estimate.game},
                                        {"players", estimate.players},
                                        {"what", estimate.what},
                                        {"says", bounds_words(estimate)},
                                        {"of", of_what(estimate)},
                                        {"value", exact_json(answer.ours.value)},
                                        {"half_width", exact_json(answer.ours.half_width)},
                                        {"verdict", odds::verdict_name(answer.verdict)}});
  }
  root["estimates"] = std::move(estimates);
  json::array rules;
  for (const FaceUpRule& rule : report.results.rules) {
    json::object line = json::parse(to_line(rule)).get_object();
    line["words"] = printed_rule(rule.rule).words;
    line["verdict"] = odds::verdict_name(odds::verdict_of_rule(rule.value));
    rules.emplace_back(std::move(line));
  }
  root["rules"] = std::move(rules);
  return pretty(root);
}

std::string face_up_html(const FaceUpReport& report) {
  std::string html = fmt::format(
      "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Games dealt face up</title>"
      "<style>{}</style></head><body><h1>Games dealt face up</h1><p class=\"sub\">Cardroom {}</p><p>{}</p>",
      sheet_style, CARDROOM_VERSION, escaped(std::string(definition)));
  const auto cell = [](const std::string& text) { return fmt::format("<td class=\"n\">{}</td>", escaped(text)); };

  html +=
      "<section><h2>How many spots leave the house its edge</h2><table class=\"rows\"><thead><tr><th>Game</th>"
      "<th>Against perfect play</th><th>Against simple rules</th><th>The document "
      "says</th><th>Verdict</th></tr></thead>";
  for (const std::string& game : games_of(report)) {
    const MostSpots most = most_spots(report.results.rows, game);
    html += fmt::format("<tr><td>{}</td>", escaped(face_up_name(game))) + cell(spots_words(most)) +
            cell(spots_against_rules(report, game)) + cell(recommended_words(game)) + cell(advice_words(game, most)) +
            "</tr>";
  }
  html += "</table></section>";

  const auto judged = answered(report);
  if (!judged.empty()) {
    html +=
        "<section><h2>Estimates, judged</h2><table class=\"rows\"><thead><tr><th>Estimate</th><th>Players</th>"
        "<th>Says</th><th>Here</th><th>Verdict</th></tr></thead>";
    for (const JudgedEstimate& answer : judged) {
      const FaceUpEstimate& estimate = *answer.estimate;
      std::string verdict(odds::verdict_name(answer.verdict));
      std::ranges::replace(verdict, '_', ' ');
      html += fmt::format("<tr><td>{}: {}, {}</td>", escaped(face_up_name(estimate.game)), escaped(estimate.what),
                          escaped(of_what(estimate))) +
              cell(fmt::format("{}", estimate.players)) + cell(bounds_words(estimate)) + cell(with_error(answer.ours)) +
              cell(verdict) + "</tr>";
    }
    html += "</table></section>";
  }

  if (!report.results.rules.empty()) {
    html +=
        "<section><h2>Rules of thumb, judged</h2><p>Worth: the value of the rule's choice minus the other choice, as "
        "a share of the first wager, where the rule applies. Right: the share of those deals in which it is right.</p>"
        "<table class=\"rows\"><thead><tr><th>Rule</th><th>Of all deals</th><th>Worth</th><th>Right</th>"
        "<th>Verdict</th></tr></thead>";
    for (const FaceUpRule& rule : report.results.rules) {
      const odds::SeenRule& printed = printed_rule(rule.rule);
      std::string verdict(odds::verdict_name(odds::verdict_of_rule(rule.value)));
      std::ranges::replace(verdict, '_', ' ');
      html += fmt::format("<tr><td>{}: {}</td>", escaped(face_up_name(printed.game)), escaped(printed.words)) +
              cell(percent(rule.share, 4)) + cell(with_error(rule.value)) + cell(right_words(rule)) + cell(verdict) +
              "</tr>";
    }
    html += "</table></section>";
  }

  for (const std::string& game : games_of(report)) {
    html += fmt::format("<section><h2>{}</h2>", escaped(face_up_name(game)));
    std::vector<IntervalPoint> points, simple;
    const FaceUpRow* last = nullptr;  // with the largest number of players
    std::string table = fmt::format(
        "<table class=\"rows\"><thead><tr><th>Players</th><th>Gain, %</th><th>Edge, % of the {}</th><th>% of the total "
        "wager</th><th>Against simple rules, %</th><th>Decisions changed, %</th><th>Sample</th></tr></thead>",
        escaped(first_wager(game)));
    // The unit is in the column head.
    const auto bare = [&](std::string text) {
      if (text.ends_with('%')) text.pop_back();
      return cell(text);
    };
    for (const FaceUpRow& row : report.results.rows) {
      if (row.game != game) continue;
      const auto point = [&](const Estimate& edge) -> IntervalPoint {
        return {row.players, 100 * edge.value.convert_to<double>(), 100 * edge.half_width.convert_to<double>()};
      };
      if (points.empty()) {
        points.push_back({1, 100 * row.base_edge.convert_to<double>(), 100 * row.base_half_width.convert_to<double>()});
        simple = points;
      }
      points.push_back(point(row.edge));
      simple.push_back(point(row.simple_edge));
      table += fmt::format("<tr><td>{}</td>", row.players) + bare(with_error(row.gain)) + bare(with_error(row.edge)) +
               bare(with_error(row.edge_per_total)) + bare(against_rules(row)) + bare(with_error(row.changed)) +
               cell(how(row)) + "</tr>";
      last = &row;
    }
    std::vector<IntervalLine> lines{{"perfect play", points}};
    if (has_simple_rules(game)) lines.push_back({"simple rules", simple});
    html += interval_points_svg("House edge by players", "players at the table", "house edge, %", lines) +
            fmt::format("<p>{}House edge with nothing seen: {} of the {}.</p>",
                        last->paytables.empty() ? "" : fmt::format("Paytables {}. ", escaped(paytables_of(*last))),
                        with_error({last->base_edge, last->base_half_width}), escaped(first_wager(game))) +
            table + "</table>" + simple_rules_html(*last) + "</section>";
  }
  return html + "</body></html>\n";
}

}  // namespace cardroom::lab
