// Games in which a hand is drawn to a paytable (Let It Ride, Mississippi Stud): nobody is to be beaten, community cards
// are turned one by one, and before each the player decides about his wagers. A decision is worth what best play makes
// of it afterwards, so that what has been bet is carried along.
//
// DrawGame::look is the exact worth of every choice at one decision, given all that is seen: the hand so far, and any
// other cards that are known to be out of the deck. It takes microseconds, because hands are told apart only by
// their ranks and by whether they can still become a flush; every way in which the cards to come can be turned is
// counted all the same. Everything is in integers.
//
// It asks the game's own script, actions and settle, once, when it is made. What it rests on (not_a_draw says where it
// does not hold): the cards are seen one by one with a decision before each, all wagers that go with the first are paid
// by one five-card hand, and what is offered does not depend on the cards.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "odds/settling.h"

namespace cardroom::odds {

using cards::CardSet;

// Why a game cannot be analysed by this family's method; nothing where it can.
std::optional<std::string> not_a_draw(const Table& table);

class DrawGame {
 public:
  static constexpr int choices_max = 6;  // at one decision
  static constexpr int leaves_max = 64;  // ways through all decisions; Mississippi Stud has 40

  // One exact unit on the first wager and on each that must be bet with it; pays exact.
  explicit DrawGame(const Table& table);
  // These stakes before the deal, at the table as it is: its chips, rounding and limits. Other wagers than those that
  // go with the first are left out.
  DrawGame(const Table& table, const Stakes& stakes);

  const Table& table() const { return table_; }
  int own_cards() const { return own_cards_; }
  int decisions() const { return decisions_; }  // as many as community cards
  Cents unit() const { return unit_; }          // the stake on the first wager, of which figures are

  // What one choice at a decision leads to: another decision, or the end (a leaf).
  struct Option {
    Choice choice;
    int node = -1;  // the next decision; −1: the end
    int leaf = -1;  // where it ends: folded, or the last card is turned
  };
  // A decision with the wagers as they stand then. Options run from the least at stake to the most.
  struct Node {
    int decision = 0;
    Stakes stakes{};
    std::vector<Choice> before;  // the choices that led here
    std::vector<Option> options;
    int state = 0;  // nodes of one decision that are worth the same share one
  };
  struct Leaf {
    Stakes stakes{};
    std::vector<Choice> choices;
    bool folded = false;
  };
  static constexpr int first_node = 0;
  int node_count() const { return static_cast<int>(nodes_.size()); }
  const Node& node(int index) const { return nodes_[static_cast<size_t>(index)]; }
  std::span<const Leaf> leaves() const { return leaves_; }
  // The decision at which the wagers stand so; nothing where the round never comes to that.
  std::optional<int> find_node(int decision, const Stakes& stakes) const;

  struct Worth {
    int64_t ways = 0;  // in which the cards to come can be turned, in their order, all equally likely
    int count = 0;     // of the node's options
    std::array<int64_t, choices_max> net_sums{};  // by option: net cents of all base wagers, added up over the ways
    int best = 0;                                 // of equals the one with less at stake
    int boldest = 0;                              // of equals the one with more

    bool tied() const { return best != boldest; }
  };
  // At a decision: `hand` is the player's cards and the community cards turned so far, `dead` other cards that are
  // known to be gone (none of them in the hand). Enough cards must be left for those to come. From any thread.
  Worth look(int node, CardSet hand, CardSet dead = {}) const;
  // The same for a player who does not see the dead cards: here and afterwards he does what is best without them (ties
  // to less at stake), while the cards to come are those that are really left. `best` and `boldest` are both what he
  // does. Added up over all deals of dead cards this is look() without any: a control for whoever samples such deals.
  Worth follow(int node, CardSet hand, CardSet dead) const;

  // The ranks of five cards between which no outcome changes, by their lowest, ascending from 0.
  std::span<const int> rank_starts() const { return rank_starts_; }
  // Which of these intervals a rank is in.
  int interval_of(cards::HandRank rank) const { return interval_of_rank_[static_cast<size_t>(rank.value())]; }
  // What a leaf's wagers come to with a hand of an interval, in net cents; folded ones whatever the hand.
  int64_t net_of_leaf(int leaf, int interval) const;

 private:
  template <class Number>
  using ByRank = std::array<Number, 16>;  // thirteen ranks, filled up so that they are multiplied in one go
  // The pays of one card more: by the ranks of four cards, and the rank of the fifth.
  struct PayTable {
    std::vector<int64_t> net;             // by interval; as small as can be, a leaf has a multiple of it
    std::vector<ByRank<int64_t>> mixed;   // the five are of several suits
    std::vector<ByRank<int64_t>> suited;  // what it adds that all five are of one suit
    std::vector<ByRank<int32_t>> small;   // as mixed, where no sum over a deck is beyond 32 bits; else empty
  };
  // How a state's options end or go on.
  struct StateOption {
    int64_t fold_net = 0;  // where it folds
    int next = -1;         // the state of the next decision
    int pays = -1;         // the end: which PayTable,
    int64_t factor = 0;    // and how many times
    auto operator<=>(const StateOption&) const = default;
  };
  using State = std::vector<StateOption>;
  static constexpr int states_max = 16;
  using Values = std::array<int64_t, states_max>;  // by state of one decision
  // The states of the last decision in short, where one table of pays serves all ends: to fold, where that is offered,
  // or to have so many times the pays, the fewest or the most.
  struct LastStates {
    bool plain = false;
    bool folds = false;
    Values fold{}, fewest{}, most{};
  };

  struct Unseen {
    ByRank<int32_t> count{};  // by rank
    uint32_t suited = 0;      // ranks left in the hand's suit; 0 where it is of several
    bool hand_suited = false;
    int64_t total = 0;
  };

  static Unseen unseen_of(CardSet left, CardSet hand);
  // What the options of a decision may come to: by state of the next one, or by table of pays.
  struct Ahead {
    explicit Ahead(const Unseen& left) : unseen(left) {}
    Unseen unseen;
    int64_t ways = 0;
    Values next{};
    std::array<int64_t, leaves_max> last;
    int64_t worth(const StateOption& option) const;
  };
  void follow_ahead(int decision, size_t number, bool suited, Ahead& seeming, Ahead& real) const;
  void follow_values(int decision, const Ahead& seeming, const Ahead& real, Values& seeming_out,
                     Values& real_out) const;

  void grow(int node);
  void price_leaves();
  void merge_states();
  int state_of(int node);
  int add_pays(const std::vector<int64_t>& nets, int64_t& factor);

  int64_t sum_of_last(size_t pays, size_t four, bool suited, const Unseen& unseen, int a = -1, int b = -1) const;
  void last_values(size_t four, bool suited, const Unseen& unseen, int a, int b, Values& out) const;
  void sum_of_one(size_t three, bool suited, const Unseen& unseen, Values& sums) const;
  void sum_of_two(size_t two, bool suited, const Unseen& unseen, Values& sums) const;
  void best_of(int decision, const Values& sums, int64_t ways, Values& out) const;

  Table table_;
  Stakes stakes_{};
  Cents unit_;
  int own_cards_ = 0;
  int decisions_ = 0;
  size_t reading_ = 0;
  std::vector<Node> nodes_;
  std::vector<Leaf> leaves_;
  std::vector<int> rank_starts_;
  std::vector<int16_t> interval_of_rank_;
  std::vector<std::vector<int64_t>> leaf_nets_;  // [leaf][interval]
  std::vector<std::vector<State>> states_;       // [decision]
  LastStates last_;
  std::vector<PayTable> pays_;
};

}  // namespace cardroom::odds
