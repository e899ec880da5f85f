#include "lab/faceup_games.h"

#include "base/check.h"
#include "games/registry.h"

namespace cardroom::lab {

namespace pai_gow = games::pai_gow;

std::optional<FaceUpGame> find_face_up_game(std::string_view id) {
  if (const games::Game* game = games::find_game(id)) {
    return FaceUpGame{game->facts.id, game->facts.name, game->wager(0).name};
  }
  if (const auto* facts = pai_gow::find_variant(id)) return FaceUpGame{facts->id, facts->name, "wager"};
  return {};
}

std::string face_up_name(std::string_view id) {
  const auto game = find_face_up_game(id);
  CHECK(game);
  return std::string(game->name);
}

bool has_simple_rules(std::string_view game) {
  return !pai_gow::find_variant(game);
}

FaceUpRow pai_gow_row(pai_gow::Variant variant, int players, const odds::PaiGowRun& run, const std::string& key) {
  FaceUpRow row;
  row.game = facts_of(variant).id;
  row.players = players;
  row.cards_seen = (players - 1) * pai_gow::hand_cards;
  row.base_edge = run.base_edge.value;
  row.base_half_width = run.base_edge.half_width;
  row.base_staked = 1;
  row.gain = run.gain;
  row.edge = row.edge_per_total = run.edge;
  row.changed = run.changed;
  row.simple_edge = run.base_edge;
  row.simple_words =
      variant == pai_gow::Variant::fortune ? "none; the player follows the house way" : "none would help";
  row.blocks = run.blocks;
  row.deals = run.hands > 0 ? run.hands : run.base_decks;
  row.key = key;
  row.version = CARDROOM_VERSION;
  return row;
}

}  // namespace cardroom::lab
