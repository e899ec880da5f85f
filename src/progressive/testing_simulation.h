// Random days on a random floor, from a key. Every allowed command is told to the slow model of each level too.
#pragma once

#include <map>
#include <string>

#include "base/prng.h"
#include "progressive/testing_floor.h"
#include "progressive/testing_level_model.h"

namespace cardroom::progressive::testing {

class Simulation {
 public:
  explicit Simulation(uint64_t prng_key) : generator_(prng_key) {
    for (const char* id : {"north", "south", "east"}) {
      const LinkRules rules = random_rules();
      std::vector<base::Cents> starts;
      for (size_t i = 0; i < rules.levels.size(); ++i)
        starts.push_back(std::min(base::Cents(below(300'000)), rules.levels[i].limit.value_or(jackpot_max)));
      floor_.create_link(id, rules, starts);
      for (size_t i = 0; i < rules.levels.size(); ++i) {
        LevelModel& model = models_[{{id}, static_cast<int>(i)}];
        model.rules = model_rules(rules, i);
        model.add_straight(units(starts[i]), 0, 0);
      }
    }
    floor_.place_table("T1", {{"north"}});
    floor_.place_table("T2", {{"north"}, {"south"}});
    floor_.place_table("T3", {{"north"}, {"south"}, {"east"}}, Keypad::first_generation);
    floor_.place_table("T4", {{"south"}, {"north"}});
  }

  // One random command; what it was, for a message.
  std::string step() {
    const CommandBody body = random_command();
    const State before = floor_.state;
    const bool two = std::holds_alternative<AdjustFund>(body) || std::holds_alternative<BackOutAward>(body) ||
                     std::holds_alternative<TransferJackpot>(body);
    const auto event = floor_.ask(body, two || below(4) == 0 ? "exe" : "sup", two ? "sup2" : "");
    std::string name(command_name(body));
    if (!event) {
      ++refused[event.error().code];
      return name + " refused: " + std::string(code_name(event.error().code));
    }
    ++allowed[name];
    last_before = before;
    last_event = *event;
    std::visit([&](const auto& b) { tell(before, *event, b); }, body);
    return name;
  }

  // Where a level and its model differ, or nothing.
  std::string difference() const {
    for (const auto& [where, model] : models_) {
      const LinkState& link = floor_.state.links.at(where.first);
      const LevelState& level = link.levels[static_cast<size_t>(where.second)];
      const LevelModel::Result slow = model.replay();
      const std::string at = where.first.text + " level " + std::to_string(where.second) + ": ";
      const auto differs = [&](const char* what, base::MeterUnits fast, int64_t expected) {
        return at + what + " is " + std::to_string(fast.value()) + ", the whole history gives " +
               std::to_string(expected);
      };
      if (level.funds.meter.value() != slow.meter) return differs("the meter", level.funds.meter, slow.meter);
      if (level.funds.overflow.value() != slow.overflow)
        return differs("overflow", level.funds.overflow, slow.overflow);
      if (level.funds.reserve.value() != slow.reserve) return differs("the reserve", level.funds.reserve, slow.reserve);
      const auto undone = undone_.find(where);
      const LevelModel::Result none;
      const LevelModel::Result& back = undone == undone_.end() ? none : undone->second;
      if (level.totals.seeds.value() != slow.seeds - back.seeds)
        return differs("seeds", level.totals.seeds, slow.seeds - back.seeds);
      if (level.totals.advances.value() != slow.advances - back.advances)
        return differs("advances", level.totals.advances, slow.advances - back.advances);
      for (const auto& [number, claim] : model.claims) {
        if (claim.fate != LevelModel::Fate::open) continue;
        if (floor_.amount(number).value() != slow.cents.at(number))
          return at + "claim " + std::to_string(number) + " is " + std::to_string(floor_.amount(number).value()) +
                 " cents, the whole history gives " + std::to_string(slow.cents.at(number));
      }
    }
    return {};
  }

  const State& state() const { return floor_.state; }
  // All that were allowed, the set-up first.
  const std::vector<Event>& events() const { return floor_.events; }
  std::map<std::string, int> allowed;
  std::map<RefusalCode, int> refused;
  State last_before;  // of the last event
  Event last_event;

 private:
  using Where = std::pair<LinkId, int>;

  uint32_t below(uint32_t bound) { return base::uniform_below(generator_, bound); }
  static int64_t units(base::Cents amount) { return amount.value() * LevelModel::cent; }

  LinkRules random_rules() {
    LinkRules rules = simple_rules();
    rules.levels.resize(1 + below(2), rules.levels[0]);
    for (LevelRules& level : rules.levels) {
      level.seed = base::Cents(below(3) == 0 ? 0 : below(100'000));
      level.contribution_ppm = below(400'000);
      level.reserve_ppm = below(2) == 0 ? 0 : below(100'000);
      if (below(2) == 0) level.limit = level.seed + base::Cents(1 + below(200'000));
      level.overflow = below(2) == 0 ? OverflowUse::kept : OverflowUse::pooled;
    }
    const int last = static_cast<int>(rules.levels.size()) - 1;
    rules.prizes = {{.hand = "royal", .pays_for_one = 0, .share_ppm = 1'000'000, .level = 0, .envy = dollars(10)},
                    {.hand = "ten", .pays_for_one = 0, .share_ppm = 100'000, .level = 0, .envy = {}},
                    {.hand = "all", .pays_for_one = 0, .share_ppm = 1'000'000, .level = last, .envy = {}},
                    {.hand = "third", .pays_for_one = 0, .share_ppm = 333'333, .level = last, .envy = {}},
                    {.hand = "quads", .pays_for_one = 300, .share_ppm = 0, .level = 0, .envy = dollars(1)},
                    {.hand = "trips", .pays_for_one = 9, .share_ppm = 0, .level = 0, .envy = {}}};
    rules.wagers = {dollars(1), dollars(5)};
    rules.deduction = below(2) == 0 ? Deduction::all_pays : Deduction::shares_only;
    rules.same_round = below(2) == 0 ? SameRound::equal_split : SameRound::seat_order;
    rules.envy_scale = below(2) == 0 ? EnvyScale::flat : EnvyScale::times_wager;
    return rules;
  }
  static LevelModel::Rules model_rules(const LinkRules& rules, size_t level) {
    const LevelRules& its = rules.levels[level];
    return {.seed = units(its.seed),
            .limit = its.limit ? units(*its.limit) : -1,
            .pooled = its.overflow == OverflowUse::pooled,
            .split = rules.same_round == SameRound::equal_split};
  }

  TableId random_table() { return {"T" + std::to_string(1 + below(4))}; }
  LinkId random_link_of(const TableId& table) {
    const auto& links = floor_.state.tables.at(table).table.links;
    return links[below(static_cast<uint32_t>(links.size()))];
  }
  ClaimNumber random_claim() {
    if (floor_.state.claims.empty()) return 1;
    auto it = floor_.state.claims.begin();
    std::advance(it, below(static_cast<uint32_t>(floor_.state.claims.size())));
    return it->first;
  }

  CommandBody random_command() {
    const TableId table = random_table();
    const TableState& its = floor_.state.tables.at(table);
    const uint32_t dice = below(100);
    if (!its.round && dice < 85) return random_start(table, its);
    if (its.round && its.round->claims.empty() && below(4) == 0) return EndRound{table};
    const ClaimNumber claim = random_claim();
    if (dice < 34) return random_mark(table, its);
    if (dice < 42) return UnmarkHand{claim};
    if (dice < 52) {
      const bool says = below(4) != 0;
      return AcknowledgeClaim{claim, says ? std::optional(1 + static_cast<int>(below(6))) : std::nullopt};
    }
    if (dice < 66) return ConfirmClaim{claim};
    if (dice < 74) return RejectClaim{claim, "not so"};
    if (dice < 78) return HoldClaim{claim, "cards are counted"};
    if (dice < 82) return ReleaseClaim{claim, below(2) == 0 ? Verdict::pay : Verdict::reject, "decided"};
    if (dice < 90) return EndRound{table};
    if (dice < 91) return PayEnvy{table};
    if (dice < 92) return random_payment();
    if (dice < 93) return VoidDeal{table, "six cards"};
    if (dice < 94) return CancelRound{table, "fire alarm"};
    if (dice < 95) return OpenLink{random_link_of(table)};
    if (dice < 96) {
      // Mostly opened again at once by the next line's luck; a closed link leaves other links locked.
      if (below(3) == 0) return CloseLink{random_link_of(table), "maintenance"};
      return OpenLink{random_link_of(table)};
    }
    if (dice < 98) {
      const Fund funds[] = {Fund::meter, Fund::reserve, Fund::overflow};
      const AdjustmentReason reasons[] = {AdjustmentReason::display_malfunction, AdjustmentReason::taken_as_receipts,
                                          AdjustmentReason::seed_recovered, AdjustmentReason::house_addition};
      const base::Cents change(static_cast<int64_t>(below(20'000)) - 10'000);
      return AdjustFund{random_link_of(table), 0, funds[below(3)], change, reasons[below(4)], "doc"};
    }
    if (dice < 99) {
      const auto& awards = floor_.state.links.at(random_link_of(table)).awards;
      return BackOutAward{awards.empty() ? 0 : awards[below(static_cast<uint32_t>(awards.size()))].price.claim, "doc"};
    }
    for (const auto& [id, link] : floor_.state.links)
      if (!link.open && link.open_rounds == 0) return TransferJackpot{id, 0, random_link_of(table), 0, "doc"};
    return CloseLink{random_link_of(table), "to be moved"};
  }
  CommandBody random_payment() {
    const auto& owed = floor_.state.owed;
    if (owed.empty()) return AcknowledgePayment{random_table(), below(5), 0, std::nullopt};
    const Debt& debt = owed[below(static_cast<uint32_t>(owed.size()))];
    return AcknowledgePayment{debt.table, debt.round, below(2) == 0 ? debt.claim : 0,
                              below(2) == 0 ? debt.position : std::nullopt};
  }
  CommandBody random_start(const TableId& table, const TableState& its) {
    StartRound start{table, {}};
    const bool mixed = below(3) == 0;
    for (int position = 1; position <= 6; ++position)
      for (const LinkId& link : its.table.links)
        if (below(3) != 0) start.wagers.push_back({position, link, dollars(mixed && below(2) == 0 ? 5 : 1)});
    return start;
  }
  CommandBody random_mark(const TableId& table, const TableState& its) {
    const LinkId link = random_link_of(table);
    const auto& prizes = floor_.state.links.at(link).rules.prizes;
    const std::string& hand = prizes[below(static_cast<uint32_t>(prizes.size()))].hand;
    std::optional<int> position = 1 + static_cast<int>(below(6));
    if (its.table.keypad == Keypad::first_generation && below(2) == 0) position.reset();
    return MarkHand{table, position, link, hand, false};
  }

  LevelModel* model_of(const State& before, const Claim& claim) {
    if (!claim.on_meter) return nullptr;
    const Prize& prize = before.links.at(claim.link).rules.prizes[static_cast<size_t>(claim.prize)];
    return &models_.at({claim.link, prize.is_share() ? prize.level : 0});
  }

  template <class Body>
  void tell(const State&, const Event&, const Body&) {}
  void tell(const State&, const Event& event, const StartRound& body) {
    for (auto& [where, model] : models_) {
      const LevelRules& rules = floor_.state.links.at(where.first).rules.levels[static_cast<size_t>(where.second)];
      int64_t meter = 0, reserve = 0;
      for (const Wager& wager : body.wagers) {
        if (wager.link != where.first) continue;
        const bool out = std::ranges::any_of(event.outcome.left_out, [&](const LeftOut& left) {
          return left.link == wager.link && left.position == wager.position;
        });
        if (out) continue;
        meter += wager.wager.value() * rules.contribution_ppm;
        reserve += wager.wager.value() * rules.reserve_ppm;
      }
      if (meter + reserve > 0) model.add_capped(meter, reserve);
    }
  }
  void tell(const State&, const Event& event, const MarkHand& body) {
    const Claim& claim = floor_.state.claims.at(event.outcome.claim);
    LevelModel* model = model_of(floor_.state, claim);
    if (model == nullptr) return;
    const Prize& prize = floor_.state.links.at(body.link).rules.prizes[static_cast<size_t>(claim.prize)];
    model->mark(claim.number, body.table.text + "/" + std::to_string(claim.round), body.position.value_or(0),
                prize.share_ppm, claim.wager.value() * prize.pays_for_one);
  }
  void tell(const State& before, const Event&, const UnmarkHand& body) { take_back(before, body.claim); }
  void tell(const State& before, const Event&, const RejectClaim& body) { take_back(before, body.claim); }
  void take_back(const State& before, ClaimNumber claim) {
    if (LevelModel* model = model_of(before, before.claims.at(claim))) model->take_back(claim);
  }
  void tell(const State& before, const Event&, const AcknowledgeClaim& body) {
    LevelModel* model = model_of(before, before.claims.at(body.claim));
    if (model != nullptr && body.position) model->set_position(body.claim, *body.position);
  }
  void tell(const State& before, const Event&, const ConfirmClaim& body) { decided(before, body.claim); }
  void tell(const State& before, const Event&, const HoldClaim& body) { decided(before, body.claim); }
  void tell(const State& before, const Event& event, const EndRound&) {
    for (const Payment& payment : event.outcome.paid) decided(before, payment.claim);
  }
  void decided(const State& before, ClaimNumber claim) {
    if (LevelModel* model = model_of(before, before.claims.at(claim))) model->decide(claim);
  }
  void tell(const State& before, const Event&, const ReleaseClaim& body) {
    LevelModel* model = model_of(before, before.claims.at(body.claim));
    if (model != nullptr && body.verdict == Verdict::reject)
      model->add_capped(units(before.claims.at(body.claim).price.amount), 0);
  }
  void tell(const State&, const Event&, const AdjustFund& body) {
    const int64_t change = units(body.change);
    LevelModel& model = models_.at({body.link, body.level});
    if (body.fund != Fund::reserve) model.spilled = 0;
    model.add_straight(body.fund == Fund::meter ? change : 0, body.fund == Fund::overflow ? change : 0,
                       body.fund == Fund::reserve ? change : 0);
  }
  // The amount back, the seed, reserve, overflow and advance of that very award reversed, the limit applied.
  void tell(const State& before, const Event&, const BackOutAward& body) {
    for (const auto& [id, link] : before.links)
      for (const Award& award : link.awards) {
        if (award.price.claim != body.claim || !award.on_meter) continue;
        const auto& after = floor_.state.links.at(id).awards;
        Pricing price = award.price;
        // The reseed of an equal split passes to another of its winners; what he has more than before was not reversed.
        for (const Award& other : after) {
          const auto old =
              std::ranges::find_if(link.awards, [&](const Award& a) { return a.price.claim == other.price.claim; });
          price.seed -= other.price.seed - old->price.seed;
          price.reserve -= other.price.reserve - old->price.reserve;
          price.overflow -= other.price.overflow - old->price.overflow;
        }
        LevelModel& model = models_.at({id, award.level});
        LevelModel::Result& back = undone_[{id, award.level}];
        back.seeds += price.seed.value();
        back.advances += price.advance.value();
        const LevelModel::Result now = model.replay();
        // What an earlier back-out brought above the limit counts again.
        int64_t meter = units(price.amount) - price.seed.value() - price.reserve.value() - price.overflow.value() -
                        price.advance.value() + model.spilled;
        int64_t over = price.overflow.value() - model.spilled;
        model.spilled = 0;
        if (model.rules.limit >= 0 && now.meter + meter > model.rules.limit) {
          model.spilled = now.meter + meter - model.rules.limit;
          over += model.spilled;
          meter = model.rules.limit - now.meter;
        }
        model.add_straight(meter, over, price.reserve.value());
      }
  }
  void tell(const State& before, const Event&, const TransferJackpot& body) {
    LevelModel& from = models_.at({body.from, body.from_level});
    const LevelModel::Result now = from.replay();
    const auto index = static_cast<size_t>(body.from_level);
    const LinkState& link = before.links.at(body.from);
    const int64_t seed =
        std::min({units(link.rules.levels[index].seed), now.meter, link.levels[index].totals.seed_unrecovered.value()});
    from.add_straight(-now.meter, -now.overflow, -now.reserve);
    from.spilled = models_.at({body.to, body.to_level}).spilled = 0;
    models_.at({body.to, body.to_level}).add_capped(now.meter + now.overflow - seed, now.reserve);
  }

  base::Prng generator_;
  Floor floor_;
  std::map<Where, LevelModel> models_;
  std::map<Where, LevelModel::Result> undone_;
};

}  // namespace cardroom::progressive::testing
