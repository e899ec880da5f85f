// The math lab in a browser. Figures are compared with what documents print and with counts by hand.
import { expect, expect_accessible, test } from './house';

const edge = '[data-test="edge"]';

test('an edited pay changes the edge to the one printed for those pays', async ({ house, page }) => {
  await page.goto(`${house.url}/math?game=three-card-poker&wager=pair-plus`);
  // 48, 52, 720, 1,096 and 3,744 of 22,100 hands pay 40, 30, 6, 4 and 1: the player loses 512.
  await expect(page.locator(edge)).toHaveText('2.316742%');
  await expect(page.locator('.edge-exact')).toContainText('128/5,525');
  // Flushes at 3 to 1 are "Pair Plus D", which the documents print as 7.30: 1,608 of 22,100.
  await page.getByLabel('Pays: flush', { exact: true }).fill('3 to 1');
  await expect(page.locator(edge)).toHaveText('7.276018%');
  await expect(page.locator('.edge-moved')).toContainText('+4.959276%');
  await expect(page.locator('.compare-panel tr.current')).toContainText('7.276018%');
  // TCP-10 pays the same, as printed.
  await expect(page.locator('.compare-panel tr', { hasText: 'TCP-10' })).toContainText('7.276018%');
  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect(page.locator(edge)).toHaveText('2.316742%');
});

test('the best play of a base game is recomputed after an edit', async ({ house, page }) => {
  await page.goto(`${house.url}/math?game=three-card-poker&wager=ante`);
  await expect(page.locator('.strategy-panel')).toContainText('Q-6-4 or better');
  await expect(page.locator(edge)).toContainText('3.37');
  // The documents print 3.61 for an ante bonus of 5, 3 and 1: one unit less for 52 of 22,100 hands.
  await page.getByLabel('Pays: three of a kind', { exact: true }).fill('3');
  await expect(page.locator(edge)).toContainText('3.608275%');
  await expect(page.locator('.strategy-panel')).toContainText('3.608275%');
});

test('a link restores the view', async ({ house, page, context }) => {
  await page.goto(`${house.url}/math?game=three-card-poker&wager=pair-plus`);
  await page.getByLabel('Pays: straight', { exact: true }).fill('5');
  await expect(page.locator(edge)).toHaveText('5.574661%'); // "Pair Plus C", printed as 5.60
  await page.getByRole('button', { name: '10,000' }).click();
  await expect(page).toHaveURL(/edits=pair-plus\/straight%3D5&.*rounds=10000|rounds=10000.*edits=/);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator(edge)).toHaveText('5.574661%');
  await expect(other.getByLabel('Pays: straight', { exact: true })).toHaveValue('5');
  await expect(other.getByRole('button', { name: '10,000' })).toHaveAttribute('aria-pressed', 'true');
});

test('an invalid pay is reported at its field, and the figures stay', async ({ house, page }) => {
  await page.goto(`${house.url}/math?game=three-card-poker&wager=pair-plus`);
  await expect(page.locator(edge)).toHaveText('2.316742%');
  await page.getByLabel('Pays: flush', { exact: true }).fill('0');
  await expect(page.locator('.pay-error')).toContainText('pays nothing');
  await expect(page.locator(edge)).toHaveText('2.316742%');
});

test('a refused pay dims the figures and is explained in the page’s own words', async ({ house, page }) => {
  await page.goto(`${house.url}/math?game=three-card-poker&wager=pair-plus`);
  await expect(page.locator(edge)).toHaveText('2.316742%');
  const tops = () => page.evaluate(() => ['.tiles', '.outcomes-frame', '.edits-foot', '.below'].map((part) => Math.round(document.querySelector(part)!.getBoundingClientRect().top)));
  const before = await tops();
  const flush = page.getByLabel('Pays: flush', { exact: true });
  await flush.fill('3 to 1');
  await expect(page.locator(edge)).toHaveText('7.276018%');
  expect(await tops()).toEqual(before); // the first edit moves nothing
  await flush.fill('1/3 to 1');
  await expect(page.locator('.pay-error')).toHaveText('Enter a pay such as 3 to 1, 3 to 2 or 300 for 1.');
  await expect(page.locator('.edge-head')).toContainText('Last valid pays');
  await expect(page.locator(edge)).toHaveText('7.276018%');
  await expect(page.locator(edge)).toHaveCSS('opacity', '0.4');
  await flush.fill('');
  await expect(page.locator('.pay-error')).toHaveText('This row cannot be removed while a lower hand still pays.');
  // The lowest can be: without the pairs' $1 the player loses 3,744 more of 22,100 hands, and their stake.
  await flush.fill('4 to 1');
  await page.getByLabel('Pays: pair', { exact: true }).fill('');
  // (512 + 2 · 3,744) / 22,100 = 8,000/22,100.
  await expect(page.locator('.edge-exact')).toContainText('80/221');
});

test('an invalid bankroll, seed or rate stays as typed, with an error', async ({ house, page }) => {
  await page.goto(`${house.url}/math?game=three-card-poker&wager=pair-plus`);
  const session = page.locator('.session-panel');
  await expect(session.locator('.tile').first()).toBeVisible();
  const bankroll = session.getByLabel('Bankroll', { exact: true });
  for (const wrong of ['-7', '99999999999']) {
    await bankroll.fill(wrong);
    await expect(bankroll).toHaveValue(wrong);
    await expect(bankroll).toHaveAccessibleDescription('Whole units, at most 999,999');
    await expect(session.locator('.chances')).toHaveCSS('opacity', '0.4');
  }
  await bankroll.fill('50');
  await expect(bankroll).not.toHaveAttribute('aria-invalid');
  await expect(session.locator('.chances')).toHaveCSS('opacity', '1');
  await expect(page).toHaveURL(/bankroll=50\b/);

  const meter = page.locator('.meter-panel');
  const seed = meter.getByLabel('Seed').first();
  const rate = meter.getByLabel('Contribution').first();
  const seed_before = await seed.inputValue();
  await seed.fill('abc');
  await expect(seed).toHaveValue('abc');
  await expect(seed).toHaveAccessibleDescription('Enter dollars and cents, zero or more.');
  await rate.fill('101');
  await expect(rate).toHaveValue('101');
  await expect(rate).toHaveAttribute('aria-invalid', 'true');
  await rate.fill('12.');
  await expect(rate).toHaveValue('12.');
  await expect(rate).not.toHaveAttribute('aria-invalid');
  await seed.fill(seed_before);
  await expect(seed).not.toHaveAttribute('aria-invalid');
  await seed.fill('2,500.50');
  await expect(page).toHaveURL(/seeds_cents=250050\b/);
  await expect(seed).toHaveValue('2,500.50');
  await expect_accessible(page);
});

test('a strategy for pays other than those typed says so', async ({ house, page }) => {
  await page.goto(`${house.url}/math?game=three-card-poker&wager=ante`);
  const strategy = page.locator('.strategy-panel');
  await expect(strategy.locator('.strategy-card')).toBeVisible();
  await expect(strategy).not.toContainText('Last valid pays');
  const pay = page.getByLabel('Pays: three of a kind', { exact: true });
  await pay.fill('1/3 to 1');
  await expect(strategy).toContainText('Last valid pays');
  await expect(strategy.locator('.strategy-card')).toHaveCSS('opacity', '0.4');
  await pay.fill('3');
  await expect(strategy).not.toContainText('Last valid pays');
  await expect(strategy).toContainText('3.608275%');
});

test('a link with an invalid pay says so and offers the printed pays', async ({ house, page }) => {
  await page.goto(`${house.url}/math?game=three-card-poker&wager=pair-plus&edits=pair-plus/pair=zz`);
  await expect(page.getByRole('alert').filter({ hasText: 'No figures for these pays.' })).toContainText('pair: ');
  await expect(page.locator('.figures-panel .skeleton')).toHaveCount(0);
  await page.locator('.figures-panel').getByRole('button', { name: 'Reset all' }).click();
  await expect(page.locator(edge)).toHaveText('2.316742%');
});

test('the meter breaks even where the count says so', async ({ house, page }) => {
  await page.goto(`${house.url}/math?game=three-card-poker&wager=progressive&paytables=PROG-3C-1&players=1`);
  // 12,020 of 22,100 come back in fixed pays; one hand in 22,100 wins the meter.
  await expect(page.locator('.figures-panel')).toContainText('$10,080.00');
  await expect(page.locator('.meter-panel')).toContainText('1 in 22,100');
});

test('a PAR sheet of the edited pays is downloaded', async ({ house, page }) => {
  await page.goto(`${house.url}/math?game=three-card-poker&wager=pair-plus&edits=pair-plus/flush=3`);
  await expect(page.locator(edge)).toHaveText('7.276018%');
  await page.waitForLoadState('networkidle'); // one visitor's questions are answered one after another
  await page.locator('.files summary').click();
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: 'PAR sheet .html' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe('three-card-poker-TCP-01-edited-par.html');
});

test('axe-core finds nothing serious', async ({ house, page }) => {
  await page.goto(`${house.url}/math?game=three-card-poker&wager=ante&edits=ante-bonus/straight=2`);
  await expect(page.locator('.printed-panel tbody tr').first()).toBeVisible();
  await expect(page.locator('.session-panel .tile').first()).toBeVisible();
  await expect_accessible(page);
});
