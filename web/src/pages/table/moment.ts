// Which key comes next, from the round and the keypad's steps as the game manager reports them. This only chooses the
// large key on the screen; the game manager decides whether a press is allowed.
import type { Table } from '../../floor_live';
import type { Key } from '../../protocol';

export type KeyName = Exclude<Key['kind'], 'hand' | 'spot' | 'position' | 'paid'>;

export interface Moment {
  main: KeyName;
  others: readonly KeyName[];
}

// The claim whose card is awaited after CONFIRM.
export const confirming = (table: Table) => table.view.pending.find(({ claim }) => claim === table.steps.confirming) ?? null;

// At JPH: the first hand for which J-POT has not been pressed.
export const unseen = (table: Table) => table.view.pending.find(({ claim }) => !table.steps.seen.includes(claim)) ?? null;

// At JPH: an acknowledged hand that needs a card besides the key. The card is accepted until the key is back at RUN.
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

// First generation: positions are entered at JPH, and at RUN only if a link has wagers of different sizes.
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
  wager: string; // empty if none
  late: boolean; // placed after the lock
  closed: boolean; // on a closed link
}

export function sensor_of(table: Table, position: number, link: string, open: boolean): Sensor {
  const here = (wager: { position: number; link: string }) => wager.position === position && wager.link === link;
  const lit = table.lit.find(here);
  const locked = table.round?.wagers.find(here);
  if (locked) return { link, state: 'locked', wager: locked.wager, late: false, closed: false };
  if (!lit) return { link, state: 'empty', wager: '', late: false, closed: false };
  // A chip on a closed link is returned, before and after the lock.
  if (!open) return { link, state: 'alarm', wager: lit.wager, late: false, closed: true };
  return table.round ? { link, state: 'alarm', wager: lit.wager, late: true, closed: false } : { link, state: 'placed', wager: lit.wager, late: false, closed: false };
}

// The most important state among a position's sensors.
const order: readonly SensorState[] = ['alarm', 'locked', 'placed', 'empty'];
export const state_of = (sensors: readonly Sensor[]): SensorState => order.find((state) => sensors.some((sensor) => sensor.state === state)) ?? 'empty';
