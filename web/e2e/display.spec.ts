// The progressive display as a viewer sees it: what the reels show, what is on the screen, and that nothing can be pressed.
import type { Page } from '@playwright/test';
import { expect, expect_accessible, test, type House } from './house';
import { read_meters, watch_meters } from './meters';
import { Play } from './play';

const wagers = (link: string, positions: readonly number[], wager = '1.00') => positions.map((position) => ({ position, link, wager }));

// Two tables of one game on one jackpot, which a supervisor alone may confirm.
async function open_house(house: House): Promise<Play> {
  await house.link('PROG-3C-1', 'three', {}, 'Three Card Progressive');
  await house.table('T1', 'three-card-poker', ['three']);
  await house.table('T2', 'three-card-poker', ['three']);
  return new Play(house);
}

async function open_display(page: Page, house: House, table: string): Promise<void> {
  await page.goto(house.screen('display', table));
  await expect(page.locator('.meter').first()).toBeVisible();
}

const told = (page: Page) => page.locator('.link .meter .unseen').first();
const pending = (page: Page) => page.locator('.strip-line.pending');
const scene = (page: Page) => page.locator('.scene');
const dollars = (amount: string) => `$${amount.replace(/\B(?=(\d{3})+(?!\d)(?<!\.\d*))/g, ',')}`;
const exact_now = (page: Page) => expect.poll(async () => (await read_meters(page)).every((meter) => !meter.between && meter.cents === meter.told_cents), { timeout: 15_000 }).toBe(true);

test('a jackpot of two tables: pending on both displays, won on both, then the new meter', async ({ house, page, context }) => {
  const play = await open_house(house);
  const other = await context.newPage();
  await open_display(page, house, 'T1');
  await open_display(other, house, 'T2');
  const displays = [page, other];

  await play.start('T1', wagers('three', [1, 3, 4]));
  for (const display of displays) await expect(told(display)).toHaveText('$1,000.36');
  const { claim, amount } = await play.mark('T1', 3, 'three', 'akq_of_spades');
  expect(amount).toBe('1000.36');
  // Players do not see a mark at first; once a supervisor has acknowledged it, they do.
  await expect(told(other)).toHaveText('$1,000.36');
  await expect(pending(other)).toHaveCount(0);
  await play.decide('supervisor', { acknowledge_claim: { claim } });
  for (const display of displays) {
    await expect(pending(display)).toContainText(dollars(amount));
    await expect(pending(display)).toContainText('Jackpot');
    // Seed 1,000.00 and a hundredth of three wagers from the reserve.
    await expect(told(display)).toHaveText('$1,000.03');
    expect(await read_meters(display)).toMatchObject([{ cents: 100_003, between: false }]);
    await expect_accessible(display);
  }

  await play.decide('supervisor', { confirm_claim: { claim } });
  for (const display of displays) {
    await expect(scene(display)).toContainText(dollars(amount));
    await expect(scene(display)).toContainText('A-K-Q of spades');
    await expect(scene(display)).toContainText('Table T1');
    await expect(scene(display)).toContainText('JACKPOT!');
  }
  expect(await scene(page).boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize()! });
  await expect_accessible(page);
  await play.says('T1', { pay_envy: { table: 'T1' } });
  await play.end('T1');
  await play.start('T2', wagers('three', [2, 5]));
  for (const display of displays) {
    await expect(scene(display)).toHaveCount(0, { timeout: 20_000 });
    await expect(pending(display)).toHaveCount(0);
    await expect(told(display)).toHaveText('$1,000.27');
    // Amounts that arrived during the scene do not roll up afterward.
    expect(await read_meters(display)).toMatchObject([{ cents: 100_027, between: false }]);
  }
});

test('without a supervisor a mark is shown to players after five seconds', async ({ house, page }) => {
  const play = await open_house(house);
  await open_display(page, house, 'T2');
  await play.start('T1', wagers('three', [1]));
  const marked_ms = Date.now();
  await play.mark('T1', 1, 'three', 'akq_of_spades');
  await expect(pending(page)).toBeVisible();
  expect(Date.now() - marked_ms).toBeGreaterThanOrEqual(4_500);
});

test('a rejected claim leaves the meter as if it had never been made', async ({ house, page }) => {
  const play = await open_house(house);
  await open_display(page, house, 'T2');
  await play.start('T1', wagers('three', [1, 2]));
  await expect(told(page)).toHaveText('$1,000.24');
  const { claim } = await play.mark('T1', 2, 'three', 'akq_of_spades');
  await play.decide('supervisor', { acknowledge_claim: { claim } });
  await expect(pending(page)).toBeVisible();
  await expect(told(page)).toHaveText('$1,000.02');
  await play.decide('supervisor', { reject_claim: { claim, reason: 'the king was of hearts' } });
  await expect(pending(page)).toHaveCount(0);
  await expect(told(page)).toHaveText('$1,000.24');
  expect(await read_meters(page)).toMatchObject([{ cents: 100_024, between: false }]);
  await expect(scene(page)).toHaveCount(0);
});

test('over many rounds the reels roll and never run ahead of the meter', async ({ house, page }) => {
  const play = await open_house(house);
  await open_display(page, house, 'T1');
  const rounds = (async () => {
    for (let round = 0; round < 30; round += 1)
      for (const table of ['T1', 'T2']) {
        await play.start(table, wagers('three', [1, 2, 3, 4, 5].slice(0, 1 + (round % 5))));
        await play.end(table);
        await new Promise((done) => setTimeout(done, 60));
      }
  })();
  const frames = await watch_meters(page, 9_000);
  await rounds;
  let before = 0;
  for (const [meter] of frames) {
    // A reel that is between two figures shows some of the next one.
    expect(meter!.cents + (meter!.between ? 1 : 0)).toBeLessThanOrEqual(meter!.told_cents);
    expect(meter!.cents).toBeGreaterThanOrEqual(before);
    before = meter!.cents;
  }
  const seen = new Set(frames.map(([meter]) => meter!.cents));
  expect(seen.size).toBeGreaterThan(20);
  expect(frames.some(([meter]) => meter!.between)).toBe(true);
  // 30 rounds of each table with three wagers on average, 12 cents each.
  await expect(told(page)).toHaveText('$1,021.60');
  await exact_now(page);
});

test('a reel carries as a counter does: from 999.94 over 1,000.00', async ({ house, page }) => {
  await house.link('PROG-3C-1', 'low', {}, 'Low', { starts: ['999.70'] });
  await house.table('T3', 'three-card-poker', ['low']);
  const play = new Play(house);
  await open_display(page, house, 'T3');
  const [box_before, pays_before] = [await page.locator('.meter').boundingBox(), await page.locator('.pays-columns').boundingBox()];
  const frames = watch_meters(page, 8_000);
  await play.start('T3', wagers('low', [1, 2, 3, 4]));
  for (const [meter] of await frames) expect(meter!.cents + (meter!.between ? 1 : 0)).toBeLessThanOrEqual(meter!.told_cents);
  await expect(told(page)).toHaveText('$1,000.18');
  await exact_now(page);
  // One more digit moves nothing else.
  expect(await page.locator('.meter').boundingBox()).toEqual(box_before);
  expect(await page.locator('.pays-columns').boundingBox()).toEqual(pays_before);
});

test('no amount is shown while the game manager is down, and the right one when it is back', async ({ house, page }) => {
  const play = await open_house(house);
  await open_display(page, house, 'T1');
  await house.stop('SIGKILL');
  const killed_ms = Date.now();
  await expect(page.getByRole('heading', { name: 'Progressive not available' })).toBeVisible();
  expect(Date.now() - killed_ms).toBeLessThan(4_000);
  await expect(page.locator('.meter')).toHaveCount(0);
  expect(await page.locator('body').innerText()).not.toMatch(/\$\d/);
  await expect_accessible(page);
  await house.start();
  await expect(told(page)).toHaveText('$1,000.00', { timeout: 20_000 });
  await play.start('T2', wagers('three', [1]));
  await expect(told(page)).toHaveText('$1,000.12');
});

test('a connection that is open but dead is noticed', async ({ house, page }) => {
  await open_house(house);
  await open_display(page, house, 'T1');
  house.freeze();
  try {
    // Four seconds of silence, two for an answer, one and a half of grace, and a second between checks.
    await expect(page.getByRole('heading', { name: 'Progressive not available' })).toBeVisible({ timeout: 12_000 });
    await expect(page.locator('.meter')).toHaveCount(0);
  } finally {
    house.thaw();
  }
  await expect(told(page)).toHaveText('$1,000.00', { timeout: 20_000 });
});

test('a closed link says so and keeps its meter', async ({ house, page }) => {
  await open_house(house);
  await open_display(page, house, 'T1');
  await house.command({ close_link: { link: 'three', reason: 'the end of the day' } });
  await expect(page.locator('.strip-line.closed')).toContainText('Not taking bets');
  await expect(told(page)).toHaveText('$1,000.00');
  await expect_accessible(page);
});

test('a wager shows its cents, if any', async ({ house, page }) => {
  await house.link('PROG-3C-1', 'three', { wagers: ['1.00', '2.50'] }, 'Three Card Progressive');
  await house.table('T1', 'three-card-poker', ['three']);
  await open_display(page, house, 'T1');
  await expect(page.locator('.pays dl > div').filter({ hasText: /^Progressive wager/ }).locator('dd')).toHaveText('$1 or $2.50');
  await expect(page.locator('.strip-line')).toContainText('Bet $1 or $2.50 on the sensor');
});

test('nothing can be pressed, and nothing is ever sent', async ({ house, page }) => {
  const said: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => said.push(String(payload))));
  const play = await open_house(house);
  await open_display(page, house, 'T1');
  await expect_accessible(page);
  expect(await page.locator('a, button, input, select, textarea, summary, [tabindex], [contenteditable], [onclick]').count()).toBe(0);
  for (const key of ['Tab', 'Enter', 'Space', '?', 'F2']) await page.keyboard.press(key);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  for (const where of ['.meter', '.pays', '.strip-line']) expect(await page.locator(where).first().evaluate((element) => getComputedStyle(element).cursor)).toBe('none');
  await page.mouse.click(400, 300);
  await play.start('T1', wagers('three', [1]));
  await expect(told(page)).toHaveText('$1,000.12');
  expect(said).toEqual([]);
});

test('a screen without a token asks for one, and rejects that of another device', async ({ house, page }) => {
  await open_house(house);
  await page.goto(`${house.url}/display/T1`);
  const field = page.getByLabel('Device token');
  await expect_accessible(page);
  await field.fill(house.tokens.get('T1-keypad')!);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('T1-keypad is a keypad');
  await field.fill(house.tokens.get('T1-display')!);
  await page.keyboard.press('Enter');
  await expect(told(page)).toHaveText('$1,000.00');
  await page.reload();
  await expect(told(page)).toHaveText('$1,000.00');
});
