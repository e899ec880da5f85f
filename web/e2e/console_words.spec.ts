// The console's wording and layout: plain terms, nothing cut off, nothing shown too late.
import { readFileSync } from 'node:fs';
import { bet, sheet, sign_in } from './console';
import { cards, expect, expect_accessible, test, type House } from './house';
import { Play } from './play';

async function caribbean(house: House): Promise<Play> {
  await house.link('LINK-01', 'ml-1', {}, 'Mega Link', { starts: ['20000.00'] });
  await house.table('T1', 'caribbean-stud', ['ml-1'], 'second_generation', 7);
  return new Play(house);
}

test('an adjustment accepts no sign, previews its result, and keeps its buttons in sight', async ({ page, house }) => {
  await caribbean(house);
  await sign_in(page, house, 'executive', '/adjustments');
  await page.getByRole('button', { name: /Adjust a fund/ }).click();
  const form = sheet(page);
  const record = form.getByRole('button', { name: 'Record adjustment' });
  await form.getByLabel('Document').fill('MEMO-9');
  await form.getByRole('group', { name: 'Second person' }).getByLabel('Card number').fill(cards.supervisor.staff);
  await form.getByRole('group', { name: 'Second person' }).getByLabel('PIN').fill(cards.supervisor.pin);
  for (const signed of ['-5', '+5', '−5']) {
    await form.getByLabel('Amount').fill(signed);
    await expect(form).toContainText('Enter the amount without a sign');
    await expect(record).toBeDisabled();
  }
  await form.getByLabel('Amount').fill('0.00');
  await expect(form).toContainText('Zero changes nothing.');
  await expect(record).toBeDisabled();
  await form.getByLabel('Amount').fill('5');
  await expect(form.locator('.before-after')).toHaveText('Current$20,000.00New$20,005.00');
  await form.getByRole('button', { name: 'Subtract' }).click();
  await expect(form.locator('.before-after')).toHaveText('Current$20,000.00New$19,995.00');
  await expect(form).toContainText('Meter of the Jackpot level, progressive “Mega Link”.');
  // The sheet is longer than the screen, but its buttons are not below the fold.
  const box = (await record.boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(800);
  await expect_accessible(page);
  await record.click();
  await expect(page.getByText('Meter changed from $20,000.00 to $19,995.00.')).toBeVisible();
});

test('a table with an alarm in its round shows both, and the next round clears the alarm', async ({ page, house }) => {
  const play = await caribbean(house);
  await sign_in(page, house, 'executive');
  const tile = page.getByRole('article', { name: 'Table T1' });
  await expect(tile).toContainText('Caribbean Stud Poker');
  await expect(tile).toContainText('Mega Link');
  await play.start('T1', bet('ml-1', 1, 2));
  const shuffler = house.device('T1-shuffler');
  await shuffler.ask('deal', { hands: 3, wrong_count: true });
  await expect(tile).toContainText('Alarm');
  await expect(tile).toContainText('In play');
  await expect(page.getByRole('alert')).toContainText('wrong number of cards');
  await play.end('T1');
  await play.start('T1', bet('ml-1', 1));
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(tile).not.toContainText('Alarm');
  // Devices that come and go do not fill the feed; it still shows the voided deal and who signed in.
  const feed = page.locator('.feed');
  await expect(feed).toContainText('deal voided');
  await expect(feed).toContainText('3001: signed in');
  await expect(feed).not.toContainText('T1-shuffler: signed in');
  await feed.getByRole('button', { name: 'All' }).click();
  await expect(feed).toContainText('T1-shuffler: signed in');
});

test('a report names links by their titles, shows that it scrolls, and fits on paper', async ({ page, house }) => {
  const play = await caribbean(house);
  await play.start('T1', bet('ml-1', 1, 5));
  await play.end('T1');
  await sign_in(page, house, 'auditor', '/reports/accrual');
  const held = page.getByRole('table', { name: 'Funds held by level' });
  await expect(held).toContainText('Mega Link');
  await expect(held).not.toContainText('ml-1');
  await expect(held.getByRole('row').nth(1)).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/);
  await expect(page.getByLabel('Progressive', { exact: true }).locator('option')).toHaveText(['All progressives', 'Mega Link']);
  const frame = page.locator('.scroll-frame.right').first();
  await expect(frame).toHaveClass(/more/);
  await frame.locator('.table-frame').evaluate((each) => each.scrollTo({ left: each.scrollWidth }));
  await expect(frame).not.toHaveClass(/more/);
  // An error in the range does not move any field.
  const until = page.getByLabel('To', { exact: true });
  await page.getByLabel('From').fill('2026-02-02');
  const before = await until.boundingBox();
  await until.fill('2026-02-01');
  await expect(page.getByText(/not be before the first day/)).toBeVisible();
  expect(await until.boundingBox()).toEqual(before);
  // The report still shown is for another range.
  const report = page.locator('.report');
  await expect(report).toHaveClass(/stale/);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(held).toContainText('Mega Link');
  await expect(report).not.toHaveClass(/stale/);
  // A landscape A4 sheet without its margins, at 96 dots per inch.
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 1031, height: 703 });
  const widths = await page.locator('.table').evaluateAll((tables) => tables.map((table) => table.getBoundingClientRect().right));
  expect(Math.max(...widths)).toBeLessThanOrEqual(1031);
});

test('wins are filtered by date, show who confirmed them, and are printed with titles and game names', async ({ page, house }) => {
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
  await expect(page.getByText('No wins found')).toBeVisible();
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).fill('2019-01-01');
  await expect(page.getByText('End date is before start date.')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('');
  await expect(wins).toContainText('3001 Executive');
  const printed = await (await page.request.get(house.url + (await page.getByRole('link', { name: 'Print win slip 1' }).getAttribute('href')))).text();
  expect(printed).toContain('Mega Link (ml-1)');
  expect(printed).toContain('Caribbean Stud Poker');
  expect(printed).toContain('<span>Cardroom · ');
});

test('the form of a link uses percentages and lists what is still needed', async ({ page, house }) => {
  await sign_in(page, house, 'executive', '/links');
  await page.getByRole('button', { name: 'New progressive' }).click();
  await page.getByRole('button', { name: /^PROG-3C-1/ }).click();
  const contribution = page.getByLabel('Contribution');
  await contribution.fill('140');
  await expect(page.getByText('At most 100%.')).toBeVisible();
  await contribution.fill('-3');
  await expect(page.getByText('Enter a percentage with at most four decimal places')).toBeVisible();
  await expect(page.locator('body')).not.toContainText('per million');
  await expect(page.locator('.lacking')).toHaveText('Still needed: a title, valid figures in the marked fields and the second person’s card and PIN.');
  await contribution.fill('12');
  await page.getByLabel('Title').fill('Spades');
  const advice = page.locator('.advice-panel');
  await expect(advice).toContainText('Up to date');

  // Invalid amounts and IDs are reported at their fields; figures for other rules are labeled as such.
  const seed = page.getByLabel('Seed');
  const seed_before = await seed.inputValue();
  await seed.fill('-100');
  await expect(seed).toHaveAccessibleDescription('Enter dollars and cents, zero or more.');
  await expect(advice).toContainText('For the last valid rules');
  await expect(advice).not.toContainText('No issues.');
  await expect(page.locator('.lacking')).toContainText('valid figures in the marked fields');
  await seed.fill(seed_before);
  await expect(advice).toContainText('Up to date');
  const envy = page.getByLabel('Envy bonus for A-K-Q of spades');
  await envy.fill('-1');
  await expect(envy).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Enter the envy bonus in dollars and cents')).toBeVisible();
  await envy.fill('0');
  const id = page.getByLabel('ID', { exact: true });
  await id.fill('bad id/../é');
  await expect(id).toHaveAccessibleDescription('Enter 1 to 32 letters, digits, “-”, “_” or “.”.');
  await expect(page.locator('.lacking')).toContainText('a valid ID');
  await id.fill('spades');

  // A long name stays within its field.
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

test('the journal is in words, and names the table where no card was used', async ({ page, house }) => {
  const play = await caribbean(house);
  await play.start('T1', bet('ml-1', 3));
  await play.end('T1');
  await expect(play.end('T1')).rejects.toThrow();
  await sign_in(page, house, 'auditor', '/audit');
  const journal = page.getByRole('table', { name: 'Log', exact: true });
  const ended = journal.getByRole('row').filter({ hasText: 'round 1 ended' });
  await expect(ended).toContainText('Table T1');
  await expect(ended).toContainText('End round');
  await expect(journal).not.toContainText('end_round');
  // The second was refused and has no round number.
  await expect(journal.getByRole('row').filter({ hasText: 'T1: round ended' })).toHaveCount(1);
  await expect(journal).not.toContainText('round 0');
  await expect(journal.getByRole('row').filter({ hasText: 'PIN set for card 5001' })).toContainText('1001 Administrator');
});

test('with nobody signed in, the console sends no request that is refused', async ({ page, house }) => {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(`${house.url}/console`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(refused).toEqual([]);
});

test('on a phone the start page of a demonstration does not scroll sideways', async ({ page, house }) => {
  const { examples } = JSON.parse(readFileSync(new URL('../../data/schema/http/DemoView.json', import.meta.url), 'utf8'));
  await page.route('**/v1/demo', (route) => route.fulfill({ json: examples[0].message }));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${house.url}/`);
  await expect(page.getByText('Demo: simulated tables, real ledger')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expect(page.locator('.demo-lists')).toContainText('Three Card Poker');
  await expect(page.locator('.demo-lists')).toContainText('Administrator');
});
