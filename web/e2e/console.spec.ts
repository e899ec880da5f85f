// The game manager's console as people use it: signing in and out, what each role is offered, a phone, every page.
import { bet, give, sheet, sign_in, three_card } from './console';
import { House, cards, expect, expect_accessible, test } from './house';

test('a wrong PIN is refused, the right one opens the floor, sign-out closes it', async ({ page, house }) => {
  await three_card(house);
  await page.goto(`${house.url}/console/floor`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect_accessible(page);
  await give(page, cards.supervisor.staff, '999888');
  await expect(page.getByRole('alert')).toContainText('Wrong card or PIN.');
  await expect(page.getByLabel('Card number')).toHaveValue(cards.supervisor.staff);
  // The refusal goes away once something else is typed.
  const pin = page.getByLabel('PIN', { exact: true });
  await expect(pin).toHaveAccessibleDescription('At least four digits');
  await pin.fill('314');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled();
  await give(page, cards.supervisor.staff, cards.supervisor.pin);
  await expect(page.getByRole('heading', { level: 1, name: 'Floor' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Three Card Jackpot' })).toBeVisible();
  await page.locator('aside.side').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect((await page.request.get(`${house.url}/v1/me`)).status()).toBe(401);
});

test('the first start enrolls an administrator with the printed code', async ({ page }) => {
  const house = new House();
  await house.start();
  try {
    await page.goto(`${house.url}/console`);
    await expect(page.getByRole('heading', { name: 'Set up Cardroom' })).toBeVisible();
    await expect_accessible(page);
    const fill = async (code: string, pin: string) => {
      await page.getByLabel('One-time code').fill(code);
      await page.getByLabel('PIN', { exact: true }).fill(pin);
      await page.getByLabel('Confirm PIN').fill(pin);
      await page.getByRole('button', { name: 'Enroll and sign in' }).click();
    };
    await page.getByLabel('Card number').fill('1001');
    await page.getByLabel('Name').fill('The administrator');
    await fill('0000-0000-0000', '271828');
    await expect(page.getByText('one-time code that the server printed')).toBeVisible();
    await fill(house.first_code, '123456');
    await expect(page.getByLabel('PIN', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await fill(house.first_code, '271828');
    await expect(page.getByRole('heading', { level: 1, name: 'Floor' })).toBeVisible();
    await expect(page.locator('aside.side').getByText('The administrator')).toBeVisible();
    await expect(page.getByText('No progressives yet')).toBeVisible();
  } finally {
    await house.end();
  }
});

test('a dealer is offered only the floor and refused everything else', async ({ page, house }) => {
  const play = await three_card(house);
  await play.start('T1', bet('three', 1));
  const { claim } = await play.mark('T1', 1, 'three', 'akq_of_spades');
  await sign_in(page, house, 'dealer');
  await expect(page.getByRole('heading', { name: 'Three Card Jackpot' })).toBeVisible();
  await expect(page.locator('aside.side nav').getByRole('link')).toHaveText(['Floor']);
  await page.goto(`${house.url}/console/approvals`);
  await expect(page.getByText('Your role cannot open this page')).toBeVisible();
  expect((await page.request.get(`${house.url}/v1/claims`)).status()).toBe(403);
  expect((await page.request.post(`${house.url}/v1/devices`, { data: { id: 'd-1', device: 'x', kind: 'display', table: 'T1' } })).status()).toBe(403);
  const refused = await page.request.post(`${house.url}/v1/commands`, { data: { id: 'd-2', command: { confirm_claim: { claim } } } });
  expect(refused.ok()).toBe(false);
  expect((await refused.json()).error.code).toBe('role_not_allowed');
});

test('when a session ends, the sign-in returns and what was typed is kept', async ({ page, house }) => {
  await three_card(house);
  await sign_in(page, house, 'executive', '/adjustments');
  await page.getByRole('button', { name: /Adjust a fund/ }).click();
  await sheet(page).getByLabel('Amount').fill('12.34');
  await page.request.post(`${house.url}/v1/sign-out`, { data: {} });
  await expect(page.getByRole('heading', { name: 'Sign in again' })).toBeVisible();
  await expect_accessible(page);
  await page.locator('dialog.cover').getByLabel('PIN').fill(cards.executive.pin);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.locator('dialog.cover')).toHaveCount(0);
  await expect(sheet(page).getByLabel('Amount')).toHaveValue('12.34');
  await expect(page).toHaveURL(/\/console\/adjustments$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('claims are decided with a thumb', async ({ page, house }) => {
    const play = await three_card(house);
    await sign_in(page, house, 'supervisor');
    await play.start('T1', bet('three', 1, 2));
    const { claim } = await play.mark('T1', 2, 'three', 'akq_of_spades');
    const foot = page.getByRole('navigation', { name: 'Main pages' });
    await expect(foot.getByRole('link', { name: 'Approvals' })).toContainText('1');
    await foot.getByRole('link', { name: 'Approvals' }).tap();
    const card = page.getByRole('article', { name: `Claim ${claim}` });
    const confirm = card.getByRole('button', { name: 'Confirm' });
    expect((await confirm.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expect_accessible(page);
    await confirm.tap();
    await expect_accessible(page);
    await sheet(page).getByRole('button', { name: /^Pay/ }).tap();
    await expect(page.getByText('No claims waiting')).toBeVisible();
    await foot.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Reports' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  });
});

const every_page = ['floor', 'links', 'links/three', 'approvals', 'wins', 'adjustments', 'reports', 'reports/activity', 'tables', 'staff', 'audit'];
for (const look of ['office', 'felt'])
  test(`every page is accessible, ${look}`, async ({ page, house }) => {
    const play = await three_card(house);
    await play.start('T1', bet('three', 1, 2));
    const { claim } = await play.mark('T1', 2, 'three', 'akq_of_spades');
    await play.decide('supervisor', { confirm_claim: { claim } });
    await page.addInitScript((chosen) => localStorage.setItem('cardroom.console.look', chosen), look);
    await sign_in(page, house, 'administrator');
    for (const path of every_page) {
      await page.goto(`${house.url}/console/${path}`);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.skeleton')).toHaveCount(0);
      await expect_accessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(1280);
    }
    await page.keyboard.press('?');
    await expect(page.getByRole('heading', { name: 'Shortcut keys' })).toBeVisible();
  });
