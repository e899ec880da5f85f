// The math lab's answers (docs/reference/math-lab.md). Figures come ready in every form; the page only shows them.
import { get, post, Refused } from '../../api';

export interface Share { exact: string; decimal: string; percent: string }
export interface Amount { exact: string; decimal: string; money: string }
export interface Exact { exact: string; decimal: string }

export interface Wager { id: string; name: string; kind: 'regular' | 'companion' | 'raise' | 'award' | 'bonus' | 'progressive'; counts_with: string; group: string }
export interface PayRow { hand: string; pays: string[]; envy?: string }
export interface WagerPays { wager: string; hands: number[]; rows: PayRow[] }
export interface Paytable { id: string; group: string; document: string; date: string; note: string; has_preset: boolean; pays: WagerPays[] }
export interface HouseOption { option: string; decides: string; default: string; values: string[] }
export interface Game {
  id: string; name: string; summary: string; dealer_needs: string; basic_strategy: string;
  wagers: Wager[]; groups: { id: string; default: string }[]; house_options: HouseOption[]; paytables: Paytable[];
}

export interface Outcome {
  outcome: string; deals: string; probability: Share; contribution: Share; hit: boolean;
  net?: Exact & { text: string }; printed_net?: Exact & { text: string };
  pays?: string; printed_pays?: string; envy?: string; folded?: Share; change?: Share;
}
interface Summary { house_edge: Share; hit_frequency: Share; element_of_risk?: Share; average_total_wager?: Exact; variance?: Exact; standard_deviation?: string; skewness?: string; fixed_return?: Share; envy_return?: Share; return?: Share }
export interface Figures extends Summary {
  kind: 'wager' | 'progressive'; game: string; wager: string; name: string; paytable: string; strategy?: string; folded_by?: string;
  edited: boolean; warnings: string[]; deals: string; outcomes: Outcome[]; microseconds: number;
  printed?: Summary; change?: { house_edge: Share };
  by_hands?: { hands: number; house_edge: Share; hit_frequency: Share }[];
  meters_from?: 'question' | 'preset' | 'nothing'; bet_cents?: number; players?: number; envy_each?: Amount;
  levels?: { level: string; meter_cents: number; meter: string; share: Share; break_even: Amount }[];
}

interface Played { house_edge: Share; costs: Share; choices: { choice: string; share: Share }[] }
export interface Strategy {
  sentence?: string; opening?: string; titles: string[]; rows: { first: string; hands: string[] }[]; dealer: string;
  prose: boolean; best: Played; rule: Played; basic: Played; basic_words: string; microseconds: number;
}

export interface Session {
  name: string; rounds: number; bankroll?: number; mean: Exact; mean_text: string; deviation_text: string; win_percent: string; lose_percent: string; even_percent: string; error: string;
  quantiles: { level: string; net: string }[]; bars: { from: number; to: number; probability: number }[]; stake_needed?: number;
  ruin_percent?: string; ruin_ever_percent?: string; ruin_by_round?: { rounds: number; risk: number }[];
}

export interface Curve { level: string; points: [number, number][]; meter: Amount; seed: Amount; break_even: Amount; mean_at_hit?: Amount; hit_bars?: [number, number, number][] }
export interface Meter {
  paytable: string; preset: boolean; bet_cents: number; players: number; at_meters: Share;
  advantage: Record<'fixed_pays' | 'envy' | 'contributions' | 'reserves' | 'seeds' | 'house', Share>;
  levels: { level: string; seed_cents: number; contribution: string; reserve: string; hit: Share; one_in: string; half_by_wagers: number; restart_mean: Amount }[];
  curves: Curve[]; by_players: { players: number; house_edge: Share; long_run: Share; break_even: Amount }[]; advice: { code: string; text: string }[];
}

export interface Compared {
  ids: string[]; edited: boolean; current: boolean; document: string; date: string; pays: Record<string, string>; why_not?: string;
  house_edge?: Share; hit_frequency?: Share; standard_deviation?: string; fixed_return?: Share; break_even?: Amount;
}
export interface Comparison { hands: string[]; paytables: Compared[] }

export interface Printed { id: string; document: string; paytable: string; wager: string; figure: string; printed_percent: string; computed: Share; definition: string; verdict: string; remark?: string }
export interface Progress { busy: boolean; counting: string; done: number; steps: number }

// A figure with half the width of its 95% interval; exact if that is zero.
export interface Estimate { decimal: string; half_width: string; least: string; most: string; text: string; exact?: string }
export interface ExposedRow {
  players: number; cards_seen: number; edge: Estimate; edge_per_total: Estimate; gain: Estimate; changed: Estimate; simple_edge: Estimate;
  simple_rules: { words: string; count?: string; rules: { with: string; when: string; do: string }[] };
  exact: boolean; key: string; blocks: number; deals: number; version: string;
}
export interface Spots { certain: number; players_max: number; all: boolean; in_doubt: boolean }
export interface Decision { asks: string; own: number; dealer: number; community: number; made: { made: string; name: string }[] }
export interface SeenVerdict { id: string; document: string; figure: string; printed: string; computed_words: string; verdict: string; expected: string }
// A game for which only exposed-card results exist.
export interface ExposedGame { id: string; name: string }
export interface Exposed {
  game: string; name: string; wager: string; possible: boolean; why_not?: string; paytables?: string[];
  rules_by_counting: boolean; basic_play: string; note?: string;
  basic?: Record<'edge' | 'edge_per_total', Share & { text: string; half_width?: string }>; rows: ExposedRow[]; spots?: { perfect: Spots; simple: Spots }; printed: SeenVerdict[];
  situation?: { decisions: Decision[]; hole_max: number; cards_of_a_hand: number; deck_size: number; players_max: number };
}
export interface Worth extends Exact { text: string }
export interface Situation {
  game: string; hand: string; wager: string; ways: string; ways_of: 'dealer_hands' | 'cards_to_come'; best: string; basic: string; gain: Worth; microseconds: number;
  choices: { choice: string; value: Worth; behind: Worth; best: boolean; basic: boolean }[];
}

const address = '/v1/math/';
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

// A game that is still being counted answers `busy`: ask again until it is done.
async function patiently<T>(once: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let turn = 0; ; ++turn) {
    try {
      return await once();
    } catch (error) {
      const passing = error instanceof Refused && (error.code === 'busy' || error.status === 429);
      if (!passing || turn === 40 || signal?.aborted) throw error;
      await pause(400);
    }
  }
}

// While a game is being counted, no other question about it is answered. Questions that can wait check first.
export async function until_counted(game: string, signal: AbortSignal): Promise<void> {
  for (let turn = 0; turn < 150 && !signal.aborted; ++turn) {
    const { busy } = await get<Progress>(link_of('progress', { game }), null, signal);
    if (!busy) return;
    await pause(400);
  }
}

// Sends the questions of one page one after another, so that they do not run into the same count.
let turn_before: Promise<unknown> = Promise.resolve();
function in_turn<T>(task: () => Promise<T>): Promise<T> {
  const mine = turn_before.then(task, task);
  turn_before = mine.catch(() => undefined);
  return mine;
}

export const ask = <T>(question: string, body: object, signal?: AbortSignal) => patiently(() => post<T>(address + question, body, null, signal), signal);
export const look_up = <T>(question: string, query: Record<string, string> = {}, signal?: AbortSignal) => patiently(() => get<T>(link_of(question, query), null, signal), signal);
// For questions that can wait. One that is aborted before its turn is never sent.
const unless_given_up = <T>(signal: AbortSignal, task: () => Promise<T>) => () => (signal.aborted ? Promise.reject(new Error('given up')) : task());
export const ask_in_turn = <T>(question: string, body: object, signal: AbortSignal) => in_turn(unless_given_up(signal, () => ask<T>(question, body, signal)));
export const look_up_in_turn = <T>(question: string, query: Record<string, string>, signal: AbortSignal) => in_turn(unless_given_up(signal, () => look_up<T>(question, query, signal)));
export const link_of = (question: string, query: Record<string, string>) => `${address}${question}${Object.keys(query).length ? '?' + new URLSearchParams(query) : ''}`;
