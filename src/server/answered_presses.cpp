#include "server/answered_presses.h"

namespace cardroom::server {

const AnsweredPresses::Known* AnsweredPresses::find(const std::string& command_id) const {
  const auto found = known_.find(command_id);
  return found == known_.end() ? nullptr : &found->second;
}

void AnsweredPresses::keep(const std::string& command_id, Key key, Answered answer) {
  answer.repeated = true;
  if (!known_.insert_or_assign(command_id, Known{std::move(key), std::move(answer)}).second) return;
  oldest_first_.push_back(command_id);
  if (oldest_first_.size() <= kept_max) return;
  known_.erase(oldest_first_.front());
  oldest_first_.pop_front();
}

}  // namespace cardroom::server
