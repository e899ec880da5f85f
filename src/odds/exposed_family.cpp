#include "odds/exposed_family.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "odds/base_game.h"
#include "odds/draw_play.h"
#include "odds/exposed_board.h"
#include "odds/exposed_draw.h"
#include "odds/exposed_showdown.h"
#include "odds/exposed_three_card.h"

namespace cardroom::odds {

namespace {

std::unexpected<WrongCards> wrong(std::string_view which, std::string why) {
  return std::unexpected(WrongCards{which, std::move(why)});
}

std::unexpected<WrongCards> wrong_own(const SeenCards& cards, const Table& table, int own_cards) {
  return wrong("own", fmt::format("{} card{}; a player of {} holds {}", cards.own.size(),
                                  cards.own.size() == 1 ? "" : "s", table.game().facts.name, own_cards));
}

class ShowdownFamily : public ExposedFamily {
 public:
  ShowdownFamily(const Table& table, Progress* progress) : table_(table), counts_(shape_of(table), progress) {}

  std::unique_ptr<ExposedGame> game_for(const Seen& seen, Progress*) const override {
    return std::make_unique<ExposedShowdown>(table_, counts_, seen);
  }

  std::optional<ExposedFigures> counted(const Seen& seen, Progress* progress) const override {
    if (seen.dealer_hole) return {};
    return exposed_three_card(table_, counts_, seen.hands * counts_.shape().player_cards, progress);
  }

  std::expected<Situation, WrongCards> look(const SeenCards& cards) const override {
    const ShowdownShape& shape = counts_.shape();
    if (cards.own.size() != shape.player_cards) return wrong_own(cards, table_, shape.player_cards);
    if (!cards.community.empty()) return wrong("community", "this game has no community cards");
    if (!cards.made.empty()) return wrong("made", "this game has a single decision, with no earlier one");
    if (cards.up.size() != shape.up_cards) {
      return wrong("up",
                   fmt::format("{} cards; the rules show {} of the dealer's cards", cards.up.size(), shape.up_cards));
    }
    const int hole_max = std::min(UnseenHands::known_max, shape.dealer_cards - 1) - shape.up_cards;
    if (cards.hole.size() > hole_max) {
      return wrong("hole", fmt::format("{} cards; at most {} of the dealer's hidden cards may be seen",
                                       cards.hole.size(), hole_max));
    }
    if (auto twice = named_twice(cards)) return std::unexpected(std::move(*twice));
    const int known = cards.own.size() + cards.up.size() + cards.hole.size() + cards.others.size();
    const int hidden = shape.dealer_cards - cards.up.size() - cards.hole.size();
    if (shape.deck.size() - known < hidden) {
      return wrong("others",
                   fmt::format("only {} cards are left, too few for the dealer's hand", shape.deck.size() - known));
    }
    std::call_once(looked_, [&] { looker_ = std::make_unique<ExposedShowdown>(table_, counts_, Seen{}); });
    return looker_->look(cards.own, cards.up, cards.hole, cards.others);
  }

 private:
  Table table_;
  ShowdownCounts counts_;
  mutable std::once_flag looked_;
  mutable std::unique_ptr<ExposedShowdown> looker_;  // for single situations
};

class DrawFamily : public ExposedFamily {
 public:
  explicit DrawFamily(const Table& table)
      : game_(table), base_(best_draw_figures(game_)), looker_(game_, base_.house_edge, base_.average_staked, 0) {}

  std::unique_ptr<ExposedGame> game_for(const Seen& seen, Progress*) const override {
    return std::make_unique<ExposedDraw>(game_, base_.house_edge, base_.average_staked, seen.hands);
  }

  std::expected<Situation, WrongCards> look(const SeenCards& cards) const override {
    if (cards.own.size() != game_.own_cards()) return wrong_own(cards, game_.table(), game_.own_cards());
    const int turned_max = game_.decisions() - 1;
    if (cards.community.size() > turned_max) {
      return wrong("community", fmt::format("{} cards; at the last decision {} {} turned", cards.community.size(),
                                            turned_max, turned_max == 1 ? "is" : "are"));
    }
    if (!cards.up.empty()) return wrong("up", "this game has no dealer hand");
    if (!cards.hole.empty()) return wrong("hole", "this game has no dealer hand");
    if (auto twice = named_twice(cards)) return std::unexpected(std::move(*twice));
    const int left = cards::deck_size - (cards.own | cards.community | cards.others).size();
    if (left < game_.decisions() - cards.community.size()) {
      return wrong("others", fmt::format("only {} cards are left, too few for the cards still to be turned", left));
    }
    const auto node = node_after(cards.made, cards.community.size());
    if (!node) return std::unexpected(node.error());
    return looker_.look(*node, cards.own, cards.community, cards.others);
  }

 private:
  // How an option is called where it was taken before: "3x", "check", "back"; empty where it ends the round.
  std::string word_of(const DrawGame::Option& option) const {
    if (option.node < 0) return {};
    switch (option.choice.kind) {
      case games::ActionKind::check: return "check";
      case games::ActionKind::take_back: return "back";
      default: return fmt::format("{}x", option.choice.amount.value() / game_.unit().value());
    }
  }

  std::expected<int, WrongCards> node_after(const std::vector<std::string>& made, int decisions) const {
    if (!made.empty() && static_cast<int>(made.size()) != decisions) {
      return wrong("made",
                   fmt::format("{} given; {} expected, one for each community card turned", made.size(), decisions));
    }
    int node = DrawGame::first_node;
    for (int decision = 0; decision < decisions; ++decision) {
      const auto& options = game_.node(node).options;
      std::string words;
      int next = -1;
      for (const DrawGame::Option& option : options) {
        const std::string word = word_of(option);
        if (word.empty()) continue;
        words += (words.empty() ? "" : ", ") + word;
        if (next < 0 && (made.empty() || made[static_cast<size_t>(decision)] == word)) next = option.node;
      }
      if (next < 0) {
        return wrong("made", fmt::format("'{}' is not possible here; use one of {}",
                                         made[static_cast<size_t>(decision)], words));
      }
      node = next;
    }
    return node;
  }

  DrawGame game_;
  Figures base_;
  ExposedDraw looker_;  // for single situations
};

class BoardFamily : public ExposedFamily {
 public:
  explicit BoardFamily(const Table& table) : table_(table), pays_(exact_pays(table, base_units(table.game()))) {}

  std::unique_ptr<ExposedGame> game_for(const Seen& seen, Progress* progress) const override {
    // A single situation does without it.
    std::call_once(counted_, [&] { base_.emplace(ExposedBoard::count_base(table_, progress)); });
    return std::make_unique<ExposedBoard>(*base_, seen.hands);
  }

  std::expected<Situation, WrongCards> look(const SeenCards& cards) const override {
    if (cards.own.size() != 2) return wrong_own(cards, table_, 2);
    const int turned = cards.community.size();
    if (turned != 0 && turned != 3 && turned != 5) {
      return wrong("community", fmt::format("{} cards; none, three or five are turned at a decision", turned));
    }
    if (!cards.up.empty()) return wrong("up", "the rules show none of the dealer's cards");
    if (cards.hole.size() > 1) return wrong("hole", "at most one of the dealer's two cards may be seen");
    // A player who decides later has checked before; no other action continues the hand.
    const size_t before = turned == 0 ? 0 : turned == 3 ? 1 : 2;
    if (!cards.made.empty() && (cards.made.size() != before ||
                                std::ranges::count(cards.made, "check") != static_cast<std::ptrdiff_t>(before))) {
      return wrong("made", fmt::format("a player deciding here has already checked {} times", before));
    }
    if (auto twice = named_twice(cards)) return std::unexpected(std::move(*twice));
    const int left = cards::deck_size - (cards.own | cards.community | cards.hole | cards.others).size();
    if (left < 5 - turned + 2 - cards.hole.size()) {
      return wrong("others", fmt::format("only {} cards are left, too few for the cards still to come", left));
    }
    return look_at_board(pays_, cards.own, cards.community, cards.hole, cards.others);
  }

 private:
  Table table_;
  BoardPays pays_;
  mutable std::once_flag counted_;
  mutable std::optional<ExposedBoard::Base> base_;
};

}  // namespace

std::unique_ptr<ExposedFamily> exposed_board_family(const Table& table) {
  return std::make_unique<BoardFamily>(table);
}

std::optional<WrongCards> named_twice(const SeenCards& cards) {
  CardSet named = cards.own;
  using Group = std::pair<std::string_view, CardSet>;
  for (const auto& [which, set] : {Group{"community", cards.community}, Group{"up", cards.up},
                                   Group{"hole", cards.hole}, Group{"others", cards.others}}) {
    if (named.intersects(set)) {
      return WrongCards{which, fmt::format("{} is named twice", cards::to_text(named & set))};
    }
    named = named | set;
  }
  return {};
}

std::unique_ptr<ExposedFamily> exposed_showdown_family(const Table& table, Progress* progress) {
  return std::make_unique<ShowdownFamily>(table, progress);
}

std::unique_ptr<ExposedFamily> exposed_draw_family(const Table& table) {
  return std::make_unique<DrawFamily>(table);
}

}  // namespace cardroom::odds
