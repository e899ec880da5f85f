// cardroom audit LEDGER: recomputes everything from the journal and reports each error with its entry.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <charconv>
#include <filesystem>
#include <memory>
#include <thread>

#include "cli/command.h"
#include "cli/ledger_anchor.h"
#include "cli/output_file.h"
#include "cli/progress.h"
#include "cli/report_options.h"
#include "cli/show_round.h"
#include "forms/json_text.h"
#include "forms/report_render.h"
#include "forms/text_table.h"
#include "ledger/audit.h"
#include "ledger/codec.h"
#include "progressive/laws.h"

namespace cardroom::cli {

using namespace forms;

namespace {

using namespace ledger;
using ledger::reports::plain_money;

struct AuditOptions {
  std::string ledger;
  PeriodOptions period;
  std::string anchor;
  std::string key;
  std::string export_to;
  std::string resume;
  int threads = 0;  // 0: one per core
  bool json = false;
};

// "1240:0e57…", or a file that a game manager keeps.
Head anchor_of(const AuditOptions& options) {
  const std::string& text = options.anchor;
  const size_t colon = text.find(':');
  const bool is_head = colon != std::string::npos && colon > 0 && text.find_first_not_of("0123456789") == colon;
  const auto wrong = [&] {
    return Stop(usage, fmt::format("--anchor {}: expected a file, or an entry number, ':' and the 64 hexadecimal "
                                   "digits of its hash",
                                   text));
  };
  if (!is_head && !std::filesystem::exists(text)) throw wrong();
  if (!is_head) return anchor_in_file(text, options.key).head;
  if (!options.key.empty()) throw Stop(usage, "--key: only an anchor file is signed; SEQUENCE:HASH needs no key");
  Head anchor;
  if (text.size() != colon + 1 + 64) throw wrong();
  const auto [end, error] = std::from_chars(text.data(), text.data() + colon, anchor.sequence);
  if (error != std::errc() || end != text.data() + colon || anchor.sequence == 0) throw wrong();
  for (size_t i = 0; i < anchor.hash.size(); ++i) {
    const char* digits = text.data() + colon + 1 + 2 * i;
    const auto [stop, bad] = std::from_chars(digits, digits + 2, anchor.hash[i], 16);
    if (bad != std::errc() || stop != digits + 2) throw wrong();
  }
  return anchor;
}

// A JSON string of bytes that no longer parse as an event; everything but printable ASCII is escaped by its number.
std::string escaped_bytes(std::string_view bytes) {
  std::string out = "\"";
  for (const char c : bytes) {
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (c < 0x20 || c > 0x7e)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else
      out += c;
  }
  return out + "\"";
}

std::string export_line(const Entry& entry) {
  boost::json::error_code error;
  (void)boost::json::parse({entry.body.data(), entry.body.size()}, error);
  const bool whole = !error && entry.body.find_first_of("\r\n") == std::string::npos;
  return fmt::format(R"({{"sequence":{},"time":"{}","command_id":{},"hash":"{}",{}:{}}})"
                     "\n",
                     entry.sequence, reports::time_iso(entry.time_ms, 0), escaped_bytes(entry.command_id),
                     to_hex(entry.hash), whole ? "\"event\"" : "\"body\"",
                     whole ? entry.body : escaped_bytes(entry.body));
}

uint64_t export_entries(Store& store, const AuditOptions& options, const reports::Period& period, const Head& head) {
  OutputFile file(options.export_to);
  uint64_t written = 0;
  const auto read = store.read(1, [&](const Entry& entry) {
    if (entry.sequence > head.sequence) return false;
    if (period.contains(entry.time_ms)) {
      file.write(export_line(entry));
      ++written;
    }
    return true;
  });
  if (!read) throw Stop(failed, read.error().to_text());
  file.commit();
  return written;
}

std::string result_text(const AuditResult& result, int utc_offset_minutes) {
  TextTable facts({{""}, {""}});
  facts.add({"entries", fmt::format("{}", result.entries)});
  if (result.continued_at > 0) facts.add({"continued", fmt::format("after entry {}", result.continued_at)});
  facts.add({"accepted", fmt::format("{}", result.accepted)});
  facts.add({"refused", fmt::format("{}", result.refused)});
  if (result.entries > 0) {
    facts.add({"first", reports::time_text(result.first_ms, utc_offset_minutes)});
    facts.add({"last", reports::time_text(result.last_ms, utc_offset_minutes)});
    facts.add({"next anchor", fmt::format("{}:{}", result.head.sequence, to_hex(result.head.hash))});
  }
  std::string text = facts.to_text(0);
  TextTable meters({{"link"},
                    {"level"},
                    {"meter", Align::right},
                    {"overflow", Align::right},
                    {"reserve", Align::right},
                    {"pending", Align::right},
                    {"disputed", Align::right},
                    {"hits", Align::right}});
  for (const auto& [id, link] : result.state.links)
    for (size_t i = 0; i < link.levels.size(); ++i) {
      const progressive::LevelState& level = link.levels[i];
      meters.add({id.text, harmless(link.rules.levels[i].name), plain_money(level.funds.meter),
                  plain_money(level.funds.overflow), plain_money(level.funds.reserve), plain_money(level.pending),
                  plain_money(level.disputed), fmt::format("{}", level.hits)});
    }
  if (!result.state.links.empty())
    text += fmt::format("\nMeters, recomputed from the journal{}\n\n{}",
                        result.findings.empty() ? "" : " as far as the rules could be followed", meters.to_text(2));
  text += "\nLaws checked at every entry: ";
  bool first = true;
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<progressive::Law>>([&](auto law) {
    text += fmt::format("{}{}", first ? "" : ", ", reports::in_words(law.name));
    first = false;
  });
  text += "\n";
  if (result.findings.empty()) return text + "\nClean: no errors found.\n";
  TextTable findings({{"entry", Align::right}, {"kind"}, {"what"}});
  for (const Finding& finding : result.findings)
    findings.add({finding.sequence == 0 ? "–" : fmt::format("{}", finding.sequence),
                  std::string(finding_name(finding.kind)), harmless(finding.text)});
  return text + fmt::format("\nFindings{}\n\n{}", result.findings.size() == findings_max ? " (first 100)" : "",
                            findings.to_text(2));
}

std::string result_json(const AuditResult& result) {
  namespace json = boost::json;
  json::array levels;
  for (const auto& [id, link] : result.state.links)
    for (size_t i = 0; i < link.levels.size(); ++i) {
      const progressive::LevelState& level = link.levels[i];
      levels.emplace_back(json::object{{"link", id.text},
                                       {"level", harmless(link.rules.levels[i].name)},
                                       {"meter", plain_money(level.funds.meter)},
                                       {"overflow", plain_money(level.funds.overflow)},
                                       {"reserve", plain_money(level.funds.reserve)},
                                       {"pending", plain_money(level.pending)},
                                       {"disputed", plain_money(level.disputed)},
                                       {"hits", level.hits}});
    }
  json::array laws;
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<progressive::Law>>(
      [&](auto law) { laws.emplace_back(law.name); });
  const auto time = [&](int64_t time_ms) {
    return result.entries == 0 ? json::value() : json::value(reports::time_iso(time_ms, 0));
  };
  json::array findings;
  for (const Finding& finding : result.findings)
    findings.emplace_back(json::object{{"entry", finding.sequence == 0 ? json::value() : json::value(finding.sequence)},
                                       {"kind", finding_name(finding.kind)},
                                       {"text", harmless(finding.text)}});
  return pretty(
      json::object{{"entries", result.entries},
                   {"accepted", result.accepted},
                   {"refused", result.refused},
                   {"head", json::object{{"sequence", result.head.sequence}, {"hash", to_hex(result.head.hash)}}},
                   {"first", time(result.first_ms)},
                   {"last", time(result.last_ms)},
                   {"levels", std::move(levels)},
                   {"laws", std::move(laws)},
                   {"clean", result.is_clean()},
                   {"findings", std::move(findings)}});
}

void run_audit(const AuditOptions& options) {
  reports::Request request;
  read_period(options.period, request);
  const bool to_output = options.export_to == "-";
  if (to_output && options.json)
    throw Stop(usage, "--json: --export - already uses standard output; export to a file instead");
  if (options.export_to.empty() && (request.since || request.until))
    throw Stop(usage,
               "--since, --until: an audit always covers the whole journal; these only choose what --export writes");
  ledger::AuditOptions audit_options;
  if (options.anchor.empty() && !options.key.empty()) throw Stop(usage, "--key: name the anchor file with --anchor");
  if (!options.anchor.empty()) {
    const Head anchor = anchor_of(options);
    if (anchor.sequence > 0) audit_options.anchor = anchor;
  }
  for (const std::string& target : {options.export_to, options.resume}) need_no_ledger_at(target, options.ledger);
  if (same_file(options.export_to, options.resume))
    throw Stop(usage, "--resume: the progress file and the export must be different files");
  const auto store = open_ledger(options.ledger);
  audit_options.threads = options.threads > 0 ? static_cast<unsigned>(options.threads)
                                              : std::clamp(std::thread::hardware_concurrency(), 1U, 64U);
  audit_options.open = [&] { return open_store(options.ledger, OpenMode::read_only); };
  audit_options.note_file = options.resume;
  Progress progress;
  audit_options.progress = [&, reported = uint64_t{0}](uint64_t finished, uint64_t total) mutable {
    if (reported == 0) progress.begin("auditing", total);
    progress.advance(finished - reported);
    reported = finished;
    return true;  // Ctrl-C ends it from within
  };
  const auto result = audit(*store, audit_options);
  progress.finish();
  if (!result) throw Stop(failed, result.error().to_text());
  fmt::print(to_output ? stderr : stdout, "{}",
             options.json ? result_json(*result) : result_text(*result, request.time.utc_offset_minutes));
  if (!options.export_to.empty()) {
    reports::Period period;
    if (request.since) period.since_ms = request.time.start_ms(*request.since);
    if (request.until) period.until_ms = request.time.start_ms(*request.until + 1);
    const uint64_t written = export_entries(*store, options, period, result->head);
    if (!options.json) fmt::print(to_output ? stderr : stdout, "{} entries exported\n", written);
  }
  if (!result->is_clean())
    throw Stop(refused, fmt::format("{}: the audit failed: {} found", options.ledger,
                                    result->findings.size() == 1 ? std::string("1 error")
                                                                 : fmt::format("{} errors", result->findings.size())));
}

}  // namespace

void add_audit_command(Command app) {
  auto options = std::make_shared<AuditOptions>();
  Command command = app.add_subcommand("audit", "Recompute a ledger from its journal and report errors");
  command.add_option("LEDGER", options->ledger, "Ledger: FILE, sqlite:FILE or postgresql://HOST/NAME").required();
  command
      .add_option("--anchor", options->anchor,
                  "Entry and hash from an earlier audit, or a game manager's anchor file, which the journal must still "
                  "contain")
      .type_name("SEQUENCE:HASH|FILE");
  command.add_option("--key", options->key, "Public key of the anchor file: FILE, or 64 hexadecimal digits")
      .type_name("KEY");
  command.add_option("--export", options->export_to, "Write the entries as JSON Lines; - writes to standard output")
      .type_name("FILE");
  add_period_options(command, options->period);
  command
      .add_option("--resume", options->resume,
                  "Note the progress in FILE, and continue where an interrupted audit noted it")
      .type_name("FILE");
  command.add_option("--threads", options->threads, "Threads, 1 to 64 (default: one per core)").between(1, 64);
  command.add_flag("--json", options->json, "Print JSON");
  command.footer(
      "Exit codes: 0 no errors found; 1 errors found; 2 usage error; 3 the ledger cannot be opened or reached, or the\n"
      "export cannot be written.\n\n"
      "Examples:\n"
      "  cardroom audit house.ledger\n"
      "  cardroom audit house.ledger --anchor house.ledger.anchor --key house.ledger.pub\n"
      "  cardroom audit house.ledger --resume house.progress\n"
      "  cardroom audit house.ledger --export january.jsonl --since 2026-01-01 --until 2026-01-31");
  command.callback([options] { run_audit(*options); });
}

}  // namespace cardroom::cli
