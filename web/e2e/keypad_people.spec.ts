// Who may confirm at a keypad, what it says about that, and that nothing is out of sight.
import { expect, expect_accessible, test, type House } from './house';
import { Person, chips_at, four_aces, key, keypad, locked, mark, next, seat, show_card } from './keypad';

// LINK-01: seven hands; a royal flush takes the meter.
async function seven_hands(house: House, keypad_of: 'first_generation' | 'second_generation', rules: object = {}): Promise<void> {
  await house.link('LINK-01', 'mega', rules, 'Mega');
  await house.table('T1', 'caribbean-stud', ['mega'], keypad_of, 7);
}

test('first generation: a wrong card is refused at once, and another continues', async ({ page, house }) => {
  await seven_hands(house, 'first_generation', { second_signature_at: '100.00' });
  await keypad(page, house);
  await locked(page, house, [2, 5], 'mega');
  await key(page, /^Royal flush/).click();
  await expect(next(page)).toContainText('to turn the key to JPH');
  await page.keyboard.press('k');
  await show_card(page, 'dealer', /JPH/);
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Card 4001 belongs to a dealer');
  await show_card(page, 'supervisor', /JPH/);
  await expect(page.getByRole('dialog')).toBeHidden();
  await key(page, /^Position 5,/).click();
  await key(page, /^J-POT/).click();
  await expect(next(page)).toContainText('second person');
  await page.keyboard.press('c');
  await show_card(page, 'dealer', /Use this card/);
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Card 4001 belongs to a dealer');
  await show_card(page, 'supervisor', /Use this card/);
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('different person');
  await show_card(page, 'administrator', /Use this card/);
  await expect(page.getByRole('dialog')).toBeHidden();
  // Until the key is back at RUN another card can be shown in its place.
  await page.keyboard.press('c');
  await show_card(page, 'executive', /Use this card/);
  await expect(page.getByRole('dialog')).toBeHidden();
  await key(page, /^Key to RUN/).click();
  await expect(page.locator('article.claim')).toHaveCount(0);
  await expect(next(page)).toContainText('Pay the amounts shown');
});

test('second generation: a dealer’s card is not accepted as the first of two people', async ({ page, house }) => {
  await four_aces(house, { second_signature_at: '300.00' });
  await keypad(page, house);
  await locked(page, house, [1, 4]);
  await mark(page, 4, /^Four aces/);
  await key(page, /^CONFIRM/).click();
  await show_card(page, 'dealer', /first person/);
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Card 4001 belongs to a dealer');
  await expect(page.getByRole('dialog')).not.toContainText('has confirmed');
  await show_card(page, 'supervisor', /first person/);
  await expect(page.getByRole('dialog')).toContainText('Card 2001 has confirmed');
  await show_card(page, 'executive', /second person/);
  await expect(page.locator('article.claim')).toHaveCount(0);
  await expect(seat(page, 4)).toContainText('Hand pay');
});

test('a jackpot without envy is shown as confirmed, with the amount that was claimed', async ({ page, house }) => {
  await four_aces(house);
  await keypad(page, house);
  await locked(page, house, [3]);
  await expect(next(page)).toContainText('Select a winner');
  await mark(page, 3, /^Four aces/);
  const row = page.getByRole('button', { name: /^Four aces/ });
  // $5,000.25 was claimed; the meter starts again at $5,000.02.
  await expect(row).toContainText('$5,000.25');
  await expect(row).not.toContainText('$5,000.02');
  await expect(page.locator('article.claim')).toContainText('no other bets');
  await key(page, /^CONFIRM/).click();
  await show_card(page, 'supervisor', /^Pay/);
  await expect(next(page)).toContainText('Wait for the hand pay, then press END GAME.');
  await expect(row).toContainText('Confirmed');
  await expect(row).toContainText('$5,000.25');
});

test('at 1280 × 800, seven hands and seven positions’ pays are all in sight', async ({ page, house }) => {
  await seven_hands(house, 'second_generation');
  await keypad(page, house);
  await locked(page, house, [1, 2, 3, 4, 5, 6, 7], 'mega');
  const whole = () => page.locator('.side-body').evaluate((list) => list.scrollHeight <= list.clientHeight);
  await mark(page, 2, /^Royal flush/);
  await expect(page.locator('.hand-key')).toHaveCount(7);
  expect(await whole()).toBe(true);
  for (const row of await page.locator('.hand-key').all()) expect((await row.boundingBox())!.height).toBeGreaterThanOrEqual(56);
  await key(page, /^CONFIRM/).click();
  await show_card(page, 'supervisor', /^Pay/);
  await expect(page.locator('article.claim')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await key(page, 'Owed now').click();
  await expect(page.locator('.owed-list section')).toHaveCount(7);
  expect(await whole()).toBe(true);
  await expect(page.locator('.scroll-frame.down')).not.toHaveClass(/more/);
  await expect_accessible(page);
  // If it does not fit, it shows that there is more.
  await page.setViewportSize({ width: 1280, height: 600 });
  expect(await whole()).toBe(false);
  await expect(page.locator('.scroll-frame.down')).toHaveClass(/more/);
});

test('voiding a deal warns about a hand that waits for a supervisor', async ({ page, house }) => {
  await four_aces(house);
  await keypad(page, house);
  await locked(page, house, [1, 3]);
  await mark(page, 3, /^Four aces/);
  await key(page, 'Void deal').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('A hand is waiting for a supervisor.');
  await dialog.getByRole('button', { name: 'Exposed card' }).click();
  await show_card(page, 'dealer', /Void/);
  await expect(dialog.getByRole('alert')).toContainText('The claim in this round is still undecided');
});

test('a held hand is shown with its reason, and the open list stays after a restart', async ({ page, house }) => {
  await four_aces(house);
  await keypad(page, house);
  await locked(page, house, [1, 3]);
  await mark(page, 3, /^Four aces/);
  const supervisor = await Person.sign_in(house, 'supervisor');
  const { claims } = await supervisor.get('/v1/claims');
  await supervisor.command({ hold_claim: { claim: claims[0].claim, reason: 'surveillance looks' } });
  await expect(page.getByText('Four aces at position 3 is held in dispute by card 2001: surveillance looks.')).toBeVisible();
  await page.keyboard.press('Escape');
  await key(page, 'Owed now').click();
  await house.stop('SIGKILL');
  await expect(page.locator('.keypad.lost')).toBeVisible();
  await house.start();
  await expect(page.locator('.keypad.lost')).toBeHidden({ timeout: 20_000 });
  await expect(page.locator('.seat.locked')).toHaveCount(2);
  await expect(key(page, 'Owed now')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.hand-list')).toHaveCount(0);
});

test('envy multiplied by the wager is shown for every position', async ({ page, house }) => {
  await seven_hands(house, 'second_generation'); // of a straight flush $300 for each dollar of the recipient's wager
  await keypad(page, house);
  const controller = house.controller('T1');
  controller.sensors([...chips_at('mega', 1, 3), { position: 5, link: 'mega', wager: '5.00' }]);
  await expect(page.locator('.seat.placed')).toHaveCount(3);
  await key(page, /^START GAME/).click();
  await mark(page, 3, /^Straight flush/);
  await expect(page.locator('article.claim .claim-envy li')).toHaveText(['Envy', '1: $300', '5: $1,500']);
  const person = await page.context().newPage();
  await person.goto(`${house.url}/console/approvals`);
  await person.getByLabel('Card number').fill('2001');
  await person.getByLabel('PIN', { exact: true }).fill('314159');
  await person.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(person.locator('.claim-card')).toContainText('$300.00 to position 1, $1,500.00 to position 5');
  // Across all columns of the facts.
  const facts = (await person.locator('.claim-facts').boundingBox())!;
  expect((await person.locator('.claim-facts > div').filter({ hasText: 'to position 5' }).boundingBox())!.width).toBe(facts.width);
  await person.getByRole('button', { name: 'Confirm' }).click();
  await expect(person.locator('dialog.sheet')).toContainText('Envy bonus, paid at the end of the round: $300.00 to position 1, $1,500.00 to position 5.');
  await person.locator('dialog.sheet').getByRole('button', { name: /^Pay/ }).click();
  await expect(seat(page, 5)).toContainText('Envy$1,500.00');
});

test('a claim card at a table of seven lists everyone who gets envy', async ({ page, house }) => {
  await seven_hands(house, 'second_generation');
  await keypad(page, house);
  const controller = house.controller('T1');
  controller.sensors([1, 2, 3, 4, 5, 6, 7].map((position) => ({ position, link: 'mega', wager: position % 2 ? '5.00' : '1.00' })));
  await expect(page.locator('.seat.placed')).toHaveCount(7);
  await key(page, /^START GAME/).click();
  await mark(page, 3, /^Straight flush/);
  const card = page.locator('article.claim');
  await expect(card.locator('.claim-envy li')).toHaveText(['Envy', '1: $1,500', '2: $300', '4: $300', '5: $1,500', '6: $300', '7: $1,500']);
  const frame = (await card.boundingBox())!;
  for (const item of await card.locator('.claim-envy li').all()) {
    const box = (await item.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(frame.x);
    expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width);
    expect(box.y + box.height).toBeLessThanOrEqual(frame.y + frame.height);
  }
  const felt = (await page.locator('.felt').boundingBox())!;
  expect(frame.y + frame.height).toBeLessThanOrEqual(felt.y + felt.height);
  // Nothing is cut off inside the strip of cards.
  expect(await page.locator('.claims').evaluate((claims) => claims.scrollHeight - claims.clientHeight)).toBe(0);
  await expect_accessible(page);
});

test('the notice that no sensor is lit goes away once one is', async ({ page, house }) => {
  await four_aces(house);
  await keypad(page, house);
  const controller = house.controller('T1');
  controller.sensors([]);
  await key(page, /^START GAME/).click();
  const refusal = page.locator('.notices .notice.alarm');
  await expect(refusal).toContainText(/sensor/i);
  controller.sensors(chips_at('aces', 2));
  await expect(page.locator('.seat.placed')).toHaveCount(1);
  await expect(refusal).toHaveCount(0);
});
