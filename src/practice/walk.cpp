#include "practice/walk.h"

namespace cardroom::practice {

std::optional<Waiting> walk(const games::Table& table, games::Round& round, const Draw& draw, const Chooser& choose) {
  for (size_t index = 0; index < table.script().size(); ++index) {
    const games::Step& step = table.script()[index];
    if (step.kind == games::Step::Kind::deal) {
      if (step.holder == games::Holder::player) {
        for (games::Position& position : round.positions) {
          for (int card = 0; card < step.card_count; ++card) position.cards.push_back(draw());
        }
      } else {
        games::CardRow& row = step.holder == games::Holder::dealer ? round.dealer : round.community;
        for (int card = 0; card < step.card_count; ++card) row.push_back(draw());
      }
    } else if (step.kind == games::Step::Kind::decide) {
      for (size_t seat = 0; seat < round.positions.size(); ++seat) {
        games::Position& position = round.positions[seat];
        if (position.folded()) continue;
        const games::View view = view_at(table, round, position, static_cast<int>(index));
        const games::Actions actions = table.game().actions(view, table);
        if (actions.empty()) continue;
        const auto choice = choose(view, actions, position);
        if (!choice) return Waiting{seat, static_cast<int>(index)};
        apply(position, *choice);
      }
    }
  }
  return std::nullopt;
}

}  // namespace cardroom::practice
