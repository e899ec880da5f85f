// Which key is the one of this moment, from what the game manager tells of the round and of the keypad's steps. It only
// chooses what stands large on the screen: whether a press is allowed is the game manager's answer.
import type { Table } from '../../floor_live';
import type { Key } from '../../protocol';

export type KeyName = Exclude<Key['kind'], 'hand' | 'spot' | 'position'>;

export interface Moment {
  main: KeyName;
  others: readonly KeyName[];
}

// The claim whose card is awaited after CONFIRM.
export const confirming = (table: Table) => table.view.pending.find(({ claim }) => claim === table.steps.confirming) ?? null;

// At JPH: the first hand for which J-POT was not pressed yet.
export const unseen = (table: Table) => table.view.pending.find(({ claim }) => !table.steps.seen.includes(claim)) ?? null;

// At JPH: a hand that was seen and needs a card besides the key. The card can be shown until the key is back at RUN.
export const takes_card = (table: Table) =>
  table.steps.key_at_jph ? table.view.pending.find(({ claim, executive, two_people }) => table.steps.seen.includes(claim) && (executive || two_people)) ?? null : null;
const lacks_card = (table: Table) => table.view.pending.some(({ claim, lacks_card: lacks }) => lacks && table.steps.seen.includes(claim));

export function moment_of(table: Table): Moment {
  const waits = table.view.pending.length > 0;
  if (table.keypad === 'second_generation') {
    if (!table.round) return { main: 'start_game', others: [] };
    if (confirming(table)) return { main: 'card', others: ['end_game'] };
    return waits ? { main: 'confirm', others: ['end_game'] } : { main: 'end_game', others: [] };
  }
  if (!table.round) return { main: 'coin_in', others: [] };
  if (!table.steps.key_at_jph) return waits ? { main: 'key_to_jph', others: ['game_over'] } : { main: 'game_over', others: [] };
  if (unseen(table)) return { main: 'j_pot', others: ['key_to_run'] };
  if (lacks_card(table)) return { main: 'card', others: ['key_to_run'] };
  return { main: 'key_to_run', others: takes_card(table) ? ['card'] : [] };
}

// First generation: positions are entered at JPH, and at RUN only where wagers of different sizes lie on a link.
export function takes_positions(table: Table): boolean {
  if (!table.round) return false;
  if (table.keypad === 'second_generation' || table.steps.key_at_jph) return true;
  const { wagers } = table.round;
  return wagers.some(({ link, wager }) => wagers.some((other) => other.link === link && other.wager !== wager));
}

// What one sensor shows.
export type SensorState = 'empty' | 'placed' | 'locked' | 'alarm';

export interface Sensor {
  link: string;
  state: SensorState;
  wager: string; // empty: none
  late: boolean; // placed after the lock
  closed: boolean; // on a link that takes no wager now
}

export function sensor_of(table: Table, position: number, link: string, open: boolean): Sensor {
  const here = (wager: { position: number; link: string }) => wager.position === position && wager.link === link;
  const lit = table.lit.find(here);
  const locked = table.round?.wagers.find(here);
  if (locked) return { link, state: 'locked', wager: locked.wager, late: false, closed: false };
  if (!lit) return { link, state: 'empty', wager: '', late: false, closed: false };
  // A chip on a closed link goes back, before and after the lock.
  if (!open) return { link, state: 'alarm', wager: lit.wager, late: false, closed: true };
  return table.round ? { link, state: 'alarm', wager: lit.wager, late: true, closed: false } : { link, state: 'placed', wager: lit.wager, late: false, closed: false };
}

// Of a position's sensors the one that matters most.
const order: readonly SensorState[] = ['alarm', 'locked', 'placed', 'empty'];
export const state_of = (sensors: readonly Sensor[]): SensorState => order.find((state) => sensors.some((sensor) => sensor.state === state)) ?? 'empty';
