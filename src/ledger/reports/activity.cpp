#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/rational.h"
#include "ledger/reports/binomial.h"
#include "ledger/reports/kinds.h"
#include "ledger/reports/level_books.h"

namespace cardroom::ledger::reports {

namespace {

using namespace progressive;
using base::Cents;
using base::MeterUnits;

// A table that plays another game than before has a line for each.
struct TableKey {
  TableId table;
  std::string game;
  LinkId link;
  auto operator<=>(const TableKey&) const = default;
};
struct TableSums {
  int64_t rounds = 0;
  int64_t wagers = 0;
  Cents coin_in;
  MeterUnits contributed;  // to meters and reserve
  Cents fixed;
  Cents envy;
  Cents meter;
  Cents attended;  // of fixed and meter: confirmed by a person
  Cents refunds;
};

// A game on a link under one configuration: its prizes have one chance each.
struct OddsKey {
  LinkId link;
  std::string game;
  int configuration = 0;
  auto operator<=>(const OddsKey&) const = default;
};
struct PrizeSums {
  std::string hand;
  std::string probability;
  int64_t hits = 0;
  Cents paid;
};
struct OddsSums {
  int64_t hands = 0;
  std::vector<PrizeSums> prizes;
};

class Activity final : public Builder {
 public:
  explicit Activity(const Request& request) : request_(request) {}

  void begin(const State&, Lookback& lookback) override { lookback_ = &lookback; }

  void before(const Step& step) override {
    const Event& event = step.event;
    if (event.outcome.refused) return;
    if (const auto* create = std::get_if<CreateLink>(&event.command)) ++configurations_[create->link];
    if (const auto* change = std::get_if<ChangeLink>(&event.command)) ++configurations_[change->link];
    if (const auto* start = std::get_if<StartRound>(&event.command); start != nullptr && step.in_period)
      count_start(step, *start);
    if (const auto* cancel = std::get_if<CancelRound>(&event.command); cancel != nullptr && step.in_period)
      for (const Wager& wager : round_wagers(step.state, cancel->table))
        sums(game_now(step, cancel->table), cancel->table, wager.link).refunds += wager.wager;
    if (const auto* end = std::get_if<EndRound>(&event.command); end != nullptr && step.in_period)
      for (const Wager& wager : round_wagers(step.state, end->table))
        if (wanted(end->table, wager.link)) ++odds(step.state, game_now(step, end->table), wager.link).hands;
    if (const auto* hold = std::get_if<HoldClaim>(&event.command))
      if (const auto claim = step.state.claims.find(hold->claim); claim != step.state.claims.end())
        held_games_[hold->claim] = game_now(step, claim->second.table);
    if (const auto* release = std::get_if<ReleaseClaim>(&event.command)) find_held_game(step, release->claim);
    for (const Payment& payment : event.outcome.paid) count_pay(step, payment);
    for (const Payment& payment : event.outcome.envy) count_envy(step, payment);
    if (const auto* back_out = std::get_if<BackOutAward>(&event.command)) count_back_out(step, *back_out);
    if (const auto* release = std::get_if<ReleaseClaim>(&event.command)) held_games_.erase(release->claim);
  }

  void finish(const WalkEnd&, Report& report) override {
    report.tables = {table_table(), prize_table()};
    report.notes.push_back(
        "Hold is coin-in less refunds, contributions (to meters and reserve), fixed pays and envy pays. It excludes "
        "seeds and meter pays, which are paid from contributions and seeds. Attended is the part of the fixed and "
        "meter pays that a supervisor or executive confirmed.");
    report.notes.push_back(
        "Hands are the wagers of completed rounds. Canceled rounds are not counted, and backed-out awards are not "
        "hits. The p-value is from an exact two-sided binomial test: twice the probability of a count at least as far "
        "from the expected one on the same side. Unusual: below 0.01; very unusual: below 0.001. About one line in a "
        "hundred is unusual by chance. The test treats hands as independent, although the hands of one round are dealt "
        "from one deck.");
  }

 private:
  bool wanted(const TableId& table, const LinkId& link) const { return request_.wants(table) && request_.wants(link); }

  static const std::vector<Wager>& round_wagers(const State& state, const TableId& id) {
    static const std::vector<Wager> none;
    const auto table = state.tables.find(id);
    return table == state.tables.end() || !table->second.round ? none : table->second.round->wagers;
  }

  static const std::string& game_now(const Step& step, const TableId& table) {
    return step.state.tables.at(table).table.game;
  }
  // The game that the hand was dealt in: while a claim is held, its table may go on to another.
  const std::string& game_of(const Step& step, const Claim& claim) const {
    const auto held = held_games_.find(claim.number);
    return held == held_games_.end() ? game_now(step, claim.table) : held->second;
  }

  // A claim that was held before the period: no table changes its game between a mark and the end of its round, and a
  // claim is held before that.
  void find_held_game(const Step& step, ClaimNumber number) {
    const auto claim = step.state.claims.find(number);
    if (claim == step.state.claims.end() || held_games_.contains(number)) return;
    lookback_->at(claim->second.marked_ms, [&](const Step& mark) {
      const bool is_it = std::holds_alternative<MarkHand>(mark.event.command) && !mark.event.outcome.refused &&
                         mark.event.outcome.claim == number;
      if (is_it) held_games_[number] = game_now(mark, claim->second.table);
      return !is_it;
    });
  }

  // An award of before the period, as far as a back-out counts.
  void find_award(const Step& step, ClaimNumber number) {
    for (const auto& [id, link] : step.state.links)
      for (const Award& award : link.awards)
        if (award.price.claim == number)
          lookback_->slip(award.win_page, [&](const Step& paid) {
            find_held_game(paid, number);
            const auto claim = paid.state.claims.find(number);
            if (claim != paid.state.claims.end())
              awards_[number] = {claim->second, game_of(paid, claim->second), 0, false};
          });
  }

  TableSums& sums(const std::string& game, const TableId& table, const LinkId& link) {
    return wanted(table, link) ? tables_[{table, game, link}] : ignored_;
  }

  OddsSums& odds(const State& state, const std::string& game, const LinkId& id) {
    OddsSums& found = odds_[{id, game, configurations_[id]}];
    if (!found.prizes.empty()) return found;
    const LinkState& link = state.links.at(id);
    const auto of_game = std::ranges::find(link.odds, game, &GameOdds::game);
    for (size_t row = 0; row < link.rules.prizes.size(); ++row) {
      const bool known = of_game != link.odds.end() && row < of_game->probabilities.size();
      found.prizes.push_back({link.rules.prizes[row].hand, known ? of_game->probabilities[row] : "", 0, {}});
    }
    return found;
  }

  void count_start(const Step& step, const StartRound& start) {
    std::vector<LinkId> links;
    for (const Wager& wager : start.wagers) {
      const bool out = std::ranges::any_of(step.event.outcome.left_out, [&](const LeftOut& left) {
        return left.position == wager.position && left.link == wager.link;
      });
      if (out) continue;
      TableSums& its = sums(game_now(step, start.table), start.table, wager.link);
      if (std::ranges::find(links, wager.link) == links.end()) {
        links.push_back(wager.link);
        ++its.rounds;
      }
      ++its.wagers;
      its.coin_in += wager.wager;
      for (const LevelRules& level : step.state.links.at(wager.link).rules.levels)
        its.contributed += base::share(wager.wager, level.contribution_ppm + level.reserve_ppm);
    }
  }

  void count_pay(const Step& step, const Payment& payment) {
    const auto found = step.state.claims.find(payment.claim);
    if (found == step.state.claims.end()) return;
    const Claim& claim = found->second;
    const bool attended = step.event.outcome.win_page != 0;
    // An award may be backed out later. Awards with a page are few.
    const std::string& game = game_of(step, claim);
    if (attended) awards_[payment.claim] = {claim, game, configurations_[claim.link], step.in_period};
    if (!step.in_period || !wanted(claim.table, claim.link)) return;
    TableSums& its = sums(game, claim.table, claim.link);
    (claim.on_meter ? its.meter : its.fixed) += payment.amount;
    if (attended) its.attended += payment.amount;
    PrizeSums& prize = odds(step.state, game, claim.link).prizes.at(static_cast<size_t>(claim.prize));
    ++prize.hits;
    prize.paid += payment.amount;
  }

  void count_envy(const Step& step, const Payment& payment) {
    const auto claim = step.state.claims.find(payment.claim);
    if (claim == step.state.claims.end() || !step.in_period) return;
    sums(game_of(step, claim->second), claim->second.table, claim->second.link).envy += payment.amount;
  }

  void count_back_out(const Step& step, const BackOutAward& back_out) {
    if (!awards_.contains(back_out.claim)) find_award(step, back_out.claim);
    const auto award = awards_.find(back_out.claim);
    if (award == awards_.end() || !step.in_period) return;
    const Claim& claim = award->second.claim;
    if (!wanted(claim.table, claim.link)) return;
    TableSums& its = sums(award->second.game, claim.table, claim.link);
    (claim.on_meter ? its.meter : its.fixed) -= step.event.outcome.amount;
    its.attended -= step.event.outcome.amount;
    // Of an earlier period: the hit was counted there, and those of this one stand.
    if (!award->second.counted) return;
    PrizeSums& prize = odds_.at({claim.link, award->second.game, award->second.configuration})
                           .prizes.at(static_cast<size_t>(claim.prize));
    --prize.hits;
    prize.paid -= step.event.outcome.amount;
  }

  Table table_table() const {
    Table table{.id = "tables",
                .title = "Tables",
                .columns = {{"table", "Table"},
                            {"game", "Game"},
                            {"link", "Progressive"},
                            {"rounds", "Rounds", Unit::count},
                            {"wagers", "Wagers", Unit::count},
                            {"coin_in", "Coin-in", Unit::money},
                            {"contributions", "Contributions", Unit::money},
                            {"fixed", "Fixed pays", Unit::money},
                            {"envy", "Envy pays", Unit::money},
                            {"meter", "Meter pays", Unit::money},
                            {"attended", "Attended", Unit::money},
                            {"refunds", "Refunds", Unit::money},
                            {"hold", "Hold", Unit::money},
                            {"hold_percent", "Hold %", Unit::percent}},
                .rows = {},
                .totals = {}};
    MeterUnits all_hold;
    Cents all_in;
    for (const auto& [key, its] : tables_) {
      const MeterUnits hold = base::to_meter_units(its.coin_in - its.refunds - its.fixed - its.envy) - its.contributed;
      all_hold += hold;
      all_in += its.coin_in;
      std::vector<Cell> row = {
          key.table.text, key.game, key.link.text, its.rounds,   its.wagers,  its.coin_in, its.contributed,
          its.fixed,      its.envy, its.meter,     its.attended, its.refunds, hold,        percent(hold, its.coin_in)};
      add_to_totals(table.totals, row);
      table.rows.push_back(std::move(row));
    }
    if (!table.rows.empty()) {
      table.totals[0] = std::string("Total");
      table.totals[3] = {};  // a round on two links is one round
      table.totals.back() = percent(all_hold, all_in);
    }
    return table;
  }

  static Cell percent(MeterUnits part, Cents whole) {
    if (whole == Cents()) return {};
    return base::to_decimal(base::Rational(part.value(), base::to_meter_units(whole).value()) * 100, 2);
  }

  Table prize_table() const {
    Table table{.id = "prizes",
                .title = "Hits compared with the odds",
                .columns = {{"link", "Progressive"},
                            {"game", "Game"},
                            {"hand", "Hand"},
                            {"hands", "Hands", Unit::count},
                            {"hits", "Hits", Unit::count},
                            {"expected", "Expected", Unit::number},
                            {"hit_rate", "One in", Unit::number},
                            {"probability", "Exact probability", Unit::probability},
                            {"p_value", "p-value", Unit::probability},
                            {"mark", "Flag"},
                            {"paid", "Paid", Unit::money}},
                .rows = {},
                .totals = {}};
    // Configurations in which a hand has the same chance are one line.
    struct Line {
      LinkId link;
      std::string game;
      int64_t hands = 0;
      PrizeSums sums;
    };
    std::vector<Line> lines;
    for (const auto& [key, sums] : odds_) {
      for (const PrizeSums& prize : sums.prizes) {
        auto line = std::ranges::find_if(lines, [&](const Line& other) {
          return other.link == key.link && other.game == key.game && other.sums.hand == prize.hand &&
                 other.sums.probability == prize.probability;
        });
        if (line == lines.end())
          line = lines.insert(line, {key.link, key.game, 0, {prize.hand, prize.probability, 0, {}}});
        line->hands += sums.hands;
        line->sums.hits += prize.hits;
        line->sums.paid += prize.paid;
      }
    }
    for (const Line& line : lines) add_prize(table, line.link, line.game, line.hands, line.sums);
    return table;
  }

  // Hits of a round that is still open, or of a hand released later, may outnumber the hands that were counted.
  static void add_prize(Table& table, const LinkId& link, const std::string& game, int64_t hands,
                        const PrizeSums& prize) {
    Cell expected;
    Cell p_value;
    std::string mark;
    const auto chance = base::parse_fraction(prize.probability);
    if (chance && hands > 0) {
      const base::Rational hits = *chance * hands;
      expected = hits < 1 ? base::to_significant(hits, 3) : base::to_decimal(hits, 2);
      const double p = binomial_p_value(std::min(prize.hits, hands), hands, chance->convert_to<double>());
      p_value = p_value_text(p);
      mark = p_value_mark(p);
    }
    table.rows.push_back({link.text, game, in_words(prize.hand), hands, prize.hits, std::move(expected),
                          prize.hits == 0 ? Cell() : Cell(base::to_decimal(base::Rational(hands, prize.hits), 1)),
                          prize.probability, std::move(p_value), std::move(mark), prize.paid});
  }

  struct AwardKept {
    Claim claim;
    std::string game;
    int configuration = 0;
    bool counted = false;  // in this period
  };

  Request request_;
  std::map<LinkId, int> configurations_;
  std::map<TableKey, TableSums> tables_;
  std::map<OddsKey, OddsSums> odds_;
  std::map<ClaimNumber, AwardKept> awards_;
  std::map<ClaimNumber, std::string> held_games_;
  Lookback* lookback_ = nullptr;
  TableSums ignored_;
};

}  // namespace

std::unique_ptr<Builder> make_activity(const Request& request) {
  return std::make_unique<Activity>(request);
}

}  // namespace cardroom::ledger::reports
