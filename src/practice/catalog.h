// What can be practised: every game with its wagers, paytables and house options, for the page to offer.
#pragma once

#include <boost/describe.hpp>

#include "practice/messages.h"

namespace cardroom::practice {

struct CatalogWager {
  std::string id;
  std::string name;
  std::string kind;
  std::string base;  // the wager that it goes with
  Cents min;
  Cents max;
  Cents usual;                 // what the table starts with; $0.00: not bet
  std::vector<Cents> amounts;  // sizes to offer, rising
};
struct CatalogPaytable {
  std::string id;
  std::string note;
};
struct CatalogGroup {
  std::string id;
  std::vector<std::string> wagers;
  std::string usual;
  std::vector<CatalogPaytable> paytables;
};
struct CatalogOption {
  std::string id;
  std::string meaning;
  std::string takes;
  std::string usual;
};
struct CatalogGame {
  std::string id;
  std::string name;
  std::string summary;
  std::vector<CatalogWager> wagers;
  std::vector<CatalogGroup> groups;
  std::vector<CatalogOption> options;
  int player_cards = 0;
  int dealer_cards = 0;
  int community_cards = 0;
  int players_max = 0;
  Cents chip;
  std::string needs;  // what the dealer plays with: "queen high"; empty: always
  std::string rule;
};
struct Catalog {
  std::vector<CatalogGame> games;
  int levels = 0;
  int training_players_min = 0;
  int training_players_max = 0;
};

Catalog catalog();

BOOST_DESCRIBE_STRUCT(CatalogWager, (), (id, name, kind, base, min, max, usual, amounts))
BOOST_DESCRIBE_STRUCT(CatalogPaytable, (), (id, note))
BOOST_DESCRIBE_STRUCT(CatalogGroup, (), (id, wagers, usual, paytables))
BOOST_DESCRIBE_STRUCT(CatalogOption, (), (id, meaning, takes, usual))
BOOST_DESCRIBE_STRUCT(CatalogGame, (),
                      (id, name, summary, wagers, groups, options, player_cards, dealer_cards, community_cards,
                       players_max, chip, needs, rule))
BOOST_DESCRIBE_STRUCT(Catalog, (), (games, levels, training_players_min, training_players_max))

}  // namespace cardroom::practice
