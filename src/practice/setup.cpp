#include "practice/setup.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/prng.h"
#include "base/rational.h"
#include "games/library.h"
#include "games/registry.h"

namespace cardroom::practice {

namespace {

constexpr Cents meter_ceiling{10'000'000'000};        // a hundred million: above any jackpot
constexpr int64_t tally_cents_max = 100'000'000'000;  // a billion in chips: a life of practice
constexpr size_t price_length_max = 80;               // a life of fractions whose denominators are numbers of deals

std::string known_games() {
  std::string known;
  for (const games::Game* game : games::all_games())
    known += fmt::format("{}{}", known.empty() ? "" : ", ", game->facts.id);
  return known;
}

}  // namespace

std::expected<Setup, Refused> set_up(const std::string& game_id, const std::vector<std::string>& paytables,
                                     const std::vector<HouseChoice>& house, const std::vector<MeterNow>& meters,
                                     const std::string& key, uint64_t round) {
  const games::Game* game = games::find_game(game_id);
  if (!game) return malformed("game", fmt::format("unknown game '{}'; the games are {}", game_id, known_games()));
  if (key.empty() || key.size() > key_length_max)
    return malformed("key", fmt::format("must be a string of 1 to {} characters", key_length_max));
  if (std::ranges::any_of(key, [](char c) { return c < ' ' || c > '~'; }))
    return malformed("key", "must contain only printable ASCII characters");
  if (round < 1 || round > rounds_max) return malformed("round", fmt::format("must be from 1 to {}", rounds_max));

  games::TableSetup setup{.game = game, .house = game->facts.house};
  for (size_t at = 0; at < paytables.size(); ++at) {
    games::PaytablePtr paytable = games::shipped_library().find_paytable(game_id, paytables[at]);
    if (!paytable)
      return malformed(fmt::format("paytables[{}]", at),
                       fmt::format("{} has no paytable '{}'", game->facts.name, paytables[at]));
    setup.paytables.push_back(std::move(paytable));
  }
  for (size_t at = 0; at < house.size(); ++at) {
    const auto option = games::find_option(house[at].option);
    if (!option) return malformed(fmt::format("house[{}].option", at), "is not a known house option");
    if (auto set = set_option(*game, setup.house, *option, house[at].value); !set)
      return malformed(fmt::format("house[{}].value", at), set.error());
  }
  setup.limits = games::default_limits(setup.house.chip, nullptr);
  auto table = games::Table::make(setup, games::shipped_library().paytables);
  if (!table) {
    const games::Refusal& refusal = table.error();
    std::string field = refusal.option >= 0 ? "house" : "paytables";
    return std::unexpected(Refused{409, std::string(code_name(refusal.code)), std::move(field), refusal.text});
  }
  Setup done{std::move(*table), {}, base::prng_key_of(key)};
  done.meters = Meters(done.table);
  for (size_t at = 0; at < meters.size(); ++at) {
    if (meters[at].amount < Cents(0) || meters[at].amount > meter_ceiling)
      return malformed(fmt::format("meters[{}].amount", at),
                       fmt::format("must be from $0.00 to {}", base::to_text(meter_ceiling)));
    if (!done.meters.set(meters[at].level, meters[at].amount))
      return malformed(fmt::format("meters[{}].level", at), "is not a level of the progressive paytable in use");
  }
  return done;
}

std::expected<void, Refused> check_tally(const PlayTally& tally) {
  const auto too_large = [](Cents amount) {
    return amount.value() > tally_cents_max || amount.value() < -tally_cents_max;
  };
  if (too_large(tally.staked) || tally.staked < Cents(0)) return malformed("tally.staked", "is out of range");
  if (too_large(tally.net)) return malformed("tally.net", "is out of range");
  if (tally.rounds > tally_count_max) return malformed("tally.rounds", "is out of range");
  if (tally.decisions > tally_count_max) return malformed("tally.decisions", "is out of range");
  if (tally.mistakes > tally.decisions) return malformed("tally.mistakes", "must not exceed the decisions");
  if (tally.price.size() > price_length_max || !base::parse_fraction(tally.price))
    return malformed("tally.price", "must be a fraction such as \"12/5\"");
  return {};
}

}  // namespace cardroom::practice
