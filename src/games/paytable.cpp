#include "games/paytable.h"

#include <fmt/format.h>

#include <algorithm>

namespace cardroom::games {

using cards::Category;
using cards::HandRank;
using cards::Ranking;

std::string to_notation(const Pay& pay) {
  if (pay.kind != Pay::Kind::of_meter) return to_text(pay);
  return fmt::format("{} % of {}", pay.numerator, pay.level.empty() ? "the meter" : pay.level);
}

std::string to_text(const Pay& pay) {
  switch (pay.kind) {
    case Pay::Kind::to_one: return fmt::format("{} to {}", pay.numerator, pay.denominator);
    case Pay::Kind::for_one: return fmt::format("{} for {}", pay.numerator, pay.denominator);
    case Pay::Kind::of_meter:
      return fmt::format("{}% of {}", pay.numerator, pay.level.empty() ? "the meter" : pay.level);
    case Pay::Kind::push: return "push";
  }
  CHECK(false);
}

namespace {

// The classes of a category whose deciding cards begin with `letters`, as one interval.
std::optional<HandInterval> classes_beginning(Ranking ranking, Category category, std::string_view letters) {
  if (!has_category(ranking, category)) return std::nullopt;
  std::optional<HandInterval> found;
  for (int value = lowest_of(ranking, category).value(); value <= highest_of(ranking, category).value(); ++value) {
    const HandRank rank(value);
    if (!rank_letters_of(ranking, rank).starts_with(letters)) continue;
    if (!found) found = {rank, rank};
    found->high = rank;
  }
  return found;
}

std::optional<int> rank_by_plural(std::string_view text) {
  if (text == "twos") return cards::deuce;
  for (int rank = 0; rank < cards::rank_count; ++rank) {
    if (cards::rank_plural(rank) == text) return rank;
  }
  return std::nullopt;
}

// "pair of queens", "pair of queens or better", "pair of sixes to tens": what follows "pair of ".
std::optional<HandInterval> parse_pairs(Ranking ranking, std::string_view ranks) {
  constexpr std::string_view or_better = " or better";
  constexpr std::string_view to = " to ";
  const bool better = ranks.ends_with(or_better);
  if (better) ranks.remove_suffix(or_better.size());
  const auto divide = ranks.find(to);
  const bool range = !better && divide != std::string_view::npos;
  const auto low = rank_by_plural(range ? ranks.substr(0, divide) : ranks);
  const auto high = range ? rank_by_plural(ranks.substr(divide + to.size())) : low;
  if (!low || !high || *low > *high) return std::nullopt;
  const auto pairs = [&](int rank) {
    return classes_beginning(ranking, Category::pair, std::string(2, cards::rank_letter(rank)));
  };
  auto interval = pairs(*low);
  if (interval && better) interval->high = highest_of(ranking, Category::pair);
  if (interval && range) interval->high = pairs(*high)->high;
  return interval;
}

std::optional<HandInterval> parse_ace_king_queen(Ranking ranking, std::string_view text) {
  const HandRank best(class_count(ranking) - 1);
  if (ranking == Ranking::three_card && text == "mini royal") return HandInterval{best, best};
  if (ranking != Ranking::three_card_spades) return std::nullopt;
  const HandRank spades(class_count(ranking) - 1);
  if (text == "ace-king-queen of spades") return HandInterval{spades, spades};
  const HandRank others(spades.value() - 1);
  if (text == "ace-king-queen suited") return HandInterval{others, spades};
  return std::nullopt;
}

}  // namespace

std::optional<HandInterval> parse_hand(Ranking ranking, std::string_view text) {
  for (int index = 0; index <= static_cast<int>(cards::last_category); ++index) {
    const auto category = static_cast<Category>(index);
    if (has_category(ranking, category) && text == category_name(category)) {
      return HandInterval{lowest_of(ranking, category), highest_of(ranking, category)};
    }
  }
  constexpr std::string_view pair_of = "pair of ";
  if (text.starts_with(pair_of)) return parse_pairs(ranking, text.substr(pair_of.size()));
  for (const auto& [word, count, category] :
       {std::tuple("four ", 4UL, Category::four_of_a_kind), std::tuple("three ", 3UL, Category::three_of_a_kind)}) {
    if (!text.starts_with(word)) continue;
    const auto rank = rank_by_plural(text.substr(std::string_view(word).size()));
    if (rank) return classes_beginning(ranking, category, std::string(count, cards::rank_letter(*rank)));
  }
  return parse_ace_king_queen(ranking, text);
}

namespace {

// Whether `lower`, the later row, pays more for a hand that is as much the one as the other.
bool taken_from_lower(const PayRow& lower, const PayRow& upper) {
  const bool overlap = lower.covers.low < upper.covers.low && lower.covers.high < upper.covers.high;
  const Pay& less = upper.pays.front();
  const Pay& more = lower.pays.front();
  return overlap && less.kind == Pay::Kind::to_one && more.kind == Pay::Kind::to_one &&
         more.numerator * less.denominator > less.numerator * more.denominator;
}

}  // namespace

WagerPays::WagerPays(Ranking ranking, std::vector<PayRow> rows, std::vector<int> hand_counts)
    : ranking_(ranking), rows_(std::move(rows)), hand_counts_(std::move(hand_counts)) {
  CHECK(rows_.size() <= 127);
  row_of_rank_.assign(static_cast<size_t>(class_count(ranking)), -1);
  // From the last row up, so that a hand covered by two rows takes the first.
  for (int index = static_cast<int>(rows_.size()) - 1; index >= 0; --index) {
    const HandInterval& covers = row(index).covers;
    for (int rank = covers.low.value(); rank <= covers.high.value(); ++rank) {
      int8_t& taken = row_of_rank_[static_cast<size_t>(rank)];
      if (taken < 0 || !taken_from_lower(row(taken), row(index))) taken = static_cast<int8_t>(index);
    }
  }
}

const Pay& WagerPays::pay(int row_index, int hands_dealt) const {
  const PayRow& paying = row(row_index);
  if (hand_counts_.empty()) return paying.pays.front();
  const auto column = std::ranges::find(hand_counts_, hands_dealt);
  CHECK(column != hand_counts_.end());
  return paying.pays[static_cast<size_t>(column - hand_counts_.begin())];
}

const WagerPays* Paytable::pays(std::string_view wager) const {
  const auto found = std::ranges::find(wagers, wager, &ForWager::wager);
  return found == wagers.end() ? nullptr : &found->pays;
}

bool Paytable::belongs_to(std::string_view game) const {
  return std::ranges::find(games, game) != games.end();
}

}  // namespace cardroom::games
