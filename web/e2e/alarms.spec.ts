// Alarms at the console: shown to everyone, counted until a supervisor acknowledges them.
import { bet, nav, sign_in, three_card } from './console';
import { cards, expect, expect_accessible, test } from './house';

test('a supervisor acknowledges an alarm; it stays with the name and is no longer counted', async ({ page, house, browser }) => {
  const play = await three_card(house);
  await sign_in(page, house, 'supervisor');
  await play.start('T1', bet('three', 1));
  const badge = nav(page, 'Floor').locator('.count');
  await expect(badge).toHaveCount(0);
  await play.says('T1', { report_malfunction: { table: 'T1', device: 'lamp', cause: 'flickers' } });
  await house.device('T1-shuffler').ask('deal', { hands: 3, wrong_count: true });
  const unseen = page.getByRole('alert');
  await expect(unseen.getByRole('heading')).toHaveText('2 alarms');
  await expect(badge).toHaveText('2');
  await expect(badge).toHaveAttribute('aria-label', '2 unacknowledged alarms');
  // Newest first.
  await expect(unseen.getByRole('listitem')).toContainText(['wrong number of cards', 'Lamp: flickers']);

  // The auditor sees them, without a button.
  const elsewhere = await (await browser.newContext()).newPage();
  await sign_in(elsewhere, house, 'auditor');
  await expect(elsewhere.getByRole('alert').getByRole('listitem')).toHaveCount(2);
  await expect(elsewhere.getByRole('button', { name: /^Acknowledge/ })).toHaveCount(0);

  await expect_accessible(page);
  const tile = page.getByRole('article', { name: 'Table T1' });
  await expect(tile).toHaveClass(/\balarm\b/);
  await expect(tile.getByText('Alarm', { exact: true })).toBeVisible();

  const lamp = page.getByRole('button', { name: 'Acknowledge: T1, Lamp: flickers' });
  await lamp.focus();
  await page.keyboard.press('Enter');
  for (const at of [page, elsewhere]) {
    const seen = at.getByRole('region', { name: 'Acknowledged, still active' });
    await expect(seen.getByRole('listitem')).toHaveCount(1);
    await expect(seen).toContainText('Lamp: flickers');
    await expect(seen).toContainText(/Acknowledged by 2001 Supervisor, \d{1,2}:\d\d:\d\d [AP]M/);
    await expect(seen.getByRole('button')).toHaveCount(0);
    await expect(at.getByRole('alert').getByRole('heading')).toHaveText('1 alarm');
    await expect(nav(at, 'Floor').locator('.count')).toHaveText('1');
  }
  await expect(elsewhere.locator('.feed')).toContainText(/T1: alarm from \d{1,2}:\d\d:\d\d [AP]M acknowledged, malfunction/);
  await expect_accessible(page);

  // Focus moves to the next alarm, and after the last one to the heading of the acknowledged list. The tile stays red
  // until then.
  const other = page.getByRole('button', { name: /^Acknowledge: T1, .*wrong number of cards/ });
  await expect(other).toBeFocused();
  await expect(tile).toHaveClass(/\balarm\b/);
  await page.keyboard.press('Enter');
  await expect(unseen).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Acknowledged, still active' })).toBeFocused();
  await expect(tile.getByText('Acknowledged', { exact: true })).toBeVisible();
  await expect(tile).not.toHaveClass(/\balarm\b/);
  await expect_accessible(page);
  await expect(badge).toHaveCount(0);
  // The journal has both, with the card.
  const { events } = await (await elsewhere.request.get(`${house.url}/v1/journal?limit=1000`)).json();
  const kept = events.map(({ event }: any) => event).filter(({ command }: any) => command.acknowledge_alarm);
  expect(kept.map(({ by, command }: any) => [by, command.acknowledge_alarm.kind, command.acknowledge_alarm.table])).toEqual([
    [cards.supervisor.staff, 'malfunction', 'T1'],
    [cards.supervisor.staff, 'wrong_count', 'T1'],
  ]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('an alarm is acknowledged with a thumb', async ({ page, house }) => {
    const play = await three_card(house);
    await sign_in(page, house, 'supervisor', '/links');
    await play.says('T1', { report_malfunction: { table: 'T1', device: 'the sensor of position 4', cause: 'a drink was spilt over it; the lights of positions 3 and 5 flicker as well' } });
    const floor = page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: 'Floor' });
    await expect(floor.locator('.count')).toHaveText('1');
    await floor.tap();
    const button = page.getByRole('button', { name: /^Acknowledge/ });
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expect_accessible(page);
    await button.tap();
    await expect(page.getByRole('region', { name: 'Acknowledged, still active' })).toContainText('Acknowledged by 2001 Supervisor');
    await expect(floor.locator('.count')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expect_accessible(page);
  });
});
