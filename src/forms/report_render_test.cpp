#include <gmock/gmock.h>

#include <boost/json.hpp>

#include "forms/report_render.h"

namespace cardroom::forms {
namespace {

using namespace ledger::reports;
using ::testing::HasSubstr;
using ::testing::Not;

Report report_with(const std::string& text, base::MeterUnits amount = base::MeterUnits(125'000'000)) {
  Report report{.id = "adjustments",
                .title = "Adjustments",
                .parameters = {{"since", "2026-01-01"}, {"utc_offset", "-08:00"}, {"day_starts", "06:00"}},
                .tables = {},
                .notes = {"a note"},
                .alarms = {},
                .utc_offset_minutes = -480};
  report.tables.push_back({.id = "rows",
                           .title = "Rows",
                           .columns = {{"time", "Time", Unit::time},
                                       {"document", "Document"},
                                       {"change", "Change", Unit::money},
                                       {"count", "Count", Unit::count},
                                       {"limit", "Limit", Unit::money}},
                           .rows = {{Instant{1'767'614'400'123}, text, amount, int64_t{1'234'567}, Cell()}},
                           .totals = {}});
  return report;
}

TEST(ReportCsv, EndsLinesAndQuotesAsRfc4180Says) {
  const Report report = report_with("a, \"b\"");
  EXPECT_EQ(report_csv(report, report.tables[0]),
            "time,document,change,count,limit\r\n"
            "2026-01-05T04:00:00.123-08:00,\"a, \"\"b\"\"\",1.25,1234567,\r\n");
}

TEST(ReportCsv, DisarmsTextsThatASpreadsheetWouldRun) {
  // Blanks before it: a space, one that does not break, one of no width, a byte order mark, several.
  for (const char* text : {"=1+1", "+1", "-1", "@SUM(A1)", " =1+1", "\u00a0=1", "\u200b+1", "\ufeff-1",
                           "\u3000\u2060@A1", "\uff1d1+1", "\u200b\uff20A1"}) {
    const Report report = report_with(text);
    EXPECT_THAT(report_csv(report, report.tables[0]), HasSubstr(std::string(",'") + text + ","));
  }
  // A tab or line break before the formula is a space before it is looked at.
  const Report report = report_with("\t=1+1");
  EXPECT_THAT(report_csv(report, report.tables[0]), HasSubstr(",' =1+1,"));
  for (const char* text : {"a=1", "1-1", "\u200ba", ""}) {
    const Report harmless = report_with(text);
    EXPECT_THAT(report_csv(harmless, harmless.tables[0]), HasSubstr("," + std::string(text) + ","));
  }
}

TEST(ReportCsv, LeavesNegativeAmountsAlone) {
  const Report report = report_with("x", base::MeterUnits(-125'000'000));
  EXPECT_THAT(report_csv(report, report.tables[0]), HasSubstr(",x,-1.25,"));
}

// A percentage is kept as text. In a column for people's words the same characters are disarmed.
TEST(ReportCsv, LeavesNegativeFiguresAloneThatAreKeptAsText) {
  Report report = report_with("-616.67");
  for (const Unit unit : {Unit::percent, Unit::number, Unit::probability}) {
    report.tables[0].columns[1].unit = unit;
    EXPECT_THAT(report_csv(report, report.tables[0]), HasSubstr(",-616.67,"));
  }
  report.tables[0].columns[1].unit = Unit::text;
  EXPECT_THAT(report_csv(report, report.tables[0]), HasSubstr(",'-616.67,"));
}

TEST(ReportJson, WritesMoneyAsTextAndCountsAsNumbers) {
  const auto root = boost::json::parse(report_json(report_with("x", base::MeterUnits(-1))));
  const auto& row = root.at("tables").at(0).at("rows").at(0);
  EXPECT_EQ(row.at("change"), "-0.00000001");
  EXPECT_EQ(row.at("count"), 1'234'567);
  EXPECT_EQ(row.at("time"), "2026-01-05T04:00:00.123-08:00");
  EXPECT_TRUE(row.at("limit").is_null());
}

TEST(ReportJson, IsWholeWhateverPeopleWrote) {
  for (const char* text : {"\x01"
                           "5}",
                           "\"\\", "\n", "héé"}) {
    const auto root = boost::json::parse(report_json(report_with(text)));
    EXPECT_TRUE(root.at("tables").at(0).at("rows").at(0).at("document").is_string());
  }
}

TEST(ReportText, GivesAColumnThePlacesThatItsFinestAmountNeeds) {
  Report report = report_with("x");
  auto row = report.tables[0].rows[0];
  row[2] = base::MeterUnits(100'012'500'000);
  report.tables[0].rows.push_back(row);
  row[2] = base::MeterUnits(0);
  report.tables[0].rows.push_back(row);
  const std::string text = report_text(report);
  EXPECT_THAT(text, HasSubstr("$1.250  "));
  EXPECT_THAT(text, HasSubstr("$1,000.125  "));
  EXPECT_THAT(text, HasSubstr("–  "));
  EXPECT_THAT(text, HasSubstr("1,234,567"));
}

TEST(ReportText, SendsNoControlCharactersToATerminal) {
  EXPECT_THAT(report_text(report_with("\x1b[2Jgone")), Not(HasSubstr("\x1b")));
}

TEST(ReportText, PutsWhatIsWrongFirst) {
  Report report = report_with("x");
  report.alarms = {"DIFFERENCE of 1.00"};
  const std::string text = report_text(report);
  EXPECT_LT(text.find("*** DIFFERENCE of 1.00 ***"), text.find("Rows"));
}

TEST(ReportHtml, EscapesWhatPeopleWroteAndLoadsNothing) {
  const std::string html = report_html(report_with("<script>alert(1)</script>"), {});
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;"));
  for (const char* outside : {"http:", "https:", "src=", "url(", "@import", "<link"})
    EXPECT_THAT(html, Not(HasSubstr(outside)));
}

TEST(ReportHtml, BringsTheTypefaceThatItIsGiven) {
  const std::string html = report_html(report_with("x"), {.font_faces = "@font-face { font-family: Inter; }\n"});
  const size_t face = html.find("<style>@font-face { font-family: Inter; }");
  ASSERT_NE(face, std::string::npos);
  EXPECT_LT(face, html.find("body { font: 15px/1.5 Inter,"));
}

TEST(ReportHtml, PrintsAVoidPageAsVoidAndAChecklistOnlyWhereMoneyIsPaid) {
  Report report = report_with("x");
  Table pages{.id = "pages",
              .title = "Win slips",
              .layout = Layout::pages,
              .columns = {{"page", "Win slip", Unit::count},
                          {"status", "Status"},
                          {"amount", "Amount", Unit::money},
                          {"hand", "Hand"},
                          {"marked_by", "Marked by"},
                          {"acknowledged_by", "Acknowledged by"},
                          {"confirmed_by", "Confirmed by"},
                          {"void_document", "Void document"}},
              .rows = {{int64_t{12}, std::string("VOID"), base::Cents(100'440), std::string("royal flush"),
                        std::string("Dan"), std::string(), std::string("Eve"), std::string("INC-<7>")}},
              .totals = {}};
  for (const char* name : {"table", "link", "position", "game", "round", "wager", "day", "paid_from", "marked_at",
                           "tax", "envy", "envy_total", "claim", "entry"}) {
    pages.columns.push_back({name, name});
    pages.rows[0].push_back(std::string());
  }
  report.tables = {pages};
  const std::string plain = report_html(report, {});
  EXPECT_THAT(plain, HasSubstr("<b>VOID</b>"));
  EXPECT_THAT(plain, HasSubstr("INC-&lt;7&gt;"));
  EXPECT_THAT(plain, HasSubstr("$1,004<small>.40</small>"));
  EXPECT_THAT(report_html(report, {.checklist = true}), Not(HasSubstr("Deck counted")));
  report.tables[0].rows[0][1] = std::string("valid");
  EXPECT_THAT(report_html(report, {.checklist = true}), HasSubstr("Deck counted"));
  EXPECT_THAT(report_html(report, {}), Not(HasSubstr("VOID")));
}

TEST(ReportHtml, AWinPageHasALineForEachWhoMustSignAndForNobodyElse) {
  Report report = report_with("x");
  Table pages{.id = "pages",
              .title = "Win slips",
              .layout = Layout::pages,
              .columns = {{"page", "Win slip", Unit::count},
                          {"amount", "Amount", Unit::money},
                          {"status", "Status"},
                          {"table", "Table"},
                          {"marked_by", "Marked by"},
                          {"acknowledged_by", "Acknowledged by"},
                          {"confirmed_by", "Confirmed by"}},
              .rows = {{int64_t{12}, base::Cents(100'440), std::string("valid"), std::string("T7"),
                        std::string("the table"), std::string(), std::string("Eve (exe)")}},
              .totals = {}};
  report.tables = {pages};
  const auto signs = [&] {
    const std::string html = report_html(report, {});
    const size_t from = html.find("<div class=\"signs\">");
    return html.substr(from, html.find("<p class=\"foot\">") - from);
  };
  EXPECT_EQ(signs(),
            "<div class=\"signs\"><div><b>Dealer at T7</b>Marked by</div><div><b>Eve (exe)</b>Confirmed by</div>"
            "<div><b>&nbsp;</b>Received by the player</div></div>\n");
  report.tables[0].rows[0][5] = std::string("Sam (sup)");
  EXPECT_THAT(signs(), HasSubstr("<b>Sam (sup)</b>Acknowledged by"));
  // Nothing is received for a win that is void.
  report.tables[0].rows[0][2] = std::string("VOID");
  EXPECT_THAT(signs(), Not(HasSubstr("player")));
}

TEST(ReportHtml, AWinPageNamesHouseLinkAndGameAsPeopleDo) {
  Report report = report_with("x");
  Table pages{.id = "pages",
              .title = "Win slips",
              .layout = Layout::pages,
              .columns = {{"page", "Win slip", Unit::count}, {"amount", "Amount", Unit::money}},
              .rows = {{int64_t{12}, base::Cents(100'440)}},
              .totals = {}};
  for (const char* name :
       {"status", "hand", "level", "link", "game", "time", "marked_by", "acknowledged_by", "confirmed_by", "second"}) {
    pages.columns.push_back({name, name});
    pages.rows[0].push_back(std::string(name == std::string_view("link")   ? "ML03"
                                        : name == std::string_view("game") ? "caribbean-stud"
                                                                           : ""));
  }
  report.tables = {pages};
  const std::string html = report_html(
      report, {.house = "The <Ace>", .names = {{"ML03", "Mega & Major"}, {"caribbean-stud", "Caribbean Stud Poker"}}});
  EXPECT_THAT(html, HasSubstr("The &lt;Ace&gt;"));
  EXPECT_THAT(html, HasSubstr("<dd>Mega &amp; Major (ML03)</dd>"));
  EXPECT_THAT(html, HasSubstr("<dd>Caribbean Stud Poker</dd>"));
  EXPECT_THAT(report_html(report, {}), HasSubstr("<dd>ML03</dd>"));
}

}  // namespace
}  // namespace cardroom::forms
