// What players are owed: at the keypad, beside the claims, in the win sheet and on the slip, until it is paid.
import type { Browser, Page } from '@playwright/test';
import { nav, sheet, sign_in } from './console';
import { expect, expect_accessible, test, type House } from './house';
import { four_aces, key, keypad, locked, mark, next, seat, show_card } from './keypad';

// A device of its own: a card shown there must not sign the console out.
const keypad_page = async (browser: Browser) => (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();

// The winning hand at position 2; envy of $100 to positions 4 and 6.
async function held_four_aces(console: Page, dealer: Page, house: House): Promise<void> {
  await four_aces(house);
  await keypad(dealer, house);
  await locked(dealer, house, [2, 4, 6]);
  await mark(dealer, 2, /^Four aces/);
  await sign_in(console, house, 'supervisor', '/approvals');
  const claim = console.getByRole('article', { name: 'Claim 1' });
  await expect(claim).toContainText('$100.00 each to 2 other positions');
  await claim.getByRole('button', { name: 'Hold' }).click();
  await sheet(console).getByRole('button', { name: 'Surveillance review' }).click();
  await sheet(console).getByRole('button', { name: 'Hold', exact: true }).click();
  await expect(claim).toContainText('Held in dispute');
  await expect(claim).toContainText('$100.00 each to 2 other positions');
}

// Ends the dispute in Pay; the sheet says who gets what before the button is pressed, the toast after it.
async function pay(console: Page): Promise<void> {
  await console.getByRole('button', { name: 'Resolve dispute' }).click();
  await expect(sheet(console)).toContainText('Envy bonus, from the house: $100.00 to position 4, $100.00 to position 6.');
  await sheet(console).getByRole('button', { name: 'Verified on video' }).click();
  await expect_accessible(console);
  await sheet(console).getByRole('button', { name: 'Pay $5,000.75' }).click();
  await expect(console.getByText('Envy bonus from the house: $100.00 to position 4, $100.00 to position 6.')).toBeVisible();
}

async function win_sheet(console: Page): Promise<void> {
  await nav(console, 'Wins').click();
  await console.getByRole('button', { name: '1', exact: true }).click();
}

const slip = async (console: Page, house: House) => (await console.request.get(`${house.url}/v1/reports/win-page?format=html`)).text();

test('the envy of a dispute that ends in Pay during the round is owed until END GAME', async ({ page: console, browser, house }) => {
  const dealer = await keypad_page(browser);
  await held_four_aces(console, dealer, house);
  await pay(console);
  for (const position of [4, 6]) await expect(seat(dealer, position)).toContainText('Envy$100.00');
  await expect(seat(dealer, 2)).toContainText('Hand pay$5,000.75');
  await expect(next(dealer)).toContainText('Pay the amounts shown, wait for the hand pay, then press END GAME.');
  await dealer.keyboard.press('Escape');
  await key(dealer, /^Owed now/).click();
  await expect(dealer.getByRole('region', { name: 'Position 4' })).toContainText('Pay from tray, envy$100.00');
  await expect(dealer.getByRole('region', { name: 'Position 2' })).toContainText('$5,000.75');
  await expect_accessible(dealer);

  const owed = console.getByRole('article', { name: 'Owed at table T1, round 1' });
  for (const said of ['Position 2', '$5,000.75', 'Position 4', 'Position 6', '$100.00', 'The dealer ends the round when it is paid']) await expect(owed).toContainText(new RegExp(said.replace('$', '\\$'), 'i'));
  await expect_accessible(console);
  await win_sheet(console);
  await expect(sheet(console)).toContainText('Position 4: $100.00, owed');
  await expect(sheet(console)).toContainText('AwardOwed');
  await expect(sheet(console)).toContainText('Tax formTax rule not configured');
  await expect_accessible(console);
  expect(await slip(console, house)).toContain('Envy bonus, from the house: position 4 $100.00 owed, position 6 $100.00 owed.');

  await key(dealer, /^END GAME/).click();
  await expect(seat(dealer, 4)).not.toContainText('$100.00');
  await expect(next(dealer)).toContainText('Press START GAME');
  await expect(sheet(console)).toContainText('Position 4: $100.00, paid');
  expect(await slip(console, house)).toContain('position 4 $100.00 paid, position 6 $100.00 paid.');
});

test('paid after the round has ended, it is owed until it is marked paid, at the keypad and at the console', async ({ page: console, browser, house }) => {
  const dealer = await keypad_page(browser);
  await held_four_aces(console, dealer, house);
  await key(dealer, /^END GAME/).click();
  await expect(next(dealer)).toContainText('Press START GAME');
  await pay(console);

  await expect(next(dealer)).toContainText('Pay what an earlier round owes and mark it PAID');
  await expect(seat(dealer, 4)).toContainText('Round 1$100.00');
  const earlier = dealer.getByRole('region', { name: 'Round 1' });
  await expect(earlier).toContainText('Position 4, envy$100.00');
  await expect(earlier.getByRole('button', { name: 'PAID, by card' })).toHaveCount(1);
  await expect_accessible(dealer);
  await key(dealer, /^Pays/).click();
  await expect(dealer.getByText('Not paid yet: round 1, Four aces. See Owed now.')).toBeVisible();
  await key(dealer, /^Owed now/).click();
  // The next round does not acknowledge it.
  await locked(dealer, house, [1]);
  await key(dealer, /^END GAME/).click();
  await expect(next(dealer)).toContainText('Pay what an earlier round owes');
  await earlier.getByRole('button', { name: 'PAID', exact: true }).first().click();
  await expect(seat(dealer, 4)).not.toContainText('$100.00');
  await expect(seat(dealer, 6)).toContainText('Round 1$100.00');

  const owed = console.getByRole('article', { name: 'Owed at table T1, round 1' });
  await expect(owed).not.toContainText('osition 4');
  await expect(owed).toContainText('osition 6');
  await win_sheet(console);
  await expect(sheet(console)).toContainText('Position 4: $100.00, paid');
  await expect(sheet(console)).toContainText('Position 6: $100.00, owed');
  expect(await slip(console, house)).toContain('position 4 $100.00 paid, position 6 $100.00 owed.');
  // The hand pay, with a supervisor's card at the keypad; a dealer's is refused.
  await earlier.getByRole('button', { name: 'PAID, by card' }).click();
  await expect(dealer.getByRole('dialog')).toContainText('$5,000.75');
  await expect_accessible(dealer);
  await show_card(dealer, 'dealer', /^PAID/);
  await expect(dealer.getByRole('dialog').getByRole('alert')).toContainText('Card 4001 belongs to a dealer');
  await show_card(dealer, 'supervisor', /^PAID/);
  await expect(seat(dealer, 2)).not.toContainText('$5,000.75');
  await expect(sheet(console)).toContainText('AwardPaid');
  await sheet(console).getByRole('button', { name: 'Mark paid' }).click();
  await expect(sheet(console)).not.toContainText('$5,000.75');
  await sheet(console).getByRole('button', { name: 'Mark paid' }).click();
  await expect(sheet(console)).toContainText('AwardPaid');
  await expect(sheet(console)).toContainText('Position 6: $100.00, paid');
  await expect(dealer.getByRole('region', { name: 'Round 1' })).toHaveCount(0);
  await expect(next(dealer)).toContainText('Press START GAME to lock all lit bets.');
  expect(await slip(console, house)).toContain('Supervisor (2001)');
});

test('the bets of a canceled round are owed at the keypad until they are returned', async ({ page: console, browser, house }) => {
  const dealer = await keypad_page(browser);
  await four_aces(house);
  await keypad(dealer, house);
  await locked(dealer, house, [3, 5]);
  await key(dealer, /^Cancel round/).click();
  const dialog = dealer.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Table closed' }).click();
  await dialog.getByLabel('Card number').fill('2001');
  await dialog.getByLabel('PIN', { exact: true }).fill('314159');
  await dialog.getByRole('button', { name: 'Cancel round' }).click();
  await expect(seat(dealer, 3)).toContainText('Round 1$1.00');
  const earlier = dealer.getByRole('region', { name: 'Round 1' });
  await expect(earlier).toContainText('Canceled');
  await expect(earlier).toContainText('Position 5, bet refunded$1.00');
  await sign_in(console, house, 'supervisor', '/approvals');
  await expect(console.getByRole('article', { name: 'Owed at table T1, round 1' })).toContainText('Bet refunded');
  await locked(dealer, house, [3, 5]);
  await key(dealer, /^END GAME/).click();
  await earlier.getByRole('button', { name: 'PAID', exact: true }).first().click();
  await expect(seat(dealer, 3)).not.toContainText('$1.00');
  await expect(earlier.getByRole('button', { name: 'All PAID' })).toHaveCount(0);
  await earlier.getByRole('button', { name: 'PAID', exact: true }).click();
  await expect(earlier).toHaveCount(0);
  await expect(console.getByRole('article')).toHaveCount(0);
});
