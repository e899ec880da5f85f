// The game manager's console, by the people who use it.
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { House, cards, expect, expect_accessible, test, type RoleName } from './house';
import { Play } from './play';

async function give(page: Page, staff: string, pin: string): Promise<void> {
  await page.getByLabel('Card number').fill(staff);
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function sign_in(page: Page, house: House, role: RoleName, path = ''): Promise<void> {
  await page.goto(`${house.url}/console${path}`);
  await give(page, cards[role].staff, cards[role].pin);
  await expect(page.locator('.shell')).toBeVisible();
}

const sheet = (page: Page) => page.locator('dialog.sheet');
const nav = (page: Page, name: string) => page.locator('aside.side').getByRole('link', { name });
const bet = (link: string, ...positions: number[]) => positions.map((position) => ({ position, link, wager: '1.00' }));

// The second person's card and PIN, in the sheet that is open.
async function second(page: Page, role: RoleName): Promise<void> {
  const person = page.getByRole('group', { name: 'Second person' });
  await person.getByLabel('Card number').fill(cards[role].staff);
  await person.getByLabel('PIN').fill(cards[role].pin);
}

// A jackpot of $1,000.00 on A-K-Q of spades, 500 for 1 on A-K-Q suited, at T1.
async function three_card(house: House, rules: object = {}): Promise<Play> {
  await house.link('PROG-3C-1', 'three', rules, 'Three Card Jackpot', { starts: ['1000.00'] });
  await house.table('T1', 'three-card-poker', ['three']);
  return new Play(house);
}

test('a wrong PIN is refused, the right one opens the floor, sign-out closes it', async ({ page, house }) => {
  await three_card(house);
  await page.goto(`${house.url}/console/floor`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect_accessible(page);
  await give(page, cards.supervisor.staff, '999888');
  await expect(page.getByRole('alert')).toContainText('The card or the PIN is not right.');
  await expect(page.getByLabel('Card number')).toHaveValue(cards.supervisor.staff);
  await give(page, cards.supervisor.staff, cards.supervisor.pin);
  await expect(page.getByRole('heading', { level: 1, name: 'Floor' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Three Card Jackpot' })).toBeVisible();
  await page.locator('aside.side').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect((await page.request.get(`${house.url}/v1/me`)).status()).toBe(401);
});

test('the first start enrols an administrator with the printed code', async ({ page }) => {
  const house = new House();
  await house.start();
  try {
    await page.goto(`${house.url}/console`);
    await expect(page.getByRole('heading', { name: 'The first start' })).toBeVisible();
    await expect_accessible(page);
    const fill = async (code: string, pin: string) => {
      await page.getByLabel('One-time code').fill(code);
      await page.getByLabel('PIN', { exact: true }).fill(pin);
      await page.getByLabel('PIN again').fill(pin);
      await page.getByRole('button', { name: 'Enrol and sign in' }).click();
    };
    await page.getByLabel('Card number').fill('1001');
    await page.getByLabel('Name').fill('The administrator');
    await fill('0000-0000-0000', '271828');
    await expect(page.getByText('not the one that the start printed')).toBeVisible();
    await fill(house.first_code, '123456');
    await expect(page.getByLabel('PIN', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await fill(house.first_code, '271828');
    await expect(page.getByRole('heading', { level: 1, name: 'Floor' })).toBeVisible();
    await expect(page.locator('aside.side').getByText('The administrator')).toBeVisible();
    await expect(page.getByText('No link yet')).toBeVisible();
  } finally {
    await house.end();
  }
});

test('a supervisor confirms, rejects, holds and releases claims', async ({ page, house }) => {
  const play = await three_card(house);
  await sign_in(page, house, 'supervisor', '/approvals');
  await expect(page.getByText('Nothing waits for approval')).toBeVisible();

  await play.start('T1', bet('three', 1, 2, 3));
  const first = await play.mark('T1', 2, 'three', 'akq_of_spades');
  const claim = page.getByRole('article', { name: `Claim ${first.claim}` });
  await expect(claim).toContainText(`$1,000.36`);
  await expect(nav(page, 'Approvals')).toContainText('1');
  await expect_accessible(page);
  await claim.getByRole('button', { name: 'Reject' }).click();
  await expect(sheet(page).getByRole('button', { name: 'Reject' })).toBeDisabled();
  await sheet(page).getByRole('button', { name: 'Hand was misread' }).click();
  await expect_accessible(page);
  await sheet(page).getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(claim).toHaveCount(0);
  await expect(nav(page, 'Approvals')).toHaveText('Approvals');

  // Nothing was paid: the same amount is claimed again, held, and paid in the end.
  const again = await play.mark('T1', 2, 'three', 'akq_of_spades');
  expect(again.amount).toBe(first.amount);
  const held = page.getByRole('article', { name: `Claim ${again.claim}` });
  await held.getByRole('button', { name: 'Hold' }).click();
  await sheet(page).getByLabel('Reason', { exact: true }).fill('surveillance looks');
  await sheet(page).getByRole('button', { name: 'Hold', exact: true }).click();
  await expect(held).toContainText('Held in dispute');
  await expect(held).toContainText('Held becausesurveillance looks · 2001 Supervisor');
  await held.getByRole('button', { name: 'End the dispute' }).click();
  await sheet(page).getByRole('button', { name: 'Seen on video' }).click();
  await sheet(page).getByRole('button', { name: 'Pay $1,000.36' }).click();
  await expect(held).toHaveCount(0);

  // A fixed pay of the house's amount, by keys alone.
  const fixed = await play.says('T1', { mark_hand: { table: 'T1', position: 3, link: 'three', hand: 'akq_suited' } });
  await expect(page.getByRole('article', { name: `Claim ${fixed.claim}` })).toContainText('$500.00');
  await page.keyboard.press('c');
  await expect(sheet(page)).toContainText('from the tray');
  await sheet(page).getByRole('button', { name: 'Pay $500.00' }).click();
  await expect(page.getByText('Nothing waits for approval')).toBeVisible();

  await nav(page, 'Wins').click();
  const wins = page.getByRole('table', { name: 'Wins' });
  await expect(wins.getByRole('row')).toHaveCount(3);
  await expect(wins).toContainText('$1,000.36');
  await expect(wins).toContainText('$500.00');
  await expect(wins).toContainText('2001 Supervisor');
});

test('an award above the executive’s amount waits for an executive', async ({ page, house }) => {
  const play = await three_card(house, { executive_at: '900.00' });
  await sign_in(page, house, 'supervisor', '/approvals');
  await play.start('T1', bet('three', 1));
  const { claim } = await play.mark('T1', 1, 'three', 'akq_of_spades');
  const card = page.getByRole('article', { name: `Claim ${claim}` });
  await expect(card).toContainText('Needs an executive');
  await expect(card.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  const refused = await page.request.post(`${house.url}/v1/commands`, { data: { id: 'sup-1', command: { confirm_claim: { claim } } } });
  expect((await refused.json()).error.code).toBe('executive_needed');

  await card.getByRole('button', { name: 'Executive signs in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in again' })).toBeVisible();
  await give(page, cards.executive.staff, cards.executive.pin);
  await expect(page.locator('aside.side')).toContainText('Executive');
  await card.getByRole('button', { name: 'Confirm' }).click();
  await sheet(page).getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText('Nothing waits for approval')).toBeVisible();
});

test('an award that takes two people is refused with one', async ({ page, house }) => {
  const play = await three_card(house, { second_signature_at: '500.00' });
  await sign_in(page, house, 'supervisor', '/approvals');
  await play.start('T1', bet('three', 4));
  const { claim } = await play.mark('T1', 4, 'three', 'akq_of_spades');
  const card = page.getByRole('article', { name: `Claim ${claim}` });
  await expect(card).toContainText('Needs two people');
  await card.getByRole('button', { name: 'Confirm' }).click();
  const pay = sheet(page).getByRole('button', { name: /^Pay/ });
  await expect(pay).toBeDisabled();
  await second(page, 'supervisor');
  await pay.click();
  await expect(sheet(page).getByText('must be another person')).toBeVisible();
  await second(page, 'executive');
  await pay.click();
  await expect(card).toHaveCount(0);
});

test('an adjustment takes two people, a reason and a document', async ({ page, house }) => {
  await three_card(house);
  await sign_in(page, house, 'executive', '/adjustments');
  await page.getByRole('button', { name: /Adjust a fund/ }).click();
  await expect_accessible(page);
  const form = sheet(page);
  const record = form.getByRole('button', { name: 'Record the adjustment' });
  await form.getByLabel('Reason', { exact: true }).selectOption('house_addition');
  await form.getByLabel('Amount').fill('25.00');
  await form.getByLabel('Document').fill('MEMO-3');
  await expect(record).toBeDisabled();

  await second(page, 'dealer');
  await record.click();
  await expect(form.getByText('the second person is a supervisor')).toBeVisible();
  await second(page, 'supervisor');
  await form.getByRole('group', { name: 'Second person' }).getByLabel('PIN').fill('999888');
  await record.click();
  await expect(form.getByText('The card or the PIN is not right.')).toBeVisible();
  // What was typed is still there.
  await expect(form.getByLabel('Amount')).toHaveValue('25.00');
  await expect(form.getByLabel('Document')).toHaveValue('MEMO-3');
  await second(page, 'supervisor');
  await record.click();
  await expect(page.getByText('Meter was $1,000.00, is $1,025.00.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Changes outside play' })).toContainText('MEMO-3');

  // Without a second person the game manager refuses it all the same.
  const alone = await page.request.post(`${house.url}/v1/commands`, { data: { id: 'alone', command: { adjust_fund: { link: 'three', fund: 'meter', change: '1.00', reason: 'house_addition', document: 'x' } } } });
  expect(alone.ok()).toBe(false);
  expect((await alone.json()).error.code).toBe('second_person_missing');

  // More than the house put there: the refusal stands at the amount.
  await page.getByRole('button', { name: /Adjust a fund/ }).click();
  await form.getByLabel('Reason', { exact: true }).selectOption('seed_recovered');
  await form.getByLabel('Amount').fill('1025.01');
  await form.getByLabel('Document').fill('MEMO-4');
  await second(page, 'supervisor');
  await record.click();
  await expect(form.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true');
});

test('a win is backed out by two people, and its page stays, void', async ({ page, house }) => {
  const play = await three_card(house);
  await play.start('T1', bet('three', 1));
  const { claim } = await play.mark('T1', 1, 'three', 'akq_of_spades');
  await play.decide('supervisor', { confirm_claim: { claim } });
  await sign_in(page, house, 'executive', '/wins');
  const print = page.getByRole('link', { name: 'Print win page 1' });
  const printed = await page.request.get(house.url + (await print.getAttribute('href')));
  expect(printed.headers()['content-type']).toContain('text/html');
  expect(await printed.text()).toContain('$1,000<small>.12</small>');
  await page.getByRole('button', { name: '1', exact: true }).click();
  await expect(sheet(page)).toContainText('$1,000.12');
  await expect_accessible(page);
  await sheet(page).getByRole('button', { name: 'Back out' }).click();
  await sheet(page).getByLabel('Document').fill('INC-7');
  await second(page, 'administrator');
  await sheet(page).getByRole('button', { name: 'Back out $1,000.12' }).click();
  await expect(page.getByRole('table', { name: 'Wins' })).toContainText('Void');
  await page.getByRole('button', { name: 'Stands' }).click();
  await expect(page.getByText('No win here')).toBeVisible();
});

test('a link is made from a preset, with what it leaves the house beside the form', async ({ page, house }) => {
  await sign_in(page, house, 'executive', '/links');
  await page.getByRole('button', { name: 'Create a link' }).click();
  // As `cardroom meter` lists it, cut and not rounded.
  const preset = page.getByRole('button', { name: /^PROG-3C-1/ });
  await expect(preset).toContainText('24.91 %');
  await expect_accessible(page);
  await preset.click();
  const advice = page.locator('.advice-panel');
  const save = page.getByRole('button', { name: 'Create the link' });
  await page.getByLabel('Id', { exact: true }).fill('spades');
  await page.getByLabel('Title').fill('Ace of Spades');
  await expect(advice).toContainText('Up to date');
  await expect(advice).toContainText('24.91 %');
  await expect_accessible(page);

  // Three points more to the meter are three points less to the house.
  await page.getByLabel('Contribution').fill('15');
  await expect(advice).toContainText('21.91 %');
  await expect(advice).toContainText('was 24.91 %');
  await second(page, 'supervisor');
  await page.getByLabel('Limit', { exact: true }).fill('500');
  await expect(page.getByLabel('Limit', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(save).toBeDisabled();
  await page.getByLabel('Limit', { exact: true }).fill('');
  await expect(advice).toContainText('Up to date');
  await save.click();

  await expect(page).toHaveURL(/\/console\/links\/spades$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Closed');
  await expect(page.getByRole('row', { name: /^Jackpot/ })).toContainText('15 %');
  await page.getByRole('button', { name: 'Open it' }).click();
  await sheet(page).getByRole('button', { name: 'Open it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Open');

  // Rules change while it is closed, by two people.
  await page.getByRole('button', { name: 'Change the rules' }).click();
  await expect(page.getByText('close it before you save')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close it' }).click();
  await sheet(page).getByLabel('Reason').fill('new contribution');
  await sheet(page).getByRole('button', { name: 'Close it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Closed');
  await page.getByRole('button', { name: 'Change the rules' }).click();
  await page.getByLabel('Contribution').fill('12');
  await expect(advice).toContainText('24.91 %');
  await second(page, 'supervisor');
  await page.getByRole('button', { name: 'Save the rules' }).click();
  await expect(page.getByRole('row', { name: /^Jackpot/ })).toContainText('12 %');
  await expect(page.getByText('Computed when the rules were set')).toBeVisible();
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
  await expect(page.getByRole('img', { name: 'How the meter Jackpot went' })).toBeVisible();
  const identity = page.locator('.identity');
  await expect(identity).toContainText('$0.72');
  await expect(identity).toContainText('$1,000.72');
  await expect(page.getByText('Adds up')).toBeVisible();
});

test('a dealer is offered the floor alone, and is refused the rest', async ({ page, house }) => {
  const play = await three_card(house);
  await play.start('T1', bet('three', 1));
  const { claim } = await play.mark('T1', 1, 'three', 'akq_of_spades');
  await sign_in(page, house, 'dealer');
  await expect(page.getByRole('heading', { name: 'Three Card Jackpot' })).toBeVisible();
  await expect(page.locator('aside.side nav').getByRole('link')).toHaveText(['Floor']);
  await page.goto(`${house.url}/console/approvals`);
  await expect(page.getByText('This page is not for your card')).toBeVisible();
  expect((await page.request.get(`${house.url}/v1/claims`)).status()).toBe(403);
  expect((await page.request.post(`${house.url}/v1/devices`, { data: { id: 'd-1', device: 'x', kind: 'display', table: 'T1' } })).status()).toBe(403);
  const refused = await page.request.post(`${house.url}/v1/commands`, { data: { id: 'd-2', command: { confirm_claim: { claim } } } });
  expect(refused.ok()).toBe(false);
  expect((await refused.json()).error.code).toBe('role_not_allowed');
});

test('a display is enrolled, its token shown once, and its page opens with it', async ({ page, house, context }) => {
  await three_card(house);
  await sign_in(page, house, 'administrator', '/tables');
  await page.getByRole('button', { name: 'Enrol a device' }).click();
  await sheet(page).getByLabel('Kind').selectOption('display');
  await expect(sheet(page).getByLabel('Name of the device')).toHaveValue('T1-display');
  await sheet(page).getByRole('button', { name: 'Enrol it' }).click();
  await expect(sheet(page).getByLabel('Name of the device')).toHaveAttribute('aria-invalid', 'true');
  await sheet(page).getByLabel('Name of the device').fill('T1-display-2');
  await sheet(page).getByRole('button', { name: 'Enrol it' }).click();
  await expect(sheet(page)).toContainText('never again');
  await expect_accessible(page);
  const address = await sheet(page).getByLabel('Address of its page').textContent();
  expect(address).toMatch(/\/display\/T1#T1-display-2\.[0-9a-f]{64}$/);
  const display = await context.newPage();
  await display.goto(address!);
  await expect(display.getByText('1,000')).not.toHaveCount(0);
  expect(display.url()).not.toContain('#');
  await sheet(page).getByRole('button', { name: 'I have noted it' }).click();
  await expect(page.getByRole('table', { name: 'Devices' })).toContainText('T1-display-2');
  await page.getByRole('button', { name: 'Revoke T1-display-2' }).click();
  await sheet(page).getByLabel('Reason', { exact: true }).fill('stolen');
  await sheet(page).getByRole('button', { name: 'Revoke it' }).click();
  await expect(display.getByLabel('Device token')).toBeVisible();
});

test('a table is placed by two people', async ({ page, house }) => {
  await three_card(house);
  await sign_in(page, house, 'administrator', '/tables');
  await page.getByRole('button', { name: 'Place a table' }).click();
  await sheet(page).getByLabel('Table', { exact: true }).fill('T9');
  await sheet(page).getByLabel('Positions').fill('12');
  await sheet(page).getByLabel(/Three Card Jackpot/).check();
  await second(page, 'executive');
  await sheet(page).getByRole('button', { name: 'Place it' }).click();
  await expect(sheet(page).getByLabel('Positions')).toHaveAttribute('aria-invalid', 'true');
  await sheet(page).getByLabel('Positions').fill('9');
  await sheet(page).getByRole('button', { name: 'Place it' }).click();
  await expect(page.getByRole('table', { name: 'Tables' })).toContainText('T9');
  await nav(page, 'Floor').click();
  await expect(page.getByRole('article', { name: 'Table T9' })).toContainText('Not connected');
});

test('a card is enrolled with a PIN and signs in; the last administrator stays', async ({ page, house, browser }) => {
  await sign_in(page, house, 'administrator', '/staff');
  await page.getByRole('button', { name: 'Enrol a card' }).click();
  await sheet(page).getByLabel('Card number').fill('6001');
  await sheet(page).getByLabel('Name').fill('Sam Upton');
  await sheet(page).getByLabel('Role').selectOption('auditor');
  await sheet(page).getByLabel('New PIN', { exact: true }).fill('111111');
  await sheet(page).getByLabel('New PIN again').fill('111111');
  await sheet(page).getByRole('button', { name: 'Enrol it' }).click();
  await expect(sheet(page).getByLabel('New PIN', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await sheet(page).getByLabel('New PIN', { exact: true }).fill('606060');
  await sheet(page).getByLabel('New PIN again').fill('606060');
  await sheet(page).getByRole('button', { name: 'Enrol it' }).click();
  await expect(page.getByRole('row', { name: /6001 Sam Upton Auditor Can sign in/ })).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await other.goto(`${house.url}/console`);
  await give(other, '6001', '606060');
  await expect(other.locator('aside.side')).toContainText('Sam Upton');

  await page.getByRole('button', { name: 'Change Sam Upton' }).click();
  await sheet(page).getByLabel('The card is switched on').uncheck();
  await sheet(page).getByRole('button', { name: 'Change it' }).click();
  await expect(page.getByRole('row', { name: /6001/ })).toContainText('Switched off');
  await expect(other.getByRole('heading', { name: 'Sign in again' })).toBeVisible();
  await other.context().close();

  await page.getByRole('button', { name: 'Change Administrator' }).click();
  await sheet(page).getByLabel('Role').selectOption('dealer');
  await sheet(page).getByRole('button', { name: 'Change it' }).click();
  await expect(sheet(page).getByText('last administrator')).toBeVisible();
});

test('five wrong PINs lock a card out, and a new PIN ends it', async ({ page, house }) => {
  for (let attempt = 0; attempt < 5; ++attempt) await page.request.post(`${house.url}/v1/sign-in`, { data: { staff: cards.dealer.staff, pin: '999888' } });
  await sign_in(page, house, 'administrator', '/staff');
  const row = page.getByRole('row', { name: new RegExp(cards.dealer.staff) });
  await expect(row).toContainText('Locked out until');
  await row.getByRole('button', { name: /Set the PIN/ }).click();
  await sheet(page).getByLabel('New PIN', { exact: true }).fill('808017');
  await sheet(page).getByLabel('New PIN again').fill('808017');
  await sheet(page).getByRole('button', { name: 'Set the PIN' }).click();
  await expect(row).toContainText('Can sign in');
});

test('a report is asked for by range and saved as CSV', async ({ page, house }) => {
  const play = await three_card(house);
  await play.start('T1', bet('three', 1, 5));
  await play.end('T1');
  await sign_in(page, house, 'auditor', '/reports');
  await page.getByRole('link', { name: /Daily accrual/ }).click();
  const held = page.getByRole('table', { name: 'Held on the levels' });
  // Two wagers of $1.00 at 12 %.
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
  await expect(page.getByText('The last day is before the first.')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
});

test('the journal is proved on request, and read entry by entry', async ({ page, house }) => {
  const play = await three_card(house);
  await play.start('T1', bet('three', 3));
  await sign_in(page, house, 'auditor', '/audit');
  await page.getByRole('button', { name: 'Prove it now' }).click();
  await expect(page.getByText('No finding')).toBeVisible();
  await expect(page.getByText(/Head of the chain, entry \d+/)).toBeVisible();
  await page.getByRole('searchbox').fill('start_round');
  const journal = page.getByRole('table', { name: 'Journal' });
  await expect(journal.getByRole('row')).toHaveCount(2);
  await journal.getByRole('button', { name: /^\d+$/ }).click();
  const postings = page.getByRole('table', { name: 'Postings' });
  await expect(postings).toContainText('−$1.00');
  await expect(postings).toContainText('$0.12');
  await expect_accessible(page);
});

test('a session that ends brings the sign-in back, and what was typed stays', async ({ page, house }) => {
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
    await expect(page.getByText('Nothing waits for approval')).toBeVisible();
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
    await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible();
  });
