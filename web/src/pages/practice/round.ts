// The round on the page: everything sent to the practice table, and the link that reproduces it.
import { signal } from '@preact/signals';
import type { Act, Answer, Catalog, DealTally, Game, PlayTally } from './shapes';

export type Mode = 'play' | 'deal';
export interface Round {
  mode: Mode;
  game: string;
  key: string;
  round: number;
  paytables: Record<string, string>; // by group, only those that differ from the default
  house: Record<string, string>;
  bets: Record<string, string>;
  others: number; // other players
  dealt: boolean;
  actions: Act[];
  level: number;
  players: number; // at the dealer's table; 0: automatic, by level
  answers: Answer[];
}

export const no_play_tally: PlayTally = { rounds: 0, decisions: 0, mistakes: 0, staked: '0.00', net: '0.00', price: '0', price_text: '0.00' };
export const no_deal_tally: DealTally = { rounds: 0, questions: 0, right: 0, mistakes: 0 };

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
export const new_key = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => letters[byte % letters.length]).join('');

export const usual_bets = (game: Game) =>
  Object.fromEntries(game.wagers.filter(({ usual }) => usual !== '0.00').map(({ id, usual }) => [id, usual]));

export function new_round(game: Game, mode: Mode): Round {
  return { mode, game: game.id, key: new_key(), round: 1, paytables: {}, house: {}, bets: usual_bets(game), others: 2, dealt: false, actions: [], level: 1, players: 0, answers: [] };
}

// ---- The link -------------------------------------------------------------------------------------------------------

const pairs = (of: Record<string, string>) => Object.entries(of).map(([name, value]) => `${name}:${value}`).join(',');
const from_pairs = (written: string | null) =>
  Object.fromEntries((written ?? '').split(',').filter((pair) => pair.includes(':')).map((pair) => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]));

export function link_of(round: Round): string {
  const parts = new URLSearchParams({ mode: round.mode, game: round.game, key: round.key, round: String(round.round) });
  if (Object.keys(round.paytables).length > 0) parts.set('paytables', pairs(round.paytables));
  if (Object.keys(round.house).length > 0) parts.set('house', pairs(round.house));
  if (round.mode === 'play') {
    parts.set('bets', pairs(round.bets));
    parts.set('others', String(round.others));
    if (round.dealt) parts.set('done', JSON.stringify(round.actions));
  } else {
    parts.set('level', String(round.level));
    if (round.players > 0) parts.set('players', String(round.players));
    if (round.answers.length > 0) parts.set('done', JSON.stringify(round.answers));
  }
  return '#' + parts.toString();
}

function done_of<T>(written: string | null): T[] {
  try {
    const value: unknown = JSON.parse(written ?? '[]');
    return Array.isArray(value) ? (value as T[]) : [];
  } catch {
    return [];
  }
}

const number_of = (written: string | null, otherwise: number) => (written !== null && /^\d{1,15}$/.test(written) ? Number(written) : otherwise);

// A link may contain anything. The practice table refuses what is wrong and says why.
export function round_of(link: string, catalog: Catalog, first_game: string): Round {
  const parts = new URLSearchParams(link.replace(/^#/, ''));
  const named = parts.get('game') ?? first_game;
  const game = catalog.games.find(({ id }) => id === named) ?? catalog.games[0]!;
  const mode: Mode = parts.get('mode') === 'deal' ? 'deal' : 'play';
  const plain = new_round(game, mode);
  return {
    ...plain,
    key: parts.get('key') || plain.key,
    round: number_of(parts.get('round'), 1),
    paytables: from_pairs(parts.get('paytables')),
    house: from_pairs(parts.get('house')),
    bets: parts.has('bets') ? from_pairs(parts.get('bets')) : plain.bets,
    others: Math.min(5, number_of(parts.get('others'), plain.others)),
    dealt: mode === 'play' && parts.has('done'),
    actions: mode === 'play' ? done_of<Act>(parts.get('done')) : [],
    level: number_of(parts.get('level'), 1),
    players: number_of(parts.get('players'), 0),
    answers: mode === 'deal' ? done_of<Answer>(parts.get('done')) : [],
  };
}

// ---- What is asked --------------------------------------------------------------------------------------------------

const table_of = (round: Round) => ({
  game: round.game,
  paytables: Object.values(round.paytables),
  house: Object.entries(round.house).map(([option, value]) => ({ option, value })),
  key: round.key,
  round: round.round,
});

// You sit in the middle of the players.
export const your_position = (round: Round) => Math.floor(round.others / 2) + 1;

export function play_question(round: Round, tally: PlayTally) {
  const wagers = Object.entries(round.bets).map(([wager, amount]) => ({ wager, amount }));
  const seats = Array.from({ length: round.others + 1 }, (_, index) => {
    const yours = index + 1 === your_position(round);
    return { position: index + 1, automatic: !yours, wagers, actions: yours ? round.actions : [] };
  });
  return { ...table_of(round), seats, tally };
}

export const deal_question = (round: Round, tally: DealTally) => ({ ...table_of(round), level: round.level, players: round.players, answers: round.answers, tally });

// ---- The page's state -----------------------------------------------------------------------------------------------

export const now = signal<Round | null>(null);
export const play_tally = signal<PlayTally>(no_play_tally);
export const deal_tally = signal<DealTally>(no_deal_tally);

export function change(part: Partial<Round>): void {
  if (!now.value) return;
  now.value = { ...now.value, ...part };
  history.replaceState(null, '', link_of(now.value));
}

const kept = (name: string) => {
  try {
    return localStorage.getItem(`practice.${name}`);
  } catch {
    return null;
  }
};
export const four_colours = signal(kept('four_colours') === 'yes');
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`practice.${name}`, value);
  } catch {
    // The table works without storage.
  }
}
export const last_game = () => kept('game') ?? 'three-card-poker';
