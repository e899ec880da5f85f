// What the console says and shows where it was once in the program's own terms, cut off, or too late.
import { readFileSync } from 'node:fs';
import { bet, sheet, sign_in } from './console';
import { cards, expect, expect_accessible, test, type House } from './house';
import { Play } from './play';

async function caribbean(house: House): Promise<Play> {
  await house.link('LINK-01', 'ml-1', {}, 'Mega Link', { starts: ['20000.00'] });
  await house.table('T1', 'caribbean-stud', ['ml-1'], 'second_generation', 7);
  return new Play(house);
}

test('an adjustment takes no sign, shows what it comes to, and keeps its buttons in sight', async ({ page, house }) => {
  await caribbean(house);
  await sign_in(page, house, 'executive', '/adjustments');
  await page.getByRole('button', { name: /Adjust a fund/ }).click();
  const form = sheet(page);
  const record = form.getByRole('button', { name: 'Record the adjustment' });
  await form.getByLabel('Document').fill('MEMO-9');
  await form.getByRole('group', { name: 'Second person' }).getByLabel('Card number').fill(cards.supervisor.staff);
  await form.getByRole('group', { name: 'Second person' }).getByLabel('PIN').fill(cards.supervisor.pin);
  for (const signed of ['-5', '+5', '−5']) {
    await form.getByLabel('Amount').fill(signed);
    await expect(form).toContainText('Write the amount without a sign');
    await expect(record).toBeDisabled();
  }
  await form.getByLabel('Amount').fill('0.00');
  await expect(form).toContainText('Zero changes nothing.');
  await expect(record).toBeDisabled();
  await form.getByLabel('Amount').fill('5');
  await expect(form.locator('.before-after')).toHaveText('Stands at$20,000.00Afterwards$20,005.00');
  await form.getByRole('button', { name: 'Take off' }).click();
  await expect(form.locator('.before-after')).toHaveText('Stands at$20,000.00Afterwards$19,995.00');
  await expect(form).toContainText('Meter of the level Jackpot, link “Mega Link”.');
  // The sheet is longer than the screen; its buttons are not below it.
  const box = (await record.boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(800);
  await expect_accessible(page);
  await record.click();
  await expect(page.getByText('Meter was $20,000.00, is $19,995.00.')).toBeVisible();
});

test('a table whose round has an alarm shows both, and the next round ends it', async ({ page, house }) => {
  const play = await caribbean(house);
  await sign_in(page, house, 'executive');
  const tile = page.getByRole('article', { name: 'Table T1' });
  await expect(tile).toContainText('Caribbean Stud Poker');
  await expect(tile).toContainText('Mega Link');
  await play.start('T1', bet('ml-1', 1, 2));
  const shuffler = house.device('T1-shuffler');
  await shuffler.ask('deal', { hands: 3, wrong_count: true });
  await expect(tile).toContainText('Alarm');
  await expect(tile).toContainText('In a round');
  await expect(page.getByRole('alert')).toContainText('wrong number of cards');
  await play.end('T1');
  await play.start('T1', bet('ml-1', 1));
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(tile).not.toContainText('Alarm');
  // Devices that come and go do not fill the feed; it still tells the void deal and who signed in.
  const feed = page.locator('.feed');
  await expect(feed).toContainText('void deal');
  await expect(feed).toContainText('3001: signed in');
  await expect(feed).not.toContainText('T1-shuffler: signed in');
  await feed.getByRole('button', { name: 'All' }).click();
  await expect(feed).toContainText('T1-shuffler: signed in');
});

test('a report names links by their titles, says that it goes on, and is whole on paper', async ({ page, house }) => {
  const play = await caribbean(house);
  await play.start('T1', bet('ml-1', 1, 5));
  await play.end('T1');
  await sign_in(page, house, 'auditor', '/reports/accrual');
  const held = page.getByRole('table', { name: 'Funds held by level' });
  await expect(held).toContainText('Mega Link');
  await expect(held).not.toContainText('ml-1');
  await expect(held.getByRole('row').nth(1)).toContainText(/\d{1,2} \w{3} \d{4}/);
  await expect(page.getByLabel('Link', { exact: true }).locator('option')).toHaveText(['All links', 'Mega Link']);
  const frame = page.locator('.scroll-frame.right').first();
  await expect(frame).toHaveClass(/more/);
  await frame.locator('.table-frame').evaluate((each) => each.scrollTo({ left: each.scrollWidth }));
  await expect(frame).not.toHaveClass(/more/);
  // What is wrong with a range moves no field.
  const until = page.getByLabel('To', { exact: true });
  await page.getByLabel('From').fill('2026-02-02');
  const before = await until.boundingBox();
  await until.fill('2026-02-01');
  await expect(page.getByText('The last day is before the first.')).toBeVisible();
  expect(await until.boundingBox()).toEqual(before);
  // What is still shown is of another range.
  const report = page.locator('.report');
  await expect(report).toHaveClass(/stale/);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(held).toContainText('Mega Link');
  await expect(report).not.toHaveClass(/stale/);
  // A landscape sheet of A4 without its margins, at 96 dots an inch.
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 1031, height: 703 });
  const widths = await page.locator('.table').evaluateAll((tables) => tables.map((table) => table.getBoundingClientRect().right));
  expect(Math.max(...widths)).toBeLessThanOrEqual(1031);
});

test('wins are asked for by date, with who confirmed them, and printed with the house’s words', async ({ page, house }) => {
  const play = await caribbean(house);
  await play.start('T1', bet('ml-1', 1));
  const { claim } = await play.mark('T1', 1, 'ml-1', 'royal_flush');
  await play.decide('executive', { confirm_claim: { claim } });
  await sign_in(page, house, 'supervisor', '/wins');
  const wins = page.getByRole('table', { name: 'Wins' });
  await expect(wins).toContainText('3001 Executive');
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(wins).toContainText('3001 Executive');
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await expect(page.getByText('No win here')).toBeVisible();
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).fill('2019-01-01');
  await expect(page.getByText('The last day is before the first.')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('');
  await expect(wins).toContainText('3001 Executive');
  const printed = await (await page.request.get(house.url + (await page.getByRole('link', { name: 'Print win page 1' }).getAttribute('href')))).text();
  expect(printed).toContain('Mega Link (ml-1)');
  expect(printed).toContain('Caribbean Stud Poker');
  expect(printed).toContain('<span>Cardroom · ');
});

test('the form of a link speaks of percentages, and says what is still needed', async ({ page, house }) => {
  await sign_in(page, house, 'executive', '/links');
  await page.getByRole('button', { name: 'Create a link' }).click();
  await page.getByRole('button', { name: /^PROG-3C-1/ }).click();
  const contribution = page.getByLabel('Contribution');
  await contribution.fill('140');
  await expect(page.getByText('At most 100 %.')).toBeVisible();
  await contribution.fill('-3');
  await expect(page.getByText('Write a percentage with at most four places')).toBeVisible();
  await expect(page.locator('body')).not.toContainText('per million');
  await expect(page.locator('.lacking')).toHaveText('Still needed: a title, figures in the marked fields and the second person’s card and PIN.');
  await contribution.fill('12');
  await page.getByLabel('Title').fill('Spades');
  const advice = page.locator('.advice-panel');
  await expect(advice).toContainText('Up to date');

  // What is no amount and no id is told at its field; figures of other rules are told to be that.
  const seed = page.getByLabel('Seed');
  const seed_before = await seed.inputValue();
  await seed.fill('-100');
  await expect(seed).toHaveAccessibleDescription('Write dollars and cents, not below zero.');
  await expect(advice).toContainText('Of the last valid rules');
  await expect(advice).not.toContainText('No objection.');
  await expect(page.locator('.lacking')).toContainText('figures in the marked fields');
  await seed.fill(seed_before);
  await expect(advice).toContainText('Up to date');
  const envy = page.getByLabel('Envy of A-K-Q of spades');
  await envy.fill('-1');
  await expect(envy).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Write the envy in dollars and cents')).toBeVisible();
  await envy.fill('0');
  const id = page.getByLabel('Id', { exact: true });
  await id.fill('bad id/../é');
  await expect(id).toHaveAccessibleDescription('Write 1 to 32 letters, digits, “-”, “_” or “.”.');
  await expect(page.locator('.lacking')).toContainText('an id of letters and digits');
  await id.fill('spades');

  // A long name stays in its place.
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('');
  await name.pressSequentially('Widest jackpot '.repeat(12));
  expect((await name.inputValue()).length).toBe(40);
  for (const part of await page.locator('.prizes .with-affix').all()) {
    const frame = (await part.boundingBox())!;
    const affix = (await part.locator('.affix').boundingBox())!;
    expect((await part.locator('input').boundingBox())!.width).toBeGreaterThan(60);
    expect(affix.x + affix.width).toBeLessThanOrEqual(frame.x + frame.width + 1);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
  await expect(page.locator('.lacking')).toHaveText('Still needed: the second person’s card and PIN.');
});

test('the journal speaks in words, and names the table where no card was shown', async ({ page, house }) => {
  const play = await caribbean(house);
  await play.start('T1', bet('ml-1', 3));
  await play.end('T1');
  await expect(play.end('T1')).rejects.toThrow();
  await sign_in(page, house, 'auditor', '/audit');
  const journal = page.getByRole('table', { name: 'Journal' });
  const ended = journal.getByRole('row').filter({ hasText: 'round 1 ended' });
  await expect(ended).toContainText('Table T1');
  await expect(ended).toContainText('End round');
  await expect(journal).not.toContainText('end_round');
  // The second was refused, and is of no round.
  await expect(journal.getByRole('row').filter({ hasText: 'T1: round ended' })).toHaveCount(1);
  await expect(journal).not.toContainText('round 0');
  await expect(journal.getByRole('row').filter({ hasText: 'PIN of card 5001 set' })).toContainText('1001 Administrator');
});

test('opened by nobody, the console is refused nothing', async ({ page, house }) => {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(`${house.url}/console`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(refused).toEqual([]);
});

test('on a phone the start page of a demonstration goes down, not sideways', async ({ page, house }) => {
  const { examples } = JSON.parse(readFileSync(new URL('../../data/schema/http/DemoView.json', import.meta.url), 'utf8'));
  await page.route('**/v1/demo', (route) => route.fulfill({ json: examples[0].message }));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${house.url}/`);
  await expect(page.getByText('This is a demonstration')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expect(page.locator('.demo-lists')).toContainText('Three Card Poker');
  await expect(page.locator('.demo-lists')).toContainText('Administrator');
});
