// What the house sets up and looks up at the console: links, devices, tables, staff, reports, the journal.
import { readFileSync } from 'node:fs';
import { bet, give, nav, second, sheet, sign_in, three_card } from './console';
import { cards, expect, expect_accessible, test } from './house';

test('a link is created from a preset, with the house advantage beside the form', async ({ page, house }) => {
  await sign_in(page, house, 'executive', '/links');
  await page.getByRole('button', { name: 'New progressive' }).click();
  // 24.9185…%, rounded.
  const preset = page.getByRole('button', { name: /^PROG-3C-1/ });
  await expect(preset).toContainText('24.92%');
  await expect_accessible(page);
  await preset.click();
  const advice = page.locator('.advice-panel');
  const save = page.getByRole('button', { name: 'Create progressive' });
  await page.getByLabel('ID', { exact: true }).fill('spades');
  await page.getByLabel('Title').fill('Ace of Spades');
  await expect(advice).toContainText('Up to date');
  await expect(advice).toContainText('24.92%');
  await expect_accessible(page);

  // Three points more to the meter are three points less to the house.
  await page.getByLabel('Contribution').fill('15');
  await expect(advice).toContainText('21.92%');
  await expect(advice).toContainText('was 24.92%');
  await second(page, 'supervisor');
  await page.getByLabel('Limit', { exact: true }).fill('500');
  await expect(page.getByLabel('Limit', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(save).toBeDisabled();
  await page.getByLabel('Limit', { exact: true }).fill('');
  await expect(advice).toContainText('Up to date');
  await save.click();

  await expect(page).toHaveURL(/\/console\/links\/spades$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Closed');
  await expect(page.getByRole('row', { name: /^Jackpot/ })).toContainText('15%');
  await page.getByRole('button', { name: 'Open progressive' }).click();
  await sheet(page).getByRole('button', { name: 'Open progressive' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Open');

  // Rules change while it is closed, by two people.
  await page.getByRole('button', { name: 'Edit rules' }).click();
  await expect(page.getByText('close it before you save')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close progressive' }).click();
  await sheet(page).getByLabel('Reason').fill('new contribution');
  await sheet(page).getByRole('button', { name: 'Close progressive' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Closed');
  await page.getByRole('button', { name: 'Edit rules' }).click();
  await page.getByLabel('Contribution').fill('12');
  await expect(advice).toContainText('24.92%');
  await second(page, 'supervisor');
  await page.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByRole('row', { name: /^Jackpot/ })).toContainText('12%');
  await expect(page.getByText('Computed when the rules were saved')).toBeVisible();
});

test('a link shows its edge now, its history and where its money came from', async ({ page, house }) => {
  const play = await three_card(house);
  for (let round = 0; round < 3; ++round) {
    await play.start('T1', bet('three', 1, 2));
    await play.end('T1');
  }
  await sign_in(page, house, 'auditor');
  await expect(page.getByText('House edge now')).toBeVisible();
  await page.getByRole('link', { name: 'Three Card Jackpot' }).click();
  await expect(page.getByText('House edge now, $1.00 wager')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Jackpot meter over time' })).toBeVisible();
  const identity = page.locator('.identity');
  await expect(identity).toContainText('$0.72');
  await expect(identity).toContainText('$1,000.72');
  await expect(page.getByText('Balanced', { exact: true })).toBeVisible();
});

test('a display is enrolled, its token shown once, and its page opens with it', async ({ page, house, context }) => {
  await three_card(house);
  await sign_in(page, house, 'administrator', '/tables');
  await page.getByRole('button', { name: 'Enroll device' }).click();
  await sheet(page).getByLabel('Type').selectOption('display');
  await expect(sheet(page).getByLabel('Device name')).toHaveValue('T1-display');
  await sheet(page).getByRole('button', { name: 'Enroll device' }).click();
  await expect(sheet(page).getByLabel('Device name')).toHaveAttribute('aria-invalid', 'true');
  await sheet(page).getByLabel('Device name').fill('T1-display-2');
  await sheet(page).getByRole('button', { name: 'Enroll device' }).click();
  await expect(sheet(page)).toContainText('This token is shown only once.');
  await expect_accessible(page);
  const address = await sheet(page).getByLabel('Page address').textContent();
  expect(address).toMatch(/\/display\/T1#T1-display-2\.[0-9a-f]{64}$/);
  const display = await context.newPage();
  await display.goto(address!);
  await expect(display.getByText('1,000')).not.toHaveCount(0);
  expect(display.url()).not.toContain('#');
  await sheet(page).getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByRole('table', { name: 'Devices' })).toContainText('T1-display-2');
  await page.getByRole('button', { name: 'Revoke T1-display-2' }).click();
  await sheet(page).getByLabel('Reason', { exact: true }).fill('stolen');
  await sheet(page).getByRole('button', { name: 'Revoke device' }).click();
  await expect(display.getByLabel('Device token')).toBeVisible();
});

test('a table is added by two people', async ({ page, house }) => {
  await three_card(house);
  await sign_in(page, house, 'administrator', '/tables');
  await page.getByRole('button', { name: 'Add table' }).click();
  await sheet(page).getByLabel('Table', { exact: true }).fill('T9');
  await sheet(page).getByLabel('Positions').fill('12');
  await sheet(page).getByLabel(/Three Card Jackpot/).check();
  await second(page, 'executive');
  await sheet(page).getByRole('button', { name: 'Add table' }).click();
  await expect(sheet(page).getByLabel('Positions')).toHaveAttribute('aria-invalid', 'true');
  await sheet(page).getByLabel('Positions').fill('9');
  await sheet(page).getByRole('button', { name: 'Add table' }).click();
  await expect(page.getByRole('table', { name: 'Tables' })).toContainText('T9');
  await nav(page, 'Floor').click();
  await expect(page.getByRole('article', { name: 'Table T9' })).toContainText('Not connected');
});

test('a card is enrolled with a PIN and signs in; the last administrator stays', async ({ page, house, browser }) => {
  await sign_in(page, house, 'administrator', '/staff');
  await page.getByRole('button', { name: 'Enroll card' }).click();
  await sheet(page).getByLabel('Card number').fill('6001');
  await sheet(page).getByLabel('Name').fill('Sam Upton');
  await sheet(page).getByLabel('Role').selectOption('auditor');
  await sheet(page).getByLabel('New PIN', { exact: true }).fill('111111');
  await sheet(page).getByLabel('Confirm new PIN').fill('111111');
  await sheet(page).getByRole('button', { name: 'Enroll card' }).click();
  await expect(sheet(page).getByLabel('New PIN', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await sheet(page).getByLabel('New PIN', { exact: true }).fill('606060');
  await sheet(page).getByLabel('Confirm new PIN').fill('606060');
  await sheet(page).getByRole('button', { name: 'Enroll card' }).click();
  await expect(page.getByRole('row', { name: /6001 Sam Upton Auditor Can sign in/ })).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await other.goto(`${house.url}/console`);
  await give(other, '6001', '606060');
  await expect(other.locator('aside.side')).toContainText('Sam Upton');

  await page.getByRole('button', { name: 'Edit Sam Upton' }).click();
  await sheet(page).getByLabel('Card is active').uncheck();
  await sheet(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('row', { name: /6001/ })).toContainText('Inactive');
  await expect(other.getByRole('heading', { name: 'Sign in again' })).toBeVisible();
  await other.context().close();

  await page.getByRole('button', { name: 'Edit Administrator' }).click();
  await sheet(page).getByLabel('Role').selectOption('dealer');
  await sheet(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(sheet(page).getByText('last administrator')).toBeVisible();
});

test('five wrong PINs lock a card out, and a new PIN ends it', async ({ page, house }) => {
  for (let attempt = 0; attempt < 5; ++attempt) await page.request.post(`${house.url}/v1/sign-in`, { data: { staff: cards.dealer.staff, pin: '999888' } });
  await sign_in(page, house, 'administrator', '/staff');
  const row = page.getByRole('row', { name: new RegExp(cards.dealer.staff) });
  await expect(row).toContainText('Locked out until');
  await row.getByRole('button', { name: /Set PIN/ }).click();
  await sheet(page).getByLabel('New PIN', { exact: true }).fill('808017');
  await sheet(page).getByLabel('Confirm new PIN').fill('808017');
  await sheet(page).getByRole('button', { name: 'Set PIN' }).click();
  await expect(row).toContainText('Can sign in');
});

test('a report is requested by range and saved as CSV', async ({ page, house }) => {
  const play = await three_card(house);
  await play.start('T1', bet('three', 1, 5));
  await play.end('T1');
  await sign_in(page, house, 'auditor', '/reports');
  await page.getByRole('link', { name: /Daily accrual/ }).click();
  const held = page.getByRole('table', { name: 'Funds held by level' });
  // Two wagers of $1.00 at 12%.
  await expect(held).toContainText('$0.24');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).first().click();
  const csv = readFileSync((await (await download).path())!, 'utf8');
  expect(csv.split('\n')[0]).toContain('contributions');
  expect(csv).toContain('0.24');
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page).toHaveURL(/since=\d{4}-\d\d-\d\d&until=/);
  await expect(held).toContainText('$0.24');
  await page.getByLabel('From').fill('1999-01-01');
  await page.getByLabel('To', { exact: true }).fill('1999-01-31');
  await expect(page.getByText('Nothing in this range').first()).toBeVisible();
  await page.getByLabel('From').fill('1999-02-02');
  await expect(page.getByText(/not be before the first day/)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
});

test('the journal is verified on request and read entry by entry', async ({ page, house }) => {
  const play = await three_card(house);
  await play.start('T1', bet('three', 3));
  await sign_in(page, house, 'auditor', '/audit');
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect(page.getByText('No errors found')).toBeVisible();
  await expect(page.getByText(/Head of the chain, entry \d+/)).toBeVisible();
  await page.getByRole('searchbox').fill('start_round');
  const journal = page.getByRole('table', { name: 'Log', exact: true });
  await expect(journal.getByRole('row')).toHaveCount(2);
  await journal.getByRole('button', { name: /^\d+$/ }).click();
  const postings = page.getByRole('table', { name: 'Postings' });
  await expect(postings).toContainText('−$1.00');
  await expect(postings).toContainText('$0.12');
  await expect_accessible(page);
});
