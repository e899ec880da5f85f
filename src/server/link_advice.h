// What a link's rules come to, asked of the mathematics: judged before they are set, and at the meters of now. The
// server's one door to odds.
#pragma once

#include "odds/meter_plan.h"
#include "server/console_views.h"

namespace cardroom::server {

// How many others are taken to bet the progressive at a table, for envy: as `cardroom meter` takes them.
inline constexpr int others_betting = 4;

// The exact chances of a shipped progressive's hands, in the order of `rules.prizes`; refused where the program has no
// such paytable or the paytable no such hand. Counted once for each paytable, which takes a second or so. Any thread.
Allowed<std::vector<GameOdds>> odds_of(const LinkRules& rules);

// What create_link would keep of these rules, or how it would refuse them. Any thread; seconds where all pays are
// deducted from the meter.
Allowed<AdviceView> judge(const LinkRules& rules);

// A preset as a command: rules, chances, judgement, meters that begin at their seeds. Link and title are left open.
CreateLink link_of_preset(const std::string& paytable);
// Every shipped preset, in the order of their names. Counted once.
const std::vector<PresetView>& preset_views();

odds::MeterPlan plan_of_rules(const LinkRules& rules, const GameOdds& odds, base::Cents wager);

// Figures of a link at its meters; what does not change with them is worked out once for its rules.
class LinkFigures {
 public:
  struct Pace {
    uint64_t wagers = 0;
    uint64_t rounds = 0;
    int64_t lasted_ms = 0;
  };
  LinkNow now(const LinkId& id, const LinkState& link, const Pace& pace);

 private:
  struct Planned {
    std::string game;
    odds::MeterPlan plan;
    base::Rational judged;
  };
  struct Known {
    LinkRules rules;
    std::vector<GameOdds> odds;
    std::vector<Planned> plans;        // by game and wager; empty where the rules make no plan
    std::vector<base::Rational> hits;  // by level
  };
  const Known& known(const LinkId& id, const LinkState& link);

  std::map<LinkId, Known> known_;
};

}  // namespace cardroom::server
