// Which wins the display celebrates.
import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { Link } from '../src/floor_live';
import { news_ms, wins_between } from '../src/pages/display/wins';

const at_ms = 1_800_000_000_000;
const link = (name: string, last_win: Link['last_win']): Link => ({
  link: name, title: name.toUpperCase(), paytable: 'ML03', open: true, retired: false, sequence: 1, envy_times_wager: false, wagers: ['1.00'],
  levels: ['Mega', 'Major'].map((level) => ({ name: level, meter: '10.00', limit: null, pending: '0.00', exact: null, reserve: null, overflow: null, disputed: null })),
  prizes: [], last_win,
});
const win = (time_ms: number, level = 0) => ({ time_ms, table: 'T1', hand: 'royal_flush', level, amount: '12.34' });
const links = (...all: Link[]) => new Map(all.map((each) => [each.link, each]));

test('a win that comes while the display looks on is shown with level, table, hand and amount', () => {
  assert.deepEqual(wins_between(links(link('a', null)), links(link('a', win(at_ms, 1))), at_ms + 20), [
    { key: `a ${at_ms}`, title: 'A', level: 'Major', table: 'T1', hand: 'royal_flush', amount: '12.34' },
  ]);
});

test('nothing is shown of what was there before, came late, or was backed out', () => {
  const known = links(link('a', win(at_ms)));
  assert.deepEqual(wins_between(new Map(), known, at_ms + 20), [], 'the display was switched on');
  assert.deepEqual(wins_between(known, known, at_ms + 20), [], 'the meter moved on');
  assert.deepEqual(wins_between(links(link('a', null)), known, at_ms + news_ms + 1), [], 'the line was down');
  assert.deepEqual(wins_between(known, links(link('a', win(at_ms - 5000))), at_ms + 20), [], 'backed out: the win before is the last again');
});

test('wins of two links follow one another as they happened', () => {
  const before = links(link('a', null), link('b', null));
  const after = links(link('a', win(at_ms + 5)), link('b', win(at_ms)));
  assert.deepEqual(wins_between(before, after, at_ms + 20).map(({ title }) => title), ['B', 'A']);
});
