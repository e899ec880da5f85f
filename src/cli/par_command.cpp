// cardroom par GAME PAYTABLE: a PAR sheet as a laboratory would file it.
#include <fmt/format.h>
#include <sodium.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

#include "base/error.h"
#include "cli/command.h"
#include "cli/exact_json.h"
#include "cli/figures_json.h"
#include "cli/show_round.h"
#include "cli/svg_plot.h"
#include "cli/table_options.h"
#include "odds/analysis.h"
#include "odds/lattice.h"
#include "odds/session.h"
#include "odds/simple_strategy.h"

namespace cardroom::cli {

namespace {

using base::Integer;
using base::Rational;
using odds::Figures;

struct Options {
  std::string game;
  std::string paytable;
  std::string out;
};

// All that a sheet says, before it takes a form.
struct Sheet {
  games::Table table;
  games::PaytablePtr paytable;
  std::vector<Figures> figures;
  std::optional<odds::ProgressiveFigures> progressive;
  std::string strategy;  // in words; empty where the sheet has no base game
  std::string hash;      // of the figures, as JSON
};

std::string percent(const Rational& value, int places) {
  return base::to_decimal(value * 100, places) + " %";
}

boost::json::object sheet_json(const Sheet& sheet, bool with_hash) {
  boost::json::object root;
  root["game"] = sheet.table.game().facts.id;
  root["paytable"] = sheet.paytable->id;
  root["document"] = sheet.paytable->document;
  root["date"] = sheet.paytable->date;
  root["version"] = CARDROOM_VERSION;
  boost::json::array wagers;
  for (const Figures& figures : sheet.figures) wagers.emplace_back(figures_json(figures));
  root["wagers"] = std::move(wagers);
  if (sheet.progressive) root["progressive"] = progressive_json(*sheet.progressive);
  if (!sheet.strategy.empty()) root["strategy"] = sheet.strategy;
  if (with_hash) root["result_blake2b"] = sheet.hash;
  return root;
}

std::string blake2b(const std::string& text) {
  if (sodium_init() < 0) throw Stop(failed, "cannot start the cryptographic library");
  std::array<unsigned char, 32> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                     nullptr, 0);
  std::string hex;
  for (const unsigned char byte : hash) hex += fmt::format("{:02x}", byte);
  return hex;
}

// The wagers that the paytable says something about: its group's, an award or a raise standing for the base game.
Sheet make_sheet(const Options& options) {
  const games::Game& game = game_or_stop(options.game);
  TableOptions table_options;
  table_options.paytables = {options.paytable};
  const games::PaytablePtr paytable = chosen_paytables(table_options, &game).front();
  Sheet sheet{make_table(game, table_options), paytable, {}, {}, {}, {}};
  const auto group = std::ranges::find(game.facts.groups, paytable->group, &games::PaytableGroup::id);
  odds::Analyst analyst(game);
  std::vector<int> wagers;
  for (int wager : group->wagers) {
    const auto& fact = game.wager(wager);
    if (fact.kind == games::WagerKind::progressive) {
      sheet.progressive = analyst.progressive(sheet.table);
      continue;
    }
    const bool own = fact.kind == games::WagerKind::regular || fact.kind == games::WagerKind::bonus;
    const int stands_for = own ? wager : fact.base;
    if (std::ranges::find(wagers, stands_for) == wagers.end()) wagers.push_back(stands_for);
  }
  std::ranges::sort(wagers);
  for (int wager : wagers) {
    std::vector<int> hand_counts = {2};
    const auto* pays = sheet.table.pays(wager);
    if (pays && !pays->hand_counts().empty()) hand_counts = pays->hand_counts();
    std::ranges::sort(hand_counts);
    for (const int hands : hand_counts) {
      auto figures = analyst.wager(sheet.table, wager, {}, hands);
      if (!figures) throw Stop(refused, figures.error());
      sheet.figures.push_back(std::move(*figures));
    }
    if (wager == 0) {
      const odds::SimpleStrategy simple = odds::simple_strategy(analyst.base_play(sheet.table, {}, true));
      sheet.strategy = simple.rules.size() == 1
                           ? odds::strategy_sentence(sheet.table, simple)
                           : fmt::format("By the dealer's up-card: see 'cardroom strategy {}'.", game.facts.id);
    }
  }
  sheet.hash = blake2b(pretty(sheet_json(sheet, false)));
  return sheet;
}

std::string session_html(const Figures& figures, int rounds) {
  const odds::Lattice lattice = odds::lattice_of(figures);
  const auto session = odds::session_distribution(lattice.results, rounds);
  if (!session) return "";
  const auto unit = static_cast<double>(lattice.per_unit);
  std::vector<ScaleBar> bars;
  for (const odds::SessionBar& bar : odds::bars(*session, 90, 0.001)) {
    bars.push_back(
        {static_cast<double>(bar.first) / unit, static_cast<double>(bar.last + session->step) / unit, bar.probability});
  }
  // The outermost bars stand for all that is farther out: drawn as wide as the others.
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
      "all; the outermost bars "
      "hold the tails.</p>",
      rounds, scale_bars_svg("Net of a session", "net, in units of the wager", bars), chance.win, chance.loss,
      chance.even, at(0.25), at(0.75), at(0.05), at(0.95), session->error);
}

std::string figures_html(const Figures& figures) {
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
      "<tr class=\"sum\"><td>All</td><td class=\"n\">{}</td><td class=\"n\">100 %</td><td></td><td "
      "class=\"n\">{}</td></tr></table>",
      figures.deals.str(), percent(-figures.house_edge, 6));
  html += "<h3>Return by outcome</h3>" + labelled_bars_svg("Return by outcome", bars);
  html += session_html(figures, 100) + session_html(figures, 1000);
  return html + "</section>";
}

std::string progressive_html(const odds::ProgressiveFigures& figures) {
  std::string html =
      "<section><h2>PROGRESSIVE</h2><table "
      "class=\"rows\"><thead><tr><th>Hand</th><th>Deals</th><th>Probability</th><th>Pays</th>"
      "<th>Envy</th></tr></thead>";
  for (const odds::ProgressiveRow& row : figures.rows) {
    html += fmt::format(
        "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
        "class=\"n\">{}</td></tr>",
        escaped(row.hand), row.deals.str(), percent(Rational(row.deals, figures.deals), 8), escaped(to_text(row.pay)),
        row.envy > base::Cents(0) ? base::to_text(row.envy) : "");
  }
  html += fmt::format("</table><p>Fixed pays return {} of the wager; the rest depends on the meter.</p></section>",
                      percent(figures.fixed_return, 6));
  return html;
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

constexpr std::string_view style = R"(
:root { color-scheme: light; }
body { font: 15px/1.5 Inter, "Helvetica Neue", Arial, sans-serif; color: #17211c; background: #fff; max-width: 800px; margin: 32px auto; padding: 0 24px; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 19px; margin: 36px 0 8px; border-bottom: 1px solid #dde4e0; padding-bottom: 4px; }
h3 { font-size: 15px; margin: 24px 0 8px; } p { margin: 8px 0; } .sub { color: #5a6a62; }
table { border-collapse: collapse; margin: 8px 0 12px; } th { text-align: left; font-weight: 600; }
td, th { padding: 3px 14px 3px 0; vertical-align: top; } .rows { width: 100%; font-size: 13px; } .rows tr + tr td { border-top: 1px solid #eef2f0; }
.pays { width: auto; min-width: 320px; } .rows thead th { border-bottom: 1px solid #c9d2cd; } .rows th:not(:first-child) { text-align: right; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } .exact { color: #5a6a62; font-size: 12px; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.sum td { font-weight: 600; border-top: 1px solid #c9d2cd !important; } svg { width: 100%; height: auto; display: block; } svg text { fill: #17211c; } code { font-size: 12px; overflow-wrap: anywhere; }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } section, svg, table { break-inside: auto; } svg, tr { break-inside: avoid; } h2, h3 { break-after: avoid; } }
@page { margin: 16mm; }
)";

std::string sheet_html(const Sheet& sheet) {
  const games::Facts& facts = sheet.table.game().facts;
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\">"
      "<title>{} {}: PAR sheet</title><style>{}</style></head><body><h1>{} · {}</h1><p class=\"sub\">PAR sheet. {}, "
      "{}.</p>",
      escaped(std::string(facts.name)), escaped(sheet.paytable->id), style, escaped(std::string(facts.name)),
      escaped(sheet.paytable->id), escaped(sheet.paytable->document), escaped(sheet.paytable->date));
  if (!sheet.paytable->note.empty()) html += fmt::format("<p>{}</p>", escaped(sheet.paytable->note));
  html += fmt::format("<p>{}</p><h2>Pays</h2>{}", escaped(std::string(facts.summary)), pays_html(sheet));
  for (const Figures& figures : sheet.figures) html += figures_html(figures);
  if (sheet.progressive) html += progressive_html(*sheet.progressive);
  if (!sheet.strategy.empty()) html += fmt::format("<h2>Strategy</h2><p>{}</p>", escaped(sheet.strategy));
  html += fmt::format(
      "<h2>Method</h2><p>Every deal is counted; figures are exact fractions, rounded only in print. The house edge is "
      "the loss per unit of the "
      "wager before the deal; the loss per total wager divides by all that was wagered. Optimal play takes the choice "
      "of the highest "
      "expectation given all cards that the player sees, the smaller wager where two are equal. Pays count as printed, "
      "without rounding "
      "to chips. Session probabilities carry the error that is stated with them.</p>"
      "<p>Cardroom {}. BLAKE2b of the figures: <code>{}</code></p></body></html>\n",
      CARDROOM_VERSION, sheet.hash);
  return html;
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string sheet_csv(const Sheet& sheet) {
  std::string csv = "game,paytable,wager,outcome,deals,probability,net,contribution,exact_contribution\n";
  for (const Figures& figures : sheet.figures) {
    const auto line = [&](const std::string& outcome, const std::string& deals, const std::string& probability,
                          const std::string& net, const Rational& contribution) {
      csv += fmt::format("{},{},{},{},{},{},{},{},{}\n", sheet.table.game().facts.id, csv_cell(sheet.paytable->id),
                         csv_cell(figures.name), csv_cell(outcome), deals, probability, net,
                         base::to_significant(contribution, 12), base::to_text(contribution));
    };
    for (const odds::OutcomeRow& row : figures.rows) {
      const Rational probability(row.deals, figures.deals);
      line(row.name, row.deals.str(), base::to_significant(probability, 12), base::to_text(row.net),
           probability * row.net);
    }
    line("all", figures.deals.str(), "1", "", -figures.house_edge);
  }
  if (sheet.progressive) {
    for (const odds::ProgressiveRow& row : sheet.progressive->rows) {
      const Rational probability(row.deals, sheet.progressive->deals);
      csv += fmt::format("{},{},PROGRESSIVE,{},{},{},{},,\n", sheet.table.game().facts.id, csv_cell(sheet.paytable->id),
                         csv_cell(row.hand), row.deals.str(), base::to_significant(probability, 12),
                         csv_cell(to_text(row.pay)));
    }
  }
  return csv;
}

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Stop(failed, base::Error{"write " + path, std::strerror(errno)}.to_text());
}

// Prints the HTML sheet by a headless chromium, which has to be installed.
void write_pdf(const std::string& path, const std::string& html) {
  namespace fs = std::filesystem;
  std::string folder_name = (fs::temp_directory_path() / "cardroom-par-XXXXXX").string();
  if (!mkdtemp(folder_name.data())) throw Stop(failed, base::Error{"make a folder", std::strerror(errno)}.to_text());
  const fs::path folder = folder_name;
  write_file((folder / "sheet.html").string(), html);
  const std::string profile = "--user-data-dir=" + (folder / "profile").string();
  const std::string print_to = "--print-to-pdf=" + (folder / "sheet.pdf").string();
  const std::string source = "file://" + (folder / "sheet.html").string();
  const pid_t child = fork();
  if (child == 0) {
    if (!std::freopen("/dev/null", "w", stdout) || !std::freopen("/dev/null", "w", stderr)) _exit(127);
    // As root chromium runs only without its sandbox; the page is ours.
    execlp("chromium", "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
           "--disable-background-networking", "--no-first-run", profile.c_str(), print_to.c_str(), source.c_str(),
           nullptr);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::error_code error;
  const bool made = WIFEXITED(status) && WEXITSTATUS(status) == 0 && fs::exists(folder / "sheet.pdf");
  if (made) fs::copy_file(folder / "sheet.pdf", path, fs::copy_options::overwrite_existing, error);
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
    throw Stop(failed, "a PDF needs chromium, which is not installed: install it, or write .html and print that");
  }
  if (!made) throw Stop(failed, "chromium could not print the sheet");
  if (error) throw Stop(failed, base::Error{"write " + path, error.message()}.to_text());
}

void run(const Options& options) {
  const auto ends = [&](std::string_view ending) { return options.out.ends_with(ending); };
  if (!ends(".html") && !ends(".csv") && !ends(".json") && !ends(".pdf")) {
    throw Stop(usage, fmt::format("--out {}: the name must end in .html, .csv, .json or .pdf", options.out));
  }
  const Sheet sheet = make_sheet(options);
  if (ends(".pdf")) {
    write_pdf(options.out, sheet_html(sheet));
  } else {
    write_file(options.out, ends(".html")  ? sheet_html(sheet)
                            : ends(".csv") ? sheet_csv(sheet)
                                           : pretty(sheet_json(sheet, true)));
  }
  fmt::print("{}: {} {}, BLAKE2b of the figures {}\n", options.out, sheet.table.game().facts.name, sheet.paytable->id,
             sheet.hash);
}

}  // namespace

void add_par_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("par", "Write a PAR sheet: pays, exact figures, plots, method, hash");
  command->add_option("GAME", options->game, "A game's id")->required();
  command->add_option("PAYTABLE", options->paytable, "A designator, or a TOML file")->required();
  command->add_option("--out", options->out, "Where to: sheet.html, .csv, .json or .pdf (a PDF needs chromium)")
      ->required()
      ->type_name("FILE");
  command->footer(
      "Examples:\n  cardroom par three-card-poker TCP-01 --out tcp-01.html\n  cardroom par caribbean-stud COVER-ALL "
      "--out cover-all.pdf");
  command->callback([options] { run(*options); });
}

}  // namespace cardroom::cli
