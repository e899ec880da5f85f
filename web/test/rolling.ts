// The pacing of the display's meters: never ahead of what was told, there in time, and never backwards but for a fall.
import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { ems_of } from '../src/pages/display/fit';
import { cents_of, reels_needed, reels_of, retarget, roll_ms, shown_at, still, type Roll } from '../src/pages/display/rolling';

// A keyed sequence of numbers in [0, 1), so that a failure can be played again.
function keyed(key: number): () => number {
  return () => {
    key = (Math.imul(key, 1664525) + 1013904223) >>> 0;
    return key / 2 ** 32;
  };
}

test('an amount becomes cents by its digits', () => {
  for (const [amount, cents] of [['0.00', 0], ['0.07', 7], ['1250.00', 125000], ['10000.5', 1000050], ['12.349', 1234], ['99999999.99', 9999999999]] as const)
    assert.equal(cents_of(amount), cents, amount);
});

test('a rise rolls evenly and is there when its time is over', () => {
  const roll = retarget(still(1000, 0), 2000, 500);
  assert.equal(shown_at(roll, 500), 1000);
  assert.equal(shown_at(roll, 500 + roll_ms / 4), 1250);
  assert.equal(shown_at(roll, 500 + roll_ms / 2), 1500);
  assert.ok(shown_at(roll, 500 + roll_ms - 1) < 2000);
  assert.equal(shown_at(roll, 500 + roll_ms), 2000);
  assert.equal(shown_at(roll, 1e9), 2000);
});

test('a fall is shown at once, also in the middle of a roll', () => {
  const rolling = retarget(still(1_000_000, 0), 1_000_100, 0);
  assert.equal(shown_at(retarget(rolling, 100_000, 3000), 3000), 100_000);
  // Above what is shown, but below what was told: the truth at once.
  assert.equal(shown_at(retarget(rolling, 1_000_080, 3000), 3000), 1_000_080);
});

test('what is told twice changes nothing', () => {
  const roll = retarget(still(0, 0), 100, 0);
  assert.equal(retarget(roll, 100, 5000), roll);
});

test('a small rise after a large one does not hold the large one up', () => {
  let roll = retarget(still(0, 0), 100_000, 0);
  for (let now_ms = 100; now_ms < roll_ms; now_ms += 100) roll = retarget(roll, 100_000 + now_ms / 100, now_ms);
  assert.ok(shown_at(roll, roll_ms) >= 100_000);
});

// By a list of all that was told, which the code does not keep.
test('over a long play: never ahead, never backwards but for a fall, each amount within its time', () => {
  for (let key = 1; key <= 50; key += 1) {
    const chance = keyed(key);
    let truth = 1_000_000;
    let roll: Roll = still(truth, 0);
    let told: { cents: number; by_ms: number }[] = [];
    let before = truth;
    for (let now_ms = 0; now_ms < 300_000; now_ms += Math.ceil(chance() * 400)) {
      if (chance() < 0.1) {
        const falls = chance() < 0.03;
        truth = falls ? Math.floor(truth * chance()) : truth + Math.ceil(chance() ** 8 * 50_000);
        roll = retarget(roll, truth, now_ms);
        if (falls) {
          told = [];
          before = 0;
          assert.equal(shown_at(roll, now_ms), truth, `key ${key}: a fall at ${now_ms}`);
        } else told.push({ cents: truth, by_ms: now_ms + roll_ms });
      }
      const shown = shown_at(roll, now_ms);
      assert.ok(shown <= truth, `key ${key}: ${shown} shown at ${now_ms} ms, ${truth} is true`);
      assert.ok(shown >= before, `key ${key}: from ${before} back to ${shown} at ${now_ms} ms`);
      for (const { cents } of told.filter(({ by_ms }) => by_ms <= now_ms)) assert.ok(shown >= cents - 1e-6, `key ${key}: ${cents} not reached at ${now_ms} ms`);
      told = told.filter(({ by_ms }) => by_ms > now_ms);
      before = shown;
    }
    assert.equal(shown_at(roll, 300_000 + roll_ms + 400), truth);
  }
});

test('reels stand as wheels of a counter do', () => {
  for (const [cents, reels] of [
    [0, [0, 0, 0, 0]],
    [1234, [4, 3, 2, 1]],
    [1234.5, [4.5, 3, 2, 1]],
    [1239.25, [9.25, 3.25, 2, 1]],
    [1999.5, [9.5, 9.5, 9.5, 1.5]],
    [999.75, [9.75, 9.75, 9.75, 0.75]],
  ] as const)
    assert.deepEqual(reels_of(cents, 4), reels, String(cents));
  assert.deepEqual([0, 99, 100, 99_999, 100_000, 9_999_999_999].map(reels_needed), [3, 3, 3, 5, 6, 10]);
});

test('more figures are wider, and eight before the point still fill a box', () => {
  for (let figures = 4; figures <= 12; figures += 1) assert.ok(ems_of(figures) > ems_of(figures - 1), String(figures));
  // $99,999,999.99: nine signs and figures, two separators, a gap, two cents of half size.
  assert.ok(Math.abs(ems_of(10) - (9 * 0.64 + 2 * 0.28 + 0.06 + 0.64)) < 1e-9);
});
