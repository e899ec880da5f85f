// The shuffler's small screen, beside a shuffler that deals.
import type { Page } from '@playwright/test';
import { expect, expect_accessible, test, type House } from './house';
import { Play } from './play';

test.use({ viewport: { width: 800, height: 480 } });

async function open_house(house: House): Promise<Play> {
  await house.link('ML03', 'mega', {}, 'Mega, Major, Minor');
  await house.table('T1', 'caribbean-stud', ['mega']);
  await house.table('T2', 'three-card-poker', ['mega']);
  await house.enrol('T1-machine', 'shuffler', 'T1'); // the screen is a device of its own
  return new Play(house);
}

const count = (page: Page, name: string) => page.locator('.count', { hasText: name }).locator('.count-number');
const cover_all = (page: Page) => page.locator('.cover-all');

async function nothing_is_cut_off(page: Page): Promise<void> {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('header, main, footer, .panel, dl > div, h1, h2, .button')]
      .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1 || part.getBoundingClientRect().bottom > innerHeight + 1)
      .map((part) => `${part.className} ${part.textContent}`));
  expect(found).toEqual([]);
}

test('it shows hands beside bets, and what Cover All pays for that number of hands', async ({ house, page }) => {
  const play = await open_house(house);
  const machine = house.device('T1-machine');
  await page.goto(house.screen('shuffler', 'T1'));
  await expect(page.getByRole('heading', { name: 'Caribbean Stud' })).toBeVisible();
  await expect(page.locator('.state')).toHaveText('Cover All');
  await expect(count(page, 'Hands dealt')).toHaveText('–');
  await expect(cover_all(page)).toContainText('appear after the deal');
  await expect_accessible(page);

  await play.start('T1', [1, 2, 5].map((position) => ({ position, link: 'mega', wager: '1.00' })));
  await expect(count(page, 'Bets locked')).toHaveText('3');
  await machine.ask('deal', { hands: 8 });
  await expect(count(page, 'Hands dealt')).toHaveText('8');
  // As the paytable prints it for eight hands.
  await expect(cover_all(page)).toContainText('with 8 hands');
  await expect(cover_all(page).locator('dl > div')).toHaveText(['Royal flush100 to 1', 'Straight flush40 to 1', 'Four of a kind7 to 1', 'Full house6 to 1', 'Flush5 to 1', 'Straight4 to 1', 'Three of a kind3 to 1']);
  await nothing_is_cut_off(page);
  await expect_accessible(page);

  // The next round shows no pays before its own deal, and none that are not printed.
  await play.end('T1');
  await expect(count(page, 'Hands dealt')).toHaveText('–');
  await expect(cover_all(page).locator('dl')).toHaveCount(0);
  await play.start('T1', [{ position: 1, link: 'mega', wager: '1.00' }]);
  await machine.ask('deal', { hands: 10 });
  await expect(count(page, 'Hands dealt')).toHaveText('10');
  await expect(cover_all(page)).toContainText('No printed pays for 10 hands');
});

test('a void deal is announced until the hand is dealt again, each time', async ({ house, page }) => {
  const play = await open_house(house);
  const machine = house.device('T1-machine');
  await page.goto(house.screen('shuffler', 'T1'));
  await play.start('T1', [1, 2].map((position) => ({ position, link: 'mega', wager: '1.00' })));
  const notice = page.getByRole('alert').filter({ hasText: 'Deal void' });
  for (const hands of [4, 4]) {
    await machine.ask('deal', { hands, wrong_count: true });
    await expect(notice).toContainText('All bets stand');
    await expect(cover_all(page).locator('dl')).toHaveCount(0);
    await expect(count(page, 'Bets locked')).toHaveText('2');
    await page.reload();
    await expect(notice).toBeVisible();
    await nothing_is_cut_off(page);
    await machine.ask('deal', { hands });
    await expect(notice).toHaveCount(0);
    await expect(count(page, 'Hands dealt')).toHaveText(String(hands));
    await expect(page.getByText('This round had a void deal.')).toBeVisible();
  }
  await expect_accessible(page);
});

test('a fault is reported, recorded in the journal, and shown until the machine is back in service', async ({ house, page }) => {
  await open_house(house);
  await page.goto(house.screen('shuffler', 'T2'));
  await expect(page.locator('.state')).toHaveText('No Cover All');
  await expect(count(page, 'Hands dealt')).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Card jam' }).click();
  await page.getByLabel('Serial number').fill('S-4711');
  await expect_accessible(page);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const fault = page.getByRole('alert').filter({ hasText: 'Out of service' });
  await expect(fault).toContainText('Card jam');
  await expect_accessible(page);
  await nothing_is_cut_off(page);
  const entries = await (await fetch(`${house.url}/v1/journal?after=0&limit=1000`, { headers: { cookie: await house_cookie(house) } })).json() as any;
  expect(entries.events.map(({ event }: any) => event.command.report_malfunction).filter(Boolean)).toMatchObject([{ table: 'T2', device: 'T2-shuffler', serial: 'S-4711', cause: 'Card jam' }]);
  await page.reload();
  await expect(fault).toBeVisible();
  await page.getByRole('button', { name: 'Back in service' }).click();
  await expect(fault).toHaveCount(0);
  await page.reload();
  await expect(count(page, 'Hands dealt')).toBeVisible();
  await expect(fault).toHaveCount(0);
});

test('a lost connection is shown, and no count is', async ({ house, page }) => {
  await open_house(house);
  await page.goto(house.screen('shuffler', 'T2'));
  await expect(count(page, 'Hands dealt')).toBeVisible();
  await house.stop('SIGKILL');
  await expect(page.getByRole('alert')).toContainText('Count the hands yourself');
  await expect(page.locator('.count')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Report a fault' })).toBeDisabled();
  await page.keyboard.press('f');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect_accessible(page);
  await house.start();
  await expect(count(page, 'Hands dealt')).toBeVisible({ timeout: 20_000 });
});

// As an auditor, who may read the journal.
async function house_cookie(house: House): Promise<string> {
  const response = await fetch(`${house.url}/v1/sign-in`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ staff: '5001', pin: '244948' }) });
  return response.headers.get('set-cookie')!.split(';')[0]!;
}
