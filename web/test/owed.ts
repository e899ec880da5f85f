// What is owed: how pages group it, and which hands the keypad shows as marked.
import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { Link, Table } from '../src/floor_live';
import { owed_earlier, owed_groups } from '../src/owed';
import type { Owed } from '../src/protocol';
import { follow, no_marks, shown } from '../src/pages/table/marks';

const line = (part: Partial<Owed>): Owed => ({
  kind: 'envy', table: 'T1', round: 41, claim: 9, position: 5, link: 'mega', hand: 'royal_flush', amount: '1000.00', from_meter: false, earlier: true, win_page: 7, tax: null, since_ms: 1,
  ...part,
});
const award = line({ kind: 'award', position: 2, amount: '10043.74', from_meter: true });

test('amounts are grouped by claim, and by position within it; a hand pay takes a supervisor', () => {
  const groups = owed_groups([award, line({}), line({ position: 6, amount: '600.00' }), line({ claim: 10 })]);
  assert.deepEqual(groups.map(({ claim, round, win_page }) => [claim, round, win_page]), [[9, 41, 7], [10, 41, 7]]);
  assert.deepEqual(groups[0]!.places.map(({ position, hand_pay, lines }) => [position, hand_pay, lines.map(({ amount }) => amount)]), [[2, true, ['10043.74']], [5, false, ['1000.00']], [6, false, ['600.00']]]);
});

test('a canceled round is one group, and two bets of a position are paid with one key', () => {
  const refund = (link: string, position: number) => line({ kind: 'refund', claim: 0, hand: '', win_page: 0, link, position, amount: '1.00' });
  const groups = owed_groups([refund('mega', 3), refund('mini', 3), refund('mega', 4)]);
  assert.equal(groups.length, 1);
  assert.deepEqual(groups[0]!.places.map(({ position, lines }) => [position, lines.length]), [[3, 2], [4, 1]]);
});

test('tables and rounds are not mixed, and END GAME covers its own round', () => {
  assert.equal(owed_groups([line({}), line({ table: 'T2' }), line({ round: 42 })]).length, 3);
  assert.deepEqual(owed_earlier([line({ earlier: false }), award]), [award]);
});

const seats = (fixed_pay = '0.00') => Array.from({ length: 6 }, (_, index) => ({ position: index + 1, lights: ['mega'], fixed_pay, envy: '0.00' }));
const table = (view: Partial<Table['view']>): Table => ({
  table: 'T1', game: 'three-card-poker', positions: 6, keypad: 'second_generation', links: ['mega'], sequence: 1, connected: true, keypads: 1, lit: [],
  round: { number: 41, started_ms: 1, wagers: [], hands_dealt: 0, voided: false, alarms: 0 },
  view: { seats: seats(), fixed_pay_somewhere: '0.00', pending: [], next: '', owed: [], ...view },
  steps: { key_at_jph: false, key_holder: '', card: '', position: null, seen: [], spot: null, confirming: 0 }, set_aside: [],
});
const links: Link[] = [];
const pending: Table['view']['pending'][number] = {
  claim: 9, hand: 'royal_flush', position: 2, amount: '10043.74', executive: false, two_people: false, waits: false, envy: '1000.00', others: 1, envy_text: '', envy_pays: [], lacks_card: false,
};

test('a confirmed award is marked by what is owed, also on a keypad that has seen nothing before', () => {
  const now = table({ owed: [{ ...award, earlier: false }] });
  assert.deepEqual(shown(no_marks, now, links).marks.map(({ claim, kind, position, amount, final }) => [claim, kind, position, amount, final]), [[9, 'meter', 2, '10043.74', true]]);
  const tray = table({ owed: [{ ...award, earlier: false, from_meter: false }] });
  assert.deepEqual(shown(no_marks, tray, links).marks.map(({ kind }) => kind), ['tray']);
  assert.deepEqual(shown(no_marks, table({ owed: [award] }), links), { marks: [], gone: [] }, 'an earlier round’s is not a mark of this one');
});

test('a hand that waited and is neither waiting nor owed is gone', () => {
  const waiting = table({ pending: [pending] });
  const marks = follow(no_marks, waiting, links);
  assert.deepEqual(shown(marks, waiting, links).marks.map(({ kind }) => kind), ['waits']);
  assert.deepEqual(shown(marks, table({}), links), { marks: [], gone: [{ claim: 9, link: '', hand: 'royal_flush', position: 2, amount: '10043.74', kind: 'waits', final: false }] });
  const paid = shown(marks, table({ owed: [{ ...award, earlier: false }] }), links);
  assert.deepEqual([paid.marks.length, paid.gone.length], [1, 0]);
});
