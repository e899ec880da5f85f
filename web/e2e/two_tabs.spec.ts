// One keypad open twice: the page opened last works, the other one says so and takes the keypad back when it is told to.
import { expect, expect_accessible, test } from './house';
import { chips_at, four_aces, key, keypad } from './keypad';

test('the older of two tabs steps aside, does not come back by itself, and takes the keypad back', async ({ page, house }) => {
  await four_aces(house);
  await keypad(page, house);
  const other = await page.context().newPage();
  await other.goto(`${house.url}/table/T1`);
  await expect(other.getByText('Connected', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This keypad is open in another tab or on another screen' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Only the one opened last is connected. Nothing pressed here counts.');
  await expect_accessible(page);

  // They do not take it from each other.
  await page.waitForTimeout(2_000);
  await expect(other.getByText('Connected', { exact: true })).toBeVisible();
  await expect(key(page, 'Use this one')).toBeVisible();
  await expect(key(page, /^START GAME/)).toHaveCount(0);

  await key(page, 'Use this one').click();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect(key(other, 'Use this one')).toBeVisible();
  house.controller('T1').sensors(chips_at('aces', 2, 5));
  await expect(page.locator('.seat.placed')).toHaveCount(2);
  await key(page, /^START GAME/).click();
  await expect(page.locator('.seat.locked')).toHaveCount(2);
  // A page that is loaded again is the newest.
  await other.reload();
  await expect(other.locator('.seat.locked')).toHaveCount(2);
  await expect(key(page, 'Use this one')).toBeVisible();
});
