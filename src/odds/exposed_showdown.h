// Seen cards in a showdown game (Three Card Poker, Caribbean Stud and the like): one decision, and the expectation of
// each choice follows from how many of the hands that the dealer may hold rank below a few ranks.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "base/prng.h"
#include "cards/deck.h"
#include "odds/base_game.h"
#include "odds/exposed.h"
#include "odds/showdown.h"
#include "odds/unseen_hands.h"

namespace cardroom::odds {

class ExposedShowdown : public ExposedGame {
 public:
  static constexpr int choices_max = 5;

  // The counts are of shape_of(table), with the up-card where there is one. `table` is any; it is made exact here.
  ExposedShowdown(const Table& table, const ShowdownCounts& counts, Seen seen);

  // `up` are the dealer's cards that the rules show, `hole` those of the others that are seen all the same (both
  // together at most UnseenHands::known_max), `seen` the other players' cards.
  Situation look(CardSet own, CardSet up, CardSet hole, CardSet seen) const;
  // The same in net cents, added up over the hands that the dealer may hold.
  struct Sums {
    std::vector<Choice> choices;
    std::vector<int64_t> net_sums;
    size_t basic = 0;
    size_t best = 0;
    uint32_t hands = 0;
  };
  Sums sums(CardSet own, CardSet up, CardSet hole, CardSet seen) const;
  // Of them the net sums alone.
  std::vector<int64_t> worths(CardSet own, CardSet up, CardSet seen) const;

  const Table& table() const { return basic_.table; }
  Cents unit() const { return basic_.stakes.front(); }

 protected:
  ExposedTally play_block(uint64_t prng_key, uint64_t block, const Thinning& every) const override;
  void learn_block(uint64_t prng_key, uint64_t block, CountLearner& learner) const override;
  size_t counting_ways() const override;
  std::string counting_words(size_t way) const override;
  uint32_t group_count() const override;
  std::string group_words(uint32_t group) const override;
  std::string option_words(uint32_t group, size_t option) const override;

 private:
  // The values of the choices of hands of one rank.
  struct RankPlan {
    Cuts cuts;
    std::vector<Choice> choices;
    std::vector<int64_t> payoffs;  // [choice][interval]
    std::vector<int64_t> stakes;   // by choice: the total wager
    uint16_t group = 0;
    int first_rank = 0;  // of the pair, or of the highest card
  };
  struct Basic {
    uint8_t choice;
    uint8_t bin;
  };
  // Where the player's cards are up to a renaming of suits one of few classes, basic play is looked up; seven cards are
  // too many, and what is best for them is counted when they are drawn.
  bool by_class() const { return counts_->shape().player_cards <= 5; }
  bool with_wilds() const;
  uint32_t class_of(CardSet own) const;
  // A deal as far as the player sees it, and what basic play makes of it.
  struct Dealt {
    const RankPlan* plan = nullptr;
    CardSet own;
    CardSet known;  // of the dealer's
    CardSet seen;   // of the other players'
    CardSet unseen;
    int up_rank = -1;
    uint8_t basic = 0;
    uint8_t bin = 0;
  };
  // Nothing where the bin is thinned out this time.
  std::optional<Dealt> deal(base::Prng& prng, cards::Deck& full, const Thinning& every) const;
  Clue clue_of(const Dealt& dealt, const std::array<int64_t, choices_max>& sums, size_t first, size_t last) const;
  void plan_ranks();
  void plan_basic();
  // By what every choice is worth with no card of another's seen.
  Basic basic_of(const RankPlan& plan, const std::array<int64_t, choices_max>& sums) const;
  Basic basic_now(const RankPlan& plan, CardSet known, CardSet unseen) const;
  void name_changes();
  void expect(const RankPlan& plan, CardSet known, CardSet unseen, std::array<int64_t, choices_max>& sums) const;

  const ShowdownCounts* counts_;
  Seen seen_;
  Play basic_;  // exact table, stakes; cells of best play
  UnseenHands hands_;
  std::vector<RankPlan> plans_;      // by rank
  std::vector<std::string> groups_;  // names
  std::vector<uint32_t> player_of_class_;
  std::vector<Basic> basics_;  // [player][slot]
};

}  // namespace cardroom::odds
