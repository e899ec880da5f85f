// The keys under which hands of a progressive are kept and sent: "royal_flush", "akq_of_spades". They are written into
// journals, so that one never changes once it is in use.
#pragma once

#include <string>
#include <string_view>

namespace cardroom::games {

// The key of a hand as a paytable's row names it: small letters and digits, an underscore between words. Ace-king-queen
// is akq.
std::string hand_key(std::string_view hand);

}  // namespace cardroom::games
