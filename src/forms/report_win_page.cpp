#include <fmt/format.h>

#include <algorithm>

#include "forms/report_render.h"
#include "forms/svg_plot.h"

namespace cardroom::forms {

namespace {

using namespace ledger::reports;

constexpr std::string_view win_page_style = R"(<style>
.page { position: relative; background: var(--panel); border: 1px solid var(--line); border-radius: 10px; max-width: 820px; margin: 0 auto 24px; padding: 40px 48px 32px; }
.page .top { display: flex; justify-content: space-between; align-items: baseline; border-bottom: 2px solid var(--ink); padding-bottom: 12px; }
.page h1 { font-size: 24px; margin: 0; } .page .top span { color: var(--soft); }
.page .amount { font-size: 56px; line-height: 1.1; font-weight: 600; letter-spacing: -0.02em; margin: 24px 0 4px; } .page .amount small { font-size: 30px; font-weight: 600; }
.page .hand { font-size: 18px; margin: 0 0 24px; } .page .hand::first-letter { text-transform: uppercase; }
.facts { display: grid; grid-template-columns: 1fr 1fr; gap: 0 40px; margin: 0 0 24px; } .facts div { display: flex; justify-content: space-between; gap: 16px; border-bottom: 1px solid #eef2f0; padding: 6px 0; }
.facts dt { color: var(--soft); } .facts dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
.page .envy { margin: 0 0 24px; } .page h2 { font-size: 15px; margin: 0 0 8px; } .checks { margin: 0 0 24px; padding: 0; list-style: none; } .checks li { display: flex; gap: 12px; align-items: center; padding: 6px 0; }
.checks i { flex: none; width: 18px; height: 18px; border: 1.5px solid var(--ink); border-radius: 3px; } .checks u { flex: 1; border-bottom: 1px solid #9aa8a1; height: 18px; text-decoration: none; }
.signs { display: grid; grid-template-columns: 1fr 1fr; gap: 44px 40px; padding-top: 44px; } .signs div { border-top: 1px solid var(--ink); padding-top: 4px; font-size: 13px; color: var(--soft); } .signs b { display: block; color: var(--ink); font-weight: 600; min-height: 1.5em; }
.void { border: 3px solid var(--alarm); color: var(--alarm); border-radius: 10px; padding: 12px 20px; margin: 0 0 24px; } .void b { font-size: 36px; line-height: 1; letter-spacing: 0.12em; } .void p { margin: 6px 0 0; }
.page.is-void .amount { color: var(--soft); }
.page .foot { color: var(--soft); font-size: 13px; margin: 32px 0 0; }
@media print { .page { border: 0; border-radius: 0; padding: 0; max-width: none; margin: 0; break-after: page; } .page:last-child { break-after: auto; }
  /* The longest one fits a sheet of Letter. */
  .page .amount { font-size: 44px; margin: 16px 0 2px; } .page .amount small { font-size: 24px; } .page .hand, .facts, .page .envy, .checks, .void { margin-bottom: 16px; } .facts div, .checks li { padding: 4px 0; }
  .signs { gap: 38px 40px; padding-top: 38px; } .signs div { break-inside: avoid; } .page .foot { margin-top: 20px; } }
</style>
)";

class Page {
 public:
  Page(const Report& report, const Table& table, const std::vector<Cell>& row)
      : report_(report), table_(table), row_(row) {}

  std::string at(std::string_view name) const {
    const auto column = std::ranges::find(table_.columns, name, &Column::name);
    if (column == table_.columns.end()) return "";
    return escaped(shown_cell(row_[static_cast<size_t>(column - table_.columns.begin())], report_.utc_offset_minutes));
  }

  std::string to_html(const HtmlOptions& options) const {
    const bool is_void = at("status") == "VOID";
    const std::string amount = at("amount");
    const size_t point = amount.rfind('.');
    std::string html = fmt::format(
        "<article class=\"page{}\"><div class=\"top\"><h1>Win slip {}</h1><span>{}{}{}</span></div>\n"
        "<p class=\"amount\">{}<small>{}</small></p><p class=\"hand\">{}{}{}</p>\n",
        is_void ? " is-void" : "", at("page"), escaped(options.house), options.house.empty() ? "" : " · ", at("time"),
        amount.substr(0, point), amount.substr(point), at("hand"), at("level").empty() ? "" : ", level ", at("level"));
    if (is_void)
      html += fmt::format("<div class=\"void\"><b>VOID</b><p>Voided {} by {}. Document: {}.</p></div>\n", at("void_at"),
                          at("void_by"), at("void_document"));
    html += "<dl class=\"facts\">";
    for (const char* name : {"table", "link", "position", "game", "round", "wager", "day", "paid_from", "marked_at",
                             "tax", "payment", "paid_at", "paid_by", "envy_total", "envy_owed", "claim", "entry"})
      if (const std::string value = at(name); !value.empty())
        html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", title(name), named(name, value, options));
    html += "</dl>\n";
    if (const std::string owed = at("envy"); !owed.empty())
      html += fmt::format("<p class=\"envy\">Envy bonus, from the house: {}.</p>\n", owed);
    if (options.checklist && !is_void) html += checklist();
    return html + signatures(is_void) +
           fmt::format("<p class=\"foot\">Times in UTC{}. Built only from the journal by Cardroom {}.</p></article>\n",
                       zone(), CARDROOM_VERSION);
  }

 private:
  // Links and games by their display names; the link's id, which other reports sort by, stays beside it.
  static std::string named(std::string_view name, const std::string& value, const HtmlOptions& options) {
    const bool link = name == "link";
    const auto found = link || name == "game" ? options.names.find(value) : options.names.end();
    if (found == options.names.end()) return value;
    return link && found->second != value ? fmt::format("{} ({})", escaped(found->second), value)
                                          : escaped(found->second);
  }
  std::string title(std::string_view name) const {
    return escaped(std::ranges::find(table_.columns, name, &Column::name)->title);
  }
  std::string zone() const {
    const auto offset = std::ranges::find(report_.parameters, "utc_offset", &Parameter::name);
    return offset == report_.parameters.end() || offset->value == "+00:00" ? "" : offset->value;
  }
  // Signature lines for everyone the journal names, and for the player where money is paid. A keypad without a card is
  // signed for by the dealer, whose name the journal does not have.
  std::string signatures(bool is_void) const {
    std::string html = "<div class=\"signs\">";
    for (const char* name : {"marked_by", "acknowledged_by", "confirmed_by", "second"})
      if (const std::string who = at(name); !who.empty())
        html +=
            fmt::format("<div><b>{}</b>{}</div>", who == "the table" ? "Dealer at " + at("table") : who, title(name));
    if (!is_void) html += "<div><b>&nbsp;</b>Received by the player</div>";
    return html + "</div>\n";
  }
  static std::string checklist() {
    std::string html = "<h2>Verified before payment</h2><ul class=\"checks\">";
    for (const char* check : {"Cards shown to the camera", "Deck counted", "Hand sealed and retained"})
      html += fmt::format("<li><i></i>{}<u></u></li>", check);
    return html + "</ul>\n";
  }

  const Report& report_;
  const Table& table_;
  const std::vector<Cell>& row_;
};

}  // namespace

std::string win_pages_html(const Report& report, const Table& table, const HtmlOptions& options) {
  std::string html(win_page_style);
  for (const auto& row : table.rows) html += Page(report, table, row).to_html(options);
  return html;
}

}  // namespace cardroom::forms
