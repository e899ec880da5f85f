// Random days of a house, from a key: play, disputes, back-outs and adjustments as the simulation has them, and what
// reports look back at: names, games and rates that change, and bank balances. Several entries often share a time.
#pragma once

#include <string>

#include "base/prng.h"
#include "ledger/ledger.h"
#include "progressive/testing_simulation.h"

namespace cardroom::ledger::reports::testing {

class RandomHouse {
 public:
  RandomHouse(uint64_t key, std::unique_ptr<Store> store, uint64_t snapshot_every)
      : simulation_(key), generator_(key + 1) {
    ledger_ = std::move(
        *Ledger::open(std::move(store),
                      {.holder = "test", .clock_ms = [this] { return time_ms_; }, .snapshot_every = snapshot_every}));
  }

  void play(int steps) {
    for (int step = 0; step < steps; ++step) {
      if (below(3) != 0) time_ms_ += below(40) == 0 ? below(100'000'000) : below(60'000);
      simulation_.step();
      for (; sent_ < simulation_.events().size(); ++sent_) {
        const progressive::Command command = progressive::command_of(simulation_.events()[sent_]);
        send(command.body, command.by.text, command.second.text);
      }
      if (below(8) == 0) change_something();
    }
  }

  const Ledger& ledger() const { return *ledger_; }

 private:
  uint32_t below(uint32_t bound) { return base::uniform_below(generator_, bound); }

  bool send(progressive::CommandBody body, const std::string& by, const std::string& second = "") {
    const std::string id = std::to_string(++count_);
    return ledger_->decide_one({id, {by}, {second}, std::move(body)}).kind == Answer::Kind::accepted;
  }

  void change_something() {
    using namespace progressive;
    const TableId table{"T" + std::to_string(1 + below(4))};
    const LinkId link{std::array{"north", "south", "east"}[below(3)]};
    switch (below(4)) {
      case 0:
        send(RecordBankBalance{base::Cents(100'000'000 + below(1000)), "B-" + std::to_string(count_)}, "exe");
        break;
      case 1: send(ChangeStaff{{"sup"}, Role::supervisor, "Sam " + std::to_string(count_), true}, "adm"); break;
      case 2: {
        progressive::Table changed = ledger_->state().tables.at(table).table;
        changed.game = below(2) == 0 ? "three-card-poker" : "four-card-poker";
        send(ChangeTable{changed}, "exe", "sup");
        break;
      }
      default: {
        const LinkState now = ledger_->state().links.at(link);
        LinkRules rules = now.rules;
        rules.levels[0].contribution_ppm = below(300'000);
        rules.levels[0].name = "Level " + std::to_string(count_);
        send(CloseLink{link, "rates"}, "sup");
        send(ChangeLink{link, now.title, rules, now.odds, {}}, "exe", "sup");
        send(OpenLink{link}, "sup");
      }
    }
  }

  progressive::testing::Simulation simulation_;
  base::Prng generator_;
  int64_t time_ms_ = 1'767'225'600'000;
  size_t sent_ = 0;
  int count_ = 0;
  std::unique_ptr<Ledger> ledger_;
};

}  // namespace cardroom::ledger::reports::testing
