// Claims and money at the console: confirmed, rejected, held, adjusted, backed out.
import { bet, give, nav, second, sheet, sign_in, three_card } from './console';
import { cards, expect, expect_accessible, test } from './house';

test('a supervisor confirms, rejects, holds and releases claims', async ({ page, house }) => {
  const play = await three_card(house);
  await sign_in(page, house, 'supervisor', '/approvals');
  await expect(page.getByText('No claims waiting')).toBeVisible();

  await play.start('T1', bet('three', 1, 2, 3));
  const first = await play.mark('T1', 2, 'three', 'akq_of_spades');
  const claim = page.getByRole('article', { name: `Claim ${first.claim}` });
  await expect(claim).toContainText(`$1,000.36`);
  await expect(nav(page, 'Approvals')).toContainText('1');
  await expect_accessible(page);
  await claim.getByRole('button', { name: 'Reject' }).click();
  await expect(sheet(page).getByRole('button', { name: 'Reject' })).toBeDisabled();
  await sheet(page).getByRole('button', { name: 'Hand misread' }).click();
  await expect_accessible(page);
  await sheet(page).getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(claim).toHaveCount(0);
  await expect(nav(page, 'Approvals')).toHaveText('Approvals');

  // Nothing was paid: the same amount is claimed again, held, and finally paid.
  const again = await play.mark('T1', 2, 'three', 'akq_of_spades');
  expect(again.amount).toBe(first.amount);
  const held = page.getByRole('article', { name: `Claim ${again.claim}` });
  await held.getByRole('button', { name: 'Hold' }).click();
  await sheet(page).getByLabel('Reason', { exact: true }).fill('surveillance review');
  await sheet(page).getByRole('button', { name: 'Hold', exact: true }).click();
  await expect(held).toContainText('Held in dispute');
  await expect(held).toContainText('Reason for holdsurveillance review · 2001 Supervisor');
  await held.getByRole('button', { name: 'Resolve dispute' }).click();
  await sheet(page).getByRole('button', { name: 'Verified on video' }).click();
  await sheet(page).getByRole('button', { name: 'Pay $1,000.36' }).click();
  await expect(held).toHaveCount(0);

  // A fixed pay large enough to need approval, by keyboard only.
  const fixed = await play.says('T1', { mark_hand: { table: 'T1', position: 3, link: 'three', hand: 'akq_suited' } });
  await expect(page.getByRole('article', { name: `Claim ${fixed.claim}` })).toContainText('$500.00');
  await page.keyboard.press('c');
  await expect(sheet(page)).toContainText('from the tray');
  await sheet(page).getByRole('button', { name: 'Pay $500.00' }).click();
  await expect(page.getByText('No claims waiting')).toBeVisible();

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
  await expect(card).toContainText('Executive required');
  await expect(card.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  const refused = await page.request.post(`${house.url}/v1/commands`, { data: { id: 'sup-1', command: { confirm_claim: { claim } } } });
  expect((await refused.json()).error.code).toBe('executive_needed');

  await card.getByRole('button', { name: 'Executive sign-in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in again' })).toBeVisible();
  await give(page, cards.executive.staff, cards.executive.pin);
  await expect(page.locator('aside.side')).toContainText('Executive');
  await card.getByRole('button', { name: 'Confirm' }).click();
  await sheet(page).getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText('No claims waiting')).toBeVisible();
});

test('an award that needs two people is refused with one', async ({ page, house }) => {
  const play = await three_card(house, { second_signature_at: '500.00' });
  await sign_in(page, house, 'supervisor', '/approvals');
  await play.start('T1', bet('three', 4));
  const { claim } = await play.mark('T1', 4, 'three', 'akq_of_spades');
  const card = page.getByRole('article', { name: `Claim ${claim}` });
  await expect(card).toContainText('Two signatures required');
  await card.getByRole('button', { name: 'Confirm' }).click();
  const pay = sheet(page).getByRole('button', { name: /^Pay/ });
  await expect(pay).toBeDisabled();
  await second(page, 'supervisor');
  await pay.click();
  await expect(sheet(page).getByText('must belong to a different person')).toBeVisible();
  await second(page, 'executive');
  await pay.click();
  await expect(card).toHaveCount(0);
});

test('an adjustment needs two people, a reason and a document', async ({ page, house }) => {
  await three_card(house);
  await sign_in(page, house, 'executive', '/adjustments');
  await page.getByRole('button', { name: /Adjust a fund/ }).click();
  await expect_accessible(page);
  const form = sheet(page);
  const record = form.getByRole('button', { name: 'Record adjustment' });
  await form.getByLabel('Reason', { exact: true }).selectOption('house_addition');
  await form.getByLabel('Amount').fill('25.00');
  await form.getByLabel('Document').fill('MEMO-3');
  await expect(record).toBeDisabled();

  await second(page, 'dealer');
  await record.click();
  await expect(form.getByText('the second person must be a supervisor')).toBeVisible();
  await second(page, 'supervisor');
  await form.getByRole('group', { name: 'Second person' }).getByLabel('PIN').fill('999888');
  await record.click();
  await expect(form.getByText('Wrong card or PIN.')).toBeVisible();
  // What was typed is still there.
  await expect(form.getByLabel('Amount')).toHaveValue('25.00');
  await expect(form.getByLabel('Document')).toHaveValue('MEMO-3');
  await second(page, 'supervisor');
  await record.click();
  await expect(page.getByText('Meter changed from $1,000.00 to $1,025.00.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Changes outside play' })).toContainText('MEMO-3');

  // The game manager itself refuses it without a second person.
  const alone = await page.request.post(`${house.url}/v1/commands`, { data: { id: 'alone', command: { adjust_fund: { link: 'three', fund: 'meter', change: '1.00', reason: 'house_addition', document: 'x' } } } });
  expect(alone.ok()).toBe(false);
  expect((await alone.json()).error.code).toBe('second_person_missing');

  // More than the house put in: the refusal is shown at the amount.
  await page.getByRole('button', { name: /Adjust a fund/ }).click();
  await form.getByLabel('Reason', { exact: true }).selectOption('seed_recovered');
  await form.getByLabel('Amount').fill('1025.01');
  await form.getByLabel('Document').fill('MEMO-4');
  await second(page, 'supervisor');
  await record.click();
  await expect(form.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true');
});

test('a win is backed out by two people, and its slip is kept as void', async ({ page, house }) => {
  const play = await three_card(house);
  await play.start('T1', bet('three', 1));
  const { claim } = await play.mark('T1', 1, 'three', 'akq_of_spades');
  await play.decide('supervisor', { confirm_claim: { claim } });
  await sign_in(page, house, 'executive', '/wins');
  const print = page.getByRole('link', { name: 'Print win slip 1' });
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
  await page.getByRole('button', { name: 'Valid' }).click();
  await expect(page.getByText('No wins found')).toBeVisible();
});
