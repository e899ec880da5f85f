// The games of the report on games dealt face up: those at tables, and those of Pai Gow, which have none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lab/faceup.h"
#include "odds/pai_gow.h"

namespace cardroom::lab {

struct FaceUpGame {
  std::string_view id, name;
  std::string_view first_wager;  // "ANTE"
};
std::optional<FaceUpGame> find_face_up_game(std::string_view id);
std::string face_up_name(std::string_view id);  // of one that there is
bool has_simple_rules(std::string_view game);   // not Pai Gow: who does not weigh cards sets by the house way

// Of the usual rules: Fortune with its commission. Simple play is the house way.
FaceUpRow pai_gow_row(games::pai_gow::Variant variant, int players, const odds::PaiGowRun& run, const std::string& key);

}  // namespace cardroom::lab
