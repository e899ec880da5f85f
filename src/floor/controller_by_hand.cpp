// A table whose keypad a person holds: chips lie on the sensors before each round and are taken after it, the shuffler
// deals; keys and claims are the person's.
#include <algorithm>

#include "floor/controller.h"

namespace cardroom::floor {

namespace {

constexpr int64_t comes_back_ms = 10'000;  // a page that is loaded again, a tablet that lost its network
constexpr int64_t keypad_look_ms = 100;

}  // namespace

bool Controller::held() {
  if (line_.table() && line_.table()->keypads > 0) held_ms_ = Net::now_ms();
  return held_ms_ >= 0 && Net::now_ms() - held_ms_ < comes_back_ms;
}

awaitable<void> Controller::leave_keys() {
  const auto is_open = [this] { return line_.table() && line_.table()->round.has_value(); };
  const auto goes = [this] { return held() && !net_.hurried(); };
  while (goes()) {
    if (!is_open()) line_.tell(place_bets());
    while (goes() && !is_open()) co_await net_.pause(keypad_look_ms);
    if (!is_open()) break;
    co_await take(options_.timing.play);
    // A round that was under way when the person came may have been dealt.
    if (is_open() && line_.table()->round->hands_dealt == 0) co_await deal_by_hand(Deals::hands(positions_));
    while (goes() && is_open()) co_await net_.pause(keypad_look_ms);
    if (is_open()) break;
    line_.tell({});
    co_await take(options_.timing.pays);
  }
  if (net_.hurried()) co_return;
  line_.tell({});
  co_await end_what_is_open();
}

// As deal(), but whatever the game manager says to it is the person's doing.
awaitable<void> Controller::deal_by_hand(int hands) {
  server::Incoming message;
  message.deal = server::Deal{hands, false};
  const Answer answer = co_await shuffler_.ask(std::move(message));
  note(shuffler_, answer);
  if (answer && !answer->refused) ++counting_.tally.deals;
}

}  // namespace cardroom::floor
