// The current selection: one signal, mirrored in the address bar, so that a link restores it.
import { signal } from '@preact/signals';
import { cards_of } from './cards_text';
import type { ExposedGame, Game, Paytable, Wager, WagerPays } from './answers';

export interface View {
  show: 'figures' | 'exposed';
  game: string;
  wager: string;
  paytables: Record<string, string>; // by group, if not the default
  edits: Record<string, string>; // "pair-plus/flush": "3 to 1"
  house: Record<string, string>;
  hands: number;
  bet_cents: number;
  players: number;
  meters_cents: number[];
  rounds: number;
  bankroll: number;
  seeds_cents: number[];
  contributions: string[];
  exposed_game: string; // a game that only this view has, instead of `game`
  // One situation with seen cards: "Js 8d 5c".
  decision: number;
  own: string;
  dealer: string;
  hole: string;
  community: string;
  seen: string;
  made: string[];
}

export const no_cards = { decision: 0, own: '', dealer: '', hole: '', community: '', seen: '', made: [] as string[] };
const defaults: View = { show: 'figures', game: '', wager: '', paytables: {}, edits: {}, house: {}, hands: 2, bet_cents: 100, players: 5, meters_cents: [], rounds: 1000, bankroll: 100, seeds_cents: [], contributions: [], exposed_game: '', ...no_cards };

export const view = signal<View>(defaults);
export const change = (part: Partial<View>) => (view.value = { ...view.value, ...part });

const list = (text: string | null) => (text ? text.split(';').filter(Boolean) : []);
const whole = (text: string | null, otherwise: number) => (text && /^\d{1,12}$/.test(text) ? Number(text) : otherwise);
const pairs = (texts: readonly string[]) => Object.fromEntries(texts.filter((text) => text.includes('=')).map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]));
const unpaired = (of: Record<string, string>) => Object.entries(of).map(([name, value]) => `${name}=${value}`);

// Always returns a game and a wager that exist, whatever the link says.
export function read_view(search: string, games: readonly Game[], exposed_only: readonly ExposedGame[]): View {
  const query = new URLSearchParams(search);
  const game = games.find(({ id }) => id === query.get('game')) ?? games[0]!;
  const show = query.get('show') === 'exposed' ? 'exposed' : 'figures';
  const cards = (name: string) => cards_of(query.get(name) ?? '').cards.join(' ');
  // Exposed cards concern the base game.
  const wager = own_wagers(game).find(({ id }) => show === 'figures' && id === query.get('wager')) ?? own_wagers(game)[0]!;
  const paytables: Record<string, string> = {};
  for (const id of list(query.get('paytables'))) {
    const paytable = game.paytables.find((each) => each.id === id);
    if (paytable) paytables[paytable.group] = id;
  }
  return {
    show,
    game: game.id,
    wager: wager.id,
    paytables,
    edits: pairs(list(query.get('edits'))),
    house: pairs(list(query.get('house'))),
    hands: whole(query.get('hands'), defaults.hands),
    bet_cents: whole(query.get('bet_cents'), defaults.bet_cents),
    players: whole(query.get('players'), defaults.players),
    meters_cents: list(query.get('meters_cents')).map((text) => whole(text, 0)),
    rounds: whole(query.get('rounds'), defaults.rounds),
    bankroll: whole(query.get('bankroll'), defaults.bankroll),
    seeds_cents: list(query.get('seeds_cents')).map((text) => whole(text, 0)),
    contributions: list(query.get('contributions')),
    exposed_game: (show === 'exposed' && exposed_only.find(({ id }) => id === query.get('exposed_game'))?.id) || '',
    decision: whole(query.get('decision'), 0),
    own: cards('own'),
    dealer: cards('dealer'),
    hole: cards('hole'),
    community: cards('community'),
    seen: cards('seen'),
    made: list(query.get('made')),
  };
}

// The fields of a query, without those at their defaults.
function query_of(now: View, names: readonly (keyof View)[]): Record<string, string> {
  const query: Record<string, string> = {};
  for (const name of names) {
    const value = now[name];
    const text = Array.isArray(value) ? value.join(';') : name === 'paytables' ? Object.values(value).join(';') : typeof value === 'object' ? unpaired(value as Record<string, string>).join(';') : String(value);
    if (text && (name === 'game' || name === 'wager' || text !== String(defaults[name]))) query[name] = text;
  }
  return query;
}

export const search_of = (now: View) => '?' + new URLSearchParams(query_of(now, Object.keys(defaults) as (keyof View)[])).toString().replaceAll('%2F', '/').replaceAll('%3B', ';');

// The query for a file.
export const file_query = (now: View) => query_of(now, ['game', 'wager', 'paytables', 'edits', 'house']);
export const table_query = (now: View) => query_of(now, ['game', 'paytables', 'edits', 'house']);

export interface TableQuestion { game: string; paytables: string[]; edits: string[]; house: string[] }
export interface WagerQuestion extends TableQuestion { wager: string; hands: number; bet_cents: number; players: number; meters_cents: number[] }

export function wager_question(now: View): WagerQuestion {
  const { game, wager, hands, bet_cents, players, meters_cents } = now;
  return { game, wager, hands, bet_cents, players, meters_cents, paytables: Object.values(now.paytables), edits: unpaired(now.edits), house: unpaired(now.house) };
}

// A strategy depends only on the base game.
export function strategy_question(question: WagerQuestion, game: Game): TableQuestion {
  const group = game.wagers[0]!.group;
  const counts = (edit: string) => game.wagers.find(({ id }) => edit.startsWith(id + '/'))?.counts_with === game.wagers[0]!.id;
  const { paytables, edits, house } = question;
  return { game: game.id, paytables: paytables.filter((id) => game.paytables.some((each) => each.id === id && each.group === group)), edits: edits.filter(counts), house: house.filter((choice) => choice.startsWith('folded-bonus')) };
}

export const own_wagers = (game: Game): Wager[] => game.wagers.filter(({ id, counts_with }) => id === counts_with);

export function paytable_of(game: Game, now: View): Paytable {
  const group = game.wagers.find(({ id }) => id === now.wager)!.group;
  const id = now.paytables[group] ?? game.groups.find((each) => each.id === group)!.default;
  return game.paytables.find((each) => each.id === id && each.group === group)!;
}

// The pays behind the wager's figures: its own, and those of the wagers that count with it.
export const pays_shown = (game: Game, now: View): WagerPays[] =>
  paytable_of(game, now).pays.filter(({ wager }) => game.wagers.find(({ id }) => id === wager)?.counts_with === now.wager);

// The edits that remain when another paytable of the group is chosen.
export const edits_outside = (game: Game, group: string): Record<string, string> =>
  Object.fromEntries(Object.entries(view.value.edits).filter(([key]) => game.paytables.some((each) => each.group !== group && each.pays.some(({ wager }) => key.startsWith(wager + '/')))));

export function edit(key: string, value: string | null): void {
  const edits = { ...view.value.edits };
  if (value === null) delete edits[key];
  else edits[key] = value;
  change({ edits });
}
