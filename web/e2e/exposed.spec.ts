// The math lab's view of exposed cards. Expected figures were published or counted by hand.
import { expect, expect_accessible, test } from './house';
import type { Page } from '@playwright/test';

const card = (page: Page, id: string) => page.locator(`[data-card="${id}"]`);

test('the curve is shown with its table and says how many spots leave the house its edge', async ({ house, page }) => {
  await page.goto(`${house.url}/math`);
  await page.getByRole('button', { name: 'Exposed cards' }).click();
  await page.getByLabel('Game').selectOption('caribbean-stud');
  await expect(page.getByRole('img', { name: 'House edge by number of players' }).locator('canvas')).toBeVisible();
  // Published: 5.22% of the ANTE with nothing seen; the player ahead of the house with seven players.
  const rows = page.locator('.stored-table tbody tr');
  await expect(rows).toHaveCount(7);
  await expect(rows.first()).toContainText('5.22');
  await expect(rows.last().locator('td').nth(1)).toContainText('−');
  const kept = Number((await page.locator('[data-test="spots-perfect"] dd').first().innerText()).replace('up to ', ''));
  for (let players = 2; players <= 7; ++players) {
    const [value, error] = (await rows.nth(players - 1).locator('td').nth(1).innerText()).replace('−', '-').split(' ± ').map(Number);
    expect(value! - error! > 0, `${players} players`).toBe(players <= kept);
  }
  await page.getByRole('button', { name: 'Show the simple rules for 6 players' }).click();
  await expect(page.locator('[data-test="rules"]')).toContainText('Simple rules for 6 players');
  await expect(page).toHaveURL(/show=exposed.*players=6/);
});

test('Pai Gow has only a curve', async ({ house, page }) => {
  await page.goto(`${house.url}/math?show=exposed`);
  await page.getByLabel('Game').selectOption('fortune-pai-gow');
  const rows = page.locator('.stored-table tbody tr');
  await expect(rows).toHaveCount(6);
  await expect(page.locator('.stored-panel')).toContainText('over the house way');
  await expect(page.locator('.tiles')).toContainText('house way, sampled');
  await expect(page.getByText('Simple rules')).toHaveCount(0);
  await expect(page.getByText('PAR sheet')).toHaveCount(0);
  await expect_accessible(page);
  // A link restores it; choosing another game leaves it.
  await page.reload();
  await expect(page.getByLabel('Game')).toHaveValue('fortune-pai-gow');
  await page.getByLabel('Game').selectOption('let-it-ride');
  await expect(page).not.toHaveURL(/pai-gow/);
  await expect(rows).toHaveCount(7);
  // With the dealer's hand face up, seeing other hands gains nothing.
  await page.goto(`${house.url}/math?show=exposed&exposed_game=face-up-pai-gow`);
  await expect(rows.last().locator('td').nth(3)).toHaveText('0.0000');
});

test('tapped cards show the best play and its exact value', async ({ house, page }) => {
  await page.goto(`${house.url}/math?show=exposed&game=three-card-poker`);
  await expect(page.locator('.situation-result')).toContainText('Still needed: your cards.');
  for (const id of ['Js', '8d', '5c']) await card(page, id).click();
  // With no cards seen, jack high folds.
  await expect(page.locator('[data-test="best"]')).toHaveText('fold');
  // The picker has moved on to the other hands.
  for (const id of ['As', 'Ad', 'Kh', 'Kc', 'Qs', 'Qd']) await card(page, id).click();
  // 5,300 of 12,341 hands of the dealer do not qualify: (5,300 − 2 · 7,041) / 12,341.
  await expect(page.locator('[data-test="best"]')).toHaveText('PLAY 1x');
  await expect(page.locator('[data-choice="PLAY 1x"]')).toContainText('−8,782/12,341');
  await expect(page.locator('[data-choice="PLAY 1x"]')).toContainText('Best');
  await expect(page.locator('[data-choice="fold"]')).toContainText('Basic play');
  await expect(page.locator('.situation-result')).toContainText('12,341 hands');
  await expect(card(page, 'Js')).toHaveAttribute('aria-label', 'jack of spades, yours');
  await expect(card(page, 'As')).toHaveAttribute('aria-pressed', 'true');
  await expect_accessible(page);
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'felt'));
  await expect_accessible(page);
  // A card that is tapped again is removed.
  for (const id of ['As', 'Ad', 'Kh', 'Kc', 'Qs', 'Qd']) await card(page, id).click();
  await expect(page.locator('[data-test="best"]')).toHaveText('fold');
});

test('the keyboard walks through the deck', async ({ house, page }) => {
  await page.goto(`${house.url}/math?show=exposed&game=three-card-poker`);
  await card(page, 'As').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await expect(card(page, 'Ks')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect(card(page, 'Qc')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.locator('[data-group="own"] .small-card')).toHaveCount(3);
  await expect(page.locator('[data-test="best"]')).toHaveText('PLAY 1x');
  await page.keyboard.press('c');
  await expect(page.locator('.small-card')).toHaveCount(0);
});

test('a link restores a situation with its earlier decisions', async ({ house, page, context }) => {
  await page.goto(`${house.url}/math?show=exposed&game=let-it-ride`);
  await page.getByRole('button', { name: 'BET 2' }).click();
  await page.locator('[data-group="own"]').click();
  await page.getByLabel('Or type: your cards').fill('A♠ kd, 5c');
  await page.locator('[data-group="community"]').click();
  await page.getByLabel('Or type: community cards').fill('Ah');
  // One of 48 cards: two aces pay 3, six others make two pairs and pay 2, forty leave 1; on two bets, or on three.
  const ride = page.locator('[data-choice="let it ride"]');
  await expect(ride).toContainText('29/12');
  await page.getByLabel('Earlier decision: BET 1').selectOption({ label: 'let it ride' });
  await expect(ride).toContainText('29/8');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator('[data-choice="let it ride"]')).toContainText('29/8');
});

test('no card moves while the other hands grow', async ({ house, page }) => {
  await page.goto(`${house.url}/math?show=exposed&game=three-card-poker&own=Js+8d+5c`);
  const top = () => card(page, 'As').evaluate((element) => Math.round(element.getBoundingClientRect().top + scrollY));
  await expect(page.locator('[data-test="best"]')).toHaveText('fold');
  const stood = await top();
  await page.getByLabel('Or type: other hands').fill('As Ks Qs Ts 9s 8s 7s 6s 5s 4s 3s 2s Ah Kh Qh Jh Th 9h');
  await expect(page.locator('[data-group="seen"] .small-card')).toHaveCount(18);
  expect(await top()).toBe(stood);
});

test('the decisions of a shared board are named by its cards', async ({ house, page }) => {
  await page.goto(`${house.url}/math?show=exposed&game=ultimate-texas-holdem`);
  const decisions = page.locator('.situation-panel .segments');
  for (const name of ['No board', '3-card board', '5-card board']) await expect(decisions.getByText(name, { exact: true })).toBeVisible();
});

test('a typed card that does not exist or is already used is reported at the field', async ({ house, page }) => {
  await page.goto(`${house.url}/math?show=exposed&game=three-card-poker&own=Js+8d+5c`);
  await expect(page.locator('[data-test="best"]')).toHaveText('fold');
  const typed = page.getByLabel('Or type: other hands');
  await typed.fill('As Zz');
  await expect(page.locator('.field .error')).toHaveText('Not a card: Zz');
  await typed.fill('As Js');
  await expect(page.locator('.field .error')).toHaveText('Already used: Js');
  await typed.fill('As 9h As');
  await expect(page.getByText('Entered twice: As')).toBeVisible();
  await typed.fill('As Ks');
  await expect(page.locator('.field .error')).toHaveCount(0);
  await expect(page.locator('[data-group="seen"] .small-card')).toHaveCount(2);
});

test('edited pays are announced and used in the situation', async ({ house, page }) => {
  await page.goto(`${house.url}/math?show=exposed&game=three-card-poker&own=As+Ks+Qs`);
  const play = page.locator('[data-choice="PLAY 1x"] b');
  await expect(play).not.toHaveText('');
  const before = Number(await play.innerText());
  const tops = () => page.evaluate(() => ['.tiles', '.stored-table', '.card-grid'].map((part) => Math.round(document.querySelector(part)!.getBoundingClientRect().top)));
  const stood = await tops();
  await expect(page.getByText('These figures are for TCP-01 as printed')).toHaveCount(0);
  await page.getByLabel('Pays: straight flush', { exact: true }).fill('8 to 1');
  await expect(page.getByText('These figures are for TCP-01 as printed')).toBeVisible();
  expect(await tops()).toEqual(stood); // nothing moves
  // Three units more, whatever the dealer has.
  await expect(play).toHaveText((before + 3).toFixed(6));
});
