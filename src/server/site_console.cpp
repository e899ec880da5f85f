// What the console asks besides the floor: how meters went, wins, what rules would come to, presets.
#include <fmt/format.h>

#include <charconv>

#include "server/request.h"
#include "server/site.h"

namespace cardroom::server {

namespace {

constexpr uint64_t points_max = 500;  // a plot is not wider
constexpr uint64_t wins_max = 200;    // of one page

std::expected<uint64_t, Response> number_in(const Request& request, const char* name, uint64_t least, uint64_t most,
                                            uint64_t plain) {
  const std::string_view text = request.parameter(name);
  if (text.empty()) return plain;
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value >= least && value <= most) return value;
  return std::unexpected(error_response(
      400, error_of(ServerRefusal::malformed, fmt::format("must be a number from {} to {}", least, most), name)));
}

}  // namespace

void FloorSite::history(const Request& request, const LinkId& id, Done done) {
  if (const auto unknown = unknown_parameter(request, {"since", "until", "points"})) return done(*unknown);
  constexpr uint64_t time_max = INT64_MAX;
  const auto since = number_in(request, "since", 0, time_max, 0);
  if (!since) return done(since.error());
  const auto until = number_in(request, "until", 0, time_max, time_max);
  if (!until) return done(until.error());
  const auto points = number_in(request, "points", 1, points_max, 200);
  if (!points) return done(points.error());
  const size_t levels = manager_.state().links.at(id).levels.size();
  const Chronicle& chronicle = options_.past->chronicle();
  HistoryView view{id, options_.past->is_whole(), {}};
  for (const Chronicle::Sample& sample :
       chronicle.samples(id, static_cast<int64_t>(*since), static_cast<int64_t>(*until), *points)) {
    HistoryPoint point{sample.time_ms, sample.sequence, {}};
    for (size_t level = 0; level < levels; ++level) point.meters.emplace_back(sample.meters[level]);
    view.points.push_back(std::move(point));
  }
  done(json_response(ledger::to_full_json(view)));
}

void FloorSite::wins(const Request& request, const Gate::Session&, Done done) {
  if (const auto unknown = unknown_parameter(request, {"link", "after", "limit"})) return done(*unknown);
  const LinkId link{std::string(request.parameter("link"))};
  if (!link.empty() && !manager_.state().links.contains(link))
    return done(error_response(404, error_of(ServerRefusal::not_found, "not found: no such progressive", "link")));
  const auto after = number_in(request, "after", 0, UINT64_MAX, 0);
  if (!after) return done(after.error());
  const auto limit = number_in(request, "limit", 1, wins_max, 50);
  if (!limit) return done(limit.error());
  const Chronicle& chronicle = options_.past->chronicle();
  WinsPage page{options_.past->is_whole(), manager_.state().last_page, chronicle.wins(link, *after, *limit)};
  for (WinRow& row : page.wins) show_owed(row, manager_.state(), manager_.now_ms());
  done(json_response(ledger::to_full_json(page)));
}

void FloorSite::advice(const Request& request, const Gate::Session&, Done done) {
  const auto refuse = [&](std::string text, std::string field) {
    done(error_response(400, error_of(ServerRefusal::malformed, std::move(text), std::move(field))));
  };
  if (!is_json(request)) return refuse("the body must be JSON, with Content-Type: application/json", "");
  auto rules = ledger::from_json_text<LinkRules>(request.body, ledger::command_bytes_max);
  // A form has these fields in a command: they are called as there.
  if (!rules) return refuse(rules.error().text, rules.error().field.empty() ? "rules" : "rules." + rules.error().field);
  const bool taken = clerk_.run([rules = std::move(*rules), done]() -> std::function<void()> {
    const auto judged = judge(rules);
    auto response =
        judged ? json_response(ledger::to_full_json(*judged)) : error_response(409, error_of(judged.error()));
    return [done, response = std::move(response)] { done(response); };
  });
  if (!taken)
    done(error_response(503, error_of(ServerRefusal::busy, "too many requests at once; try again in a moment")));
}

void FloorSite::presets(const Request&, const Gate::Session&, Done done) {
  const bool taken = clerk_.run([done]() -> std::function<void()> {
    return [done, response = json_response(message_text("presets", preset_views()))] { done(response); };
  });
  if (!taken)
    done(error_response(503, error_of(ServerRefusal::busy, "too many requests at once; try again in a moment")));
}

}  // namespace cardroom::server
