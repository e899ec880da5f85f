// Three Card Poker with other players' cards seen, exactly: every hand of the player's with every choice of seen cards.
//
// What makes it possible: a hand below the one that the dealer needs beats nobody who qualifies, so that only the
// number of the dealer's hands that do not qualify counts, and that number depends on the cards up to the jack that are
// gone. Hands of queen high need the dealer's queens besides. From king high on folding is never right, whichever six
// cards are seen; a bound shows it. So the sums run over the few hundred million sets of low cards, and renamed suits
// are counted together.
#pragma once

#include <optional>

#include "odds/exposed.h"
#include "odds/showdown.h"

namespace cardroom::odds {

inline constexpr int exact_seen_cards_max = 6;

// Nothing where the table is not of this kind: another game, more cards seen than six, or pays for which the reasons
// above do not hold. `counts` are of shape_of(table).
std::optional<ExposedFigures> exposed_three_card(const Table& table, const ShowdownCounts& counts, int seen_cards,
                                                 Progress* progress = nullptr);

}  // namespace cardroom::odds
