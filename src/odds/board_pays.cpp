#include "odds/board_pays.h"

#include <algorithm>
#include <set>

#include "base/check.h"

namespace cardroom::odds {

namespace {

using cards::Ranking;
using games::ActionKind;
using games::Holder;
using games::Step;
using games::View;

// The community cards that are up at each decision.
std::vector<int> turned_at_decisions(const games::Script& script) {
  std::vector<int> turned;
  int up = 0;
  for (const Step& step : script) {
    if (step.kind == Step::Kind::decide) turned.push_back(up);
    const bool shows =
        step.kind == Step::Kind::reveal || (step.kind == Step::Kind::deal && step.face == games::Face::up);
    if (shows && step.holder == Holder::community) up += step.card_count;
  }
  return turned;
}

// The dealer's cards stay down until the end.
bool dealer_is_hidden(const games::Script& script) {
  bool hidden = true;
  for (const Step& step : script) {
    if (step.kind == Step::Kind::deal && step.holder == Holder::dealer && step.face == games::Face::up) hidden = false;
  }
  return hidden;
}

bool reads_seven(const games::Reading& reading, bool player) {
  return reading.player == player && reading.dealer != player && reading.community &&
         reading.ranking == Ranking::five_card;
}

}  // namespace

std::optional<std::string> not_a_shared_board(const Table& table) {
  const games::Facts& facts = table.game().facts;
  if (facts.dealer_reading < 0) return "it has no dealer hand to compare with";
  if (!reads_seven(facts.readings[static_cast<size_t>(facts.player_reading)], true) ||
      !reads_seven(facts.readings[static_cast<size_t>(facts.dealer_reading)], false) ||
      table.cards_of(Holder::player) != 2 || table.cards_of(Holder::dealer) != 2 ||
      table.cards_of(Holder::community) != 5) {
    return "its hands are not two cards plus five community cards";
  }
  if (turned_at_decisions(table.script()) != std::vector{0, 3, 5} || !dealer_is_hidden(table.script()))
    return "its decisions are not before, on and after a flop";
  return std::nullopt;
}

BoardPays::BoardPays(const Table& table, const Stakes& stakes) : table_(table), stakes_(stakes) {
  CHECK(!not_a_shared_board(table));
  const games::Facts& facts = table_.game().facts;
  if (facts.dealer_qualifies) border_ = facts.dealer_qualifies->value();

  // What is offered does not depend on the cards here: any will do.
  const cards::CardSet full = cards::CardSet::full_deck();
  auto next = full.begin();
  const auto take = [&](int count) {
    cards::CardSet cards;
    for (int card = 0; card < count; ++card, ++next) cards.add(*next);
    return cards;
  };
  View view{.own = take(2), .stakes = &stakes_};
  for (int stage = 0; stage < board_stages; ++stage) {
    if (stage > 0) view.community = view.community | take(stage == on_flop ? 3 : 2);
    view.decision = stage;
    auto& menu = choices_[static_cast<size_t>(stage)];
    menu = choices_among(table_.game().actions(view, table_), stakes_.front());
    const ActionKind first = menu.front().kind;
    CHECK(first == (stage == on_river ? ActionKind::fold : ActionKind::check));
  }

  // Ranks between two borders of the rows, on one side of the dealer's border, have the same outcomes.
  std::set<int> starts = {0, border_};
  for (size_t wager = 0; wager < facts.wagers.size(); ++wager) {
    const games::WagerPays* pays = table_.pays(static_cast<int>(wager));
    if (!pays || pays->ranking() != Ranking::five_card) continue;
    for (const games::PayRow& row : pays->rows()) {
      starts.insert(row.covers.low.value());
      starts.insert(row.covers.high.value() + 1);
    }
  }
  starts.erase(class_count(Ranking::five_card));
  CHECK(starts.size() < 256);
  const std::vector<int> segments(starts.begin(), starts.end());
  segment_of_.resize(static_cast<size_t>(class_count(Ranking::five_card)));
  for (size_t rank = 0; rank < segment_of_.size(); ++rank) {
    const auto after = std::ranges::upper_bound(segments, static_cast<int>(rank));
    segment_of_[rank] = static_cast<uint8_t>(after - segments.begin() - 1);
  }
  for (size_t stage = 0; stage < board_stages; ++stage) {
    for (const Choice& choice : choices_[stage]) {
      auto& by_segment = worths_[stage].emplace_back();
      for (size_t at = 0; at < segments.size(); ++at) {
        // A rank in the middle has others of its segment on both sides, so that all kinds of dealer's hands are real.
        const int end = at + 1 < segments.size() ? segments[at + 1] : class_count(Ranking::five_card);
        const int middle = segments[at] + (end - segments[at]) / 2;
        by_segment.push_back(choice.kind == ActionKind::check ? Worth{} : worth_of(middle, choice));
      }
    }
  }
}

BoardPays::Worth BoardPays::worth_of(int player_rank, const Choice& choice) const {
  const int best = class_count(Ranking::five_card) - 1;
  const auto net = [&](int dealer_rank) {
    return total_net(table_, stakes_, player_rank, std::clamp(dealer_rank, 0, best), choice);
  };
  // The dealer's hands come in four kinds, of which one may be empty: what an empty one is worth does not matter.
  Worth worth;
  const int64_t tie = net(player_rank);
  const bool above = player_rank >= border_;
  const int64_t lowest = net(0);
  const int64_t middle = above ? net(border_) : net(player_rank + 1);
  const int64_t highest = net(std::max(border_, player_rank + 1));
  if (above) {
    // Unqualified and beaten, qualified and beaten, the same, better. Where no qualified hand is below the player's,
    // the second is empty.
    const int64_t beaten = border_ < player_rank ? middle : tie;
    worth.unqualified = lowest - beaten;
    worth.below = beaten - tie;
    worth.through = tie - highest;
  } else {
    // Beaten, the same, better but unqualified, better.
    worth.below = (player_rank > 0 ? lowest : tie) - tie;
    worth.through = tie - middle;
    worth.unqualified = middle - highest;
  }
  worth.all = highest;
  return worth;
}

}  // namespace cardroom::odds
