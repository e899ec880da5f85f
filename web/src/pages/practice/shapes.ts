// The practice table's answers (docs/reference/practice-api.md): read strictly, shown as they are, never computed with.
import { amount, flag, list, maybe, object, one_of, text, whole_number, type Of } from '../../decode';

const Wager = object({ id: text, name: text, kind: text, base: text, min: amount, max: amount, usual: amount, amounts: list(amount) });
const Game = object({
  id: text,
  name: text,
  summary: text,
  wagers: list(Wager),
  groups: list(object({ id: text, wagers: list(text), usual: text, paytables: list(object({ id: text, note: text })) })),
  options: list(object({ id: text, meaning: text, takes: text, usual: text })),
  player_cards: whole_number,
  dealer_cards: whole_number,
  community_cards: whole_number,
  players_max: whole_number,
  chip: amount,
  needs: text,
  rule: text,
});
export const Catalog = object({ games: list(Game), levels: whole_number, training_players_min: whole_number, training_players_max: whole_number });
export type Catalog = Of<typeof Catalog>;
export type Game = Of<typeof Game>;
export type Wager = Of<typeof Wager>;

const Identity = object({ game: text, name: text, paytables: list(text), key: text, round: whole_number });
const Meter = object({ level: text, amount });
const Circle = object({ wager: text, name: text, kind: text, stake: amount, result: text, paid: amount });
const Seat = object({
  position: whole_number,
  automatic: flag,
  cards: list(text),
  words: text,
  circles: list(Circle),
  folded: flag,
  choice: text,
  staked: maybe(amount),
  net: maybe(amount),
});
const Dealer = object({ cards: list(text), words: text, needs: text, qualifies: maybe(flag) });
const Line = object({
  kind: text,
  position: whole_number,
  wager: text,
  name: text,
  stake: amount,
  result: text,
  paid: amount,
  net: amount,
  reason: text,
  arithmetic: text,
  from_position: whole_number,
});
export type Circle = Of<typeof Circle>;
export type Seat = Of<typeof Seat>;
export type Dealer = Of<typeof Dealer>;
export type Line = Of<typeof Line>;
export type Meter = Of<typeof Meter>;

const ActKind = one_of('fold', 'bet', 'check', 'take_back');
const Action = object({
  kind: ActKind,
  wager: text,
  name: text,
  amount,
  label: text,
  value: text,
  value_text: text,
  price: text,
  price_text: text,
  best: flag,
});
const Standing = object({ hands: whole_number, beaten: whole_number, tied: whole_number, better: whole_number, not_qualified: maybe(whole_number) });
const Turn = object({
  position: whole_number,
  question: text,
  actions: list(Action),
  bet_min: amount,
  bet_max: amount,
  chip: amount,
  counted: list(text),
  advice: text,
  rule: text,
  standing: maybe(Standing),
});
const Decision = object({ position: whole_number, chosen: text, best: text, mistake: flag, price: text, price_text: text, text });
const PlayTally = object({ rounds: whole_number, decisions: whole_number, mistakes: whole_number, staked: amount, net: amount, price: text, price_text: text });
export const PlayView = object({
  of: Identity,
  stage: one_of('decide', 'settled'),
  says: text,
  dealer: Dealer,
  community: list(text),
  seats: list(Seat),
  meters: list(Meter),
  turn: maybe(Turn),
  decisions: list(Decision),
  lines: list(Line),
  staked: maybe(amount),
  net: maybe(amount),
  tally: PlayTally,
});
export type PlayView = Of<typeof PlayView>;
export type Turn = Of<typeof Turn>;
export type Action = Of<typeof Action>;
export type PlayTally = Of<typeof PlayTally>;
export interface Act {
  kind: Of<typeof ActKind>;
  wager?: string;
  amount?: string;
}

const Question = object({
  kind: one_of('choice', 'positions', 'handled'),
  text,
  options: list(object({ id: text, text })),
  positions: list(whole_number),
});
const DealTally = object({ rounds: whole_number, questions: whole_number, right: whole_number, mistakes: whole_number });
export const DealView = object({
  of: Identity,
  level: whole_number,
  players: whole_number,
  done: flag,
  dealer: Dealer,
  community: list(text),
  seats: list(Seat),
  meters: list(Meter),
  phases: list(object({ id: text, name: text, state: one_of('done', 'now', 'later') })),
  checklist: list(object({ phase: text, text, state: one_of('right', 'corrected', 'shown') })),
  question: maybe(Question),
  verdict: maybe(object({ state: one_of('right', 'wrong', 'shown'), text })),
  corrections: list(object({ asked: text, answered: text, text })),
  lines: list(Line),
  score: object({ questions: whole_number, right: whole_number, mistakes: whole_number, text }),
  tally: DealTally,
});
export type DealView = Of<typeof DealView>;
export type Question = Of<typeof Question>;
export type DealTally = Of<typeof DealTally>;
export type Handling = 'take' | 'pay' | 'push' | 'claim';
export interface Answer {
  choice?: string;
  positions?: number[];
  handled?: { position: number; wager: string; how: Handling; paid?: string };
  show?: boolean;
}
