// The console without its game manager: a full-width band says so, and nothing looks current.
import { bet, give, sign_in, three_card } from './console';
import { cards, expect, expect_accessible, test } from './house';

test('a lost connection is shown across the page; figures are dimmed and clocks stop', async ({ page, house }) => {
  const play = await three_card(house);
  await page.clock.install();
  await sign_in(page, house, 'supervisor');
  await play.start('T1', bet('three', 1));
  const tile = page.getByRole('article', { name: 'Table T1' });
  const clock = tile.locator('.tile-line .figures');
  await expect(clock).toHaveText(/^\d s$/);
  await page.clock.fastForward(30_000);
  await expect(clock).toHaveText(/^3\d s$/);
  const band = page.locator('.lost-band');
  await expect(band).toHaveCount(0);
  const content = page.locator('main.content');
  const before = { heading: await page.getByRole('heading', { level: 1 }).boundingBox(), tile: await tile.boundingBox() };
  expect(await content.evaluate((main) => getComputedStyle(main).filter)).toBe('none');

  await house.stop('SIGKILL');
  await expect(band).toHaveText(/^Connection lost\. Figures as of \d{1,2}:\d\d:\d\d [AP]M\.$/);
  await expect(band).toHaveAttribute('role', 'alert');
  const box = (await band.boundingBox())!;
  expect([box.x, box.width, box.y + box.height]).toEqual([0, 1280, 800]);
  await expect_accessible(page);
  expect(await content.evaluate((main) => getComputedStyle(main).filter)).toContain('opacity');
  expect({ heading: await page.getByRole('heading', { level: 1 }).boundingBox(), tile: await tile.boundingBox() }).toEqual(before);
  // The person signed in is still shown and can sign out.
  const out = (await page.locator('aside.side').getByRole('button', { name: 'Sign out' }).boundingBox())!;
  expect(out.y + out.height).toBeLessThanOrEqual(box.y);
  const stood = await clock.textContent();
  const said = await band.textContent();
  await page.clock.runFor(20_000);
  expect(await clock.textContent()).toBe(stood);
  expect(await band.textContent()).toBe(said);

  // The game manager is back, without this session: the card is requested, and then everything is current again.
  await house.start();
  await page.clock.runFor(5_000);
  await expect(page.getByRole('heading', { name: 'Sign in again' })).toBeVisible();
  await give(page, cards.supervisor.staff, cards.supervisor.pin);
  await expect(band).toHaveCount(0);
  expect(await content.evaluate((main) => getComputedStyle(main).filter)).toBe('none');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('the band does not cover the bottom bar', async ({ page, house }) => {
    await three_card(house);
    await sign_in(page, house, 'supervisor');
    await expect(page.getByRole('heading', { level: 1, name: 'Floor' })).toBeVisible();
    await house.stop('SIGKILL');
    const band = page.locator('.lost-band');
    await expect(band).toContainText('Connection lost');
    const box = (await band.boundingBox())!;
    const foot = (await page.locator('.phone-foot').boundingBox())!;
    expect([box.x, box.width]).toEqual([0, 390]);
    expect(box.y + box.height).toBeLessThanOrEqual(foot.y + 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
