// The dealer's keypad: rounds on both generations, claims, envy, loss of the server, alarms, speed.
import { cards, expect, expect_accessible, test } from './house';
import { Person, chips_at, four_aces, key, keypad, locked, mark, next, seat, show_card } from './keypad';

test('a round without a winner is two presses', async ({ page, house }) => {
  await four_aces(house);
  await keypad(page, house);
  await expect(page.locator('.seat')).toHaveCount(6);
  await expect(page.locator('.seat.empty')).toHaveCount(6);
  await locked(page, house, [1, 4, 6]);
  await expect(next(page)).toContainText('END GAME');
  // $5,000 and 25 cents of each of three dollars.
  await expect(page.locator('.level-meter')).toContainText('$5,000.75');
  await key(page, /^END GAME/).click();
  await expect(page.locator('.seat.empty')).toHaveCount(6);
  const auditor = await Person.sign_in(house, 'auditor');
  expect(await auditor.commands_of('T1')).toEqual(['start_round', 'end_round']);
});

test('a wager shows its cents, if any, before and after the lock', async ({ page, house }) => {
  await four_aces(house, { wagers: ['1.00', '2.50'] });
  await keypad(page, house);
  house.controller('T1').sensors([{ position: 2, link: 'aces', wager: '2.50' }, { position: 5, link: 'aces', wager: '1.00' }]);
  for (const state of ['placed', 'locked']) {
    await expect(page.locator(`.seat.${state}`)).toHaveCount(2);
    await expect(seat(page, 2).locator('.chip')).toHaveText('$2.50');
    await expect(seat(page, 5).locator('.chip')).toHaveText('$1');
    await expect(key(page, /^Position 2,.*\$2\.50$/)).toBeVisible();
    if (state === 'placed') await key(page, /^START GAME/).click();
  }
  await mark(page, 2, /^Three of a kind/);
  await expect(seat(page, 2)).toContainText('Tray$22.50'); // 9 for 1 on $2.50
});

test('position 1 is at the left, the highest at the right, and the hand list never covers them', async ({ page, house }) => {
  await four_aces(house, {}, 9);
  await keypad(page, house);
  await locked(page, house, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const [width, height] of [[1280, 800], [1920, 1080], [1024, 768]] as const) {
    await page.setViewportSize({ width, height });
    const before = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map((position) => seat(page, position).locator('.sensor').boundingBox()));
    for (let i = 1; i < 9; ++i) expect(before[i]!.x).toBeGreaterThan(before[i - 1]!.x);
    // An arc: the ends nearest to the dealer, who sits below.
    expect(before[0]!.y).toBeGreaterThan(before[4]!.y + 80);
    for (const box of before) expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(56);
    await key(page, /^Position 7,/).click();
    await expect(page.getByRole('heading', { name: 'Position 7' })).toBeVisible();
    const after = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map((position) => seat(page, position).locator('.sensor').boundingBox()));
    expect(after).toEqual(before);
    const list = await page.locator('.side').boundingBox();
    for (const box of after) expect(box!.x + box!.width).toBeLessThanOrEqual(list!.x);
    expect(list!.x + list!.width).toBeLessThanOrEqual(width);
    expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.keyboard.press('Escape');
  }
});

test('second generation: a small win is marked, unmarked, marked again and paid from the tray', async ({ page, house }) => {
  await four_aces(house);
  await keypad(page, house);
  await locked(page, house, [2, 5]);
  await mark(page, 5, /^Three of a kind/);
  await expect(seat(page, 5)).toContainText('Three of a kind');
  await expect(seat(page, 5)).toContainText('Tray$9.00'); // 9 for 1 on $1
  await expect(key(page, /^Three of a kind/)).toHaveAttribute('aria-pressed', 'true');
  await key(page, /^Three of a kind/).click();
  await expect(seat(page, 5)).not.toContainText('$9.00');
  await expect(key(page, /^Three of a kind/)).toHaveAttribute('aria-pressed', 'false');
  await key(page, /^Three of a kind/).click();
  await expect(seat(page, 5)).toContainText('Tray$9.00');
  await page.reload();
  await expect(seat(page, 5)).toContainText('Three of a kind');
  await page.keyboard.press('Escape');
  await key(page, 'Owed now').click();
  await expect(page.getByRole('region', { name: 'Position 5' })).toContainText('Pay from tray, own hand$9.00');
  await expect_accessible(page);
  await key(page, /^END GAME/).click();
  await expect(page.locator('.seat.empty')).toHaveCount(6);
});

test('a jackpot is claimed, confirmed by a supervisor, and envy goes to every other lit position', async ({ page, house }) => {
  await four_aces(house);
  await keypad(page, house);
  const lit = [1, 3, 4, 6];
  const winner = 3;
  await locked(page, house, lit);
  await mark(page, winner, /^Four aces/);
  // All of the meter: $5,000 and four times 25 cents. It restarts at its seed, $5,000, and four times 2 cents of reserve.
  await expect(page.locator('article.claim')).toContainText('$5,001.00');
  await expect(page.locator('.level-meter')).toContainText('$5,000.08');
  await expect(seat(page, winner)).toContainText('Pending$5,001.00');
  await expect(seat(page, winner)).toHaveClass(/waits/);
  await expect(next(page)).toContainText('Call a supervisor for the four aces, $5,001.00');
  await expect_accessible(page);
  await key(page, /^END GAME/).click();
  await expect(page.getByRole('alert')).toBeVisible(); // a claim is not decided
  await key(page, /^CONFIRM/).click();
  await expect(page.getByRole('alert')).toBeHidden(); // a refusal stays until the next press
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Four aces');
  await expect(dialog).toContainText('reject or hold the claim at the console');
  await expect_accessible(page);
  // The pad types the card's number and the PIN.
  for (const digit of cards.supervisor.staff) await dialog.getByRole('button', { name: digit, exact: true }).click();
  await expect(dialog.getByLabel('Card number')).toHaveValue(cards.supervisor.staff);
  await dialog.getByLabel('PIN', { exact: true }).click();
  for (const digit of '99999') await dialog.getByRole('button', { name: digit, exact: true }).click();
  await dialog.getByRole('button', { name: /^Pay/ }).click();
  await expect(dialog.getByRole('alert')).toBeVisible(); // a wrong PIN, in the server's words
  await show_card(page, 'supervisor', /^Pay \$5,001\.00/);
  await expect(dialog).toBeHidden();
  await expect(seat(page, winner)).toContainText('Hand pay$5,001.00');
  for (const position of [1, 2, 3, 4, 5, 6])
    if (lit.includes(position) && position !== winner) await expect(seat(page, position)).toContainText('Envy$100.00');
    else await expect(seat(page, position)).not.toContainText('Envy');
  await page.keyboard.press('Escape');
  await key(page, 'Owed now').click();
  await expect(page.getByRole('region', { name: 'Position 3' })).toContainText('Jackpot – hand pay$5,001.00');
  await expect(page.getByRole('region', { name: 'Position 6' })).toContainText('Pay from tray, envy$100.00');
  await key(page, /^END GAME/).click();
  await expect(page.locator('.seat.empty')).toHaveCount(6);
});

test('an amount that needs an executive refuses a supervisor', async ({ page, house }) => {
  await four_aces(house, { executive_at: '4000.00' });
  await keypad(page, house);
  await locked(page, house, [2, 3]);
  await mark(page, 2, /^Four aces/);
  await expect(page.locator('article.claim')).toContainText('Executive’s card');
  await key(page, /^CONFIRM/).click();
  await show_card(page, 'supervisor', /^Pay/);
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(/executive/);
  await expect(page.locator('article.claim')).toHaveCount(1);
  await show_card(page, 'executive', /^Pay/);
  await expect(page.locator('article.claim')).toHaveCount(0);
  await expect(seat(page, 2)).toContainText('Hand pay$5,000.50');
});

test('two different people confirm an amount that needs two', async ({ page, house }) => {
  await four_aces(house, { second_signature_at: '300.00' });
  await keypad(page, house);
  await locked(page, house, [1, 4]);
  await mark(page, 4, /^Four of a kind/);
  await expect(page.locator('article.claim')).toContainText('Two people’s cards');
  await key(page, /^CONFIRM/).click();
  await show_card(page, 'supervisor', /first person/);
  await expect(page.getByRole('dialog')).toContainText('A second person’s card is needed');
  await show_card(page, 'executive', /second person/);
  await expect(page.locator('article.claim')).toHaveCount(0);
  await expect(seat(page, 4)).toContainText('Tray$300.00');
  await expect(seat(page, 1)).toContainText('Envy$10.00');
});

test('a claim rejected at the console leaves the keypad and restores the meter', async ({ page, house }) => {
  await four_aces(house);
  await keypad(page, house);
  await locked(page, house, [1, 3]);
  await mark(page, 3, /^Four aces/);
  await expect(page.locator('.level-meter')).toContainText('$5,000.04');
  await key(page, /^CONFIRM/).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const supervisor = await Person.sign_in(house, 'supervisor');
  const { claims } = await supervisor.get('/v1/claims');
  expect(claims).toHaveLength(1);
  await supervisor.command({ reject_claim: { claim: claims[0].claim, reason: 'three aces and a king' } });
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('article.claim')).toHaveCount(0);
  await expect(page.getByText('Four aces at position 3 was rejected by card 2001: three aces and a king. Do not pay.')).toBeVisible();
  await expect(page.locator('.level-meter')).toContainText('$5,000.50');
  await expect(seat(page, 3)).not.toContainText('Four aces');
  await key(page, /^END GAME/).click();
  await expect(page.locator('.seat.empty')).toHaveCount(6);
});

test('first generation: coin in, hand, key, position, J-POT, key back, game over', async ({ page, house }) => {
  // PROG-3C-1: A-K-Q suited pays 500 for 1, which needs a supervisor, with $25 of envy; a straight 6 for 1.
  await house.link('PROG-3C-1', 'three', {}, 'Three Card Jackpot');
  await house.table('T1', 'three-card-poker', ['three'], 'first_generation', 7);
  await keypad(page, house);
  const lit = [1, 2, 5, 7];
  await locked(page, house, lit, 'three');
  await expect(key(page, /^Position 5,/)).toBeDisabled(); // no spot buttons: the position comes with the key
  await key(page, /^Straight No envy/).click();
  await expect(page.getByText('Pay $6.00 from the tray. The hand’s position was not entered.')).toBeVisible();
  await key(page, /^A-K-Q suited/).click();
  await expect(page.locator('article.claim')).toContainText('Position not entered');
  await expect(page.locator('article.claim')).toContainText('$25.00 × 3');
  await key(page, /^Key to JPH/).click();
  await show_card(page, 'supervisor', /JPH/);
  await expect(page.getByRole('dialog')).toBeHidden();
  await key(page, /^J-POT/).click();
  await expect(page.getByRole('alert')).toContainText('position'); // out of order: it says what to press instead
  await key(page, /^Position 5,/).click();
  await expect(page.getByRole('alert')).toBeHidden();
  await key(page, /^J-POT/).click();
  await expect_accessible(page);
  await key(page, /^Key to RUN/).click();
  await expect(page.locator('article.claim')).toHaveCount(0);
  await expect(seat(page, 5)).toContainText('Tray$500.00');
  for (const position of [1, 2, 3, 4, 5, 6, 7])
    if (lit.includes(position) && position !== 5) await expect(seat(page, position)).toContainText('Envy$25.00');
    else await expect(seat(page, position)).not.toContainText('Envy');
  await key(page, /^GAME OVER/).click();
  await expect(page.locator('.seat.empty')).toHaveCount(7);
});

test('first generation: an executive’s card before the key is turned back', async ({ page, house }) => {
  await house.link('PROG-3C-1', 'three', { executive_at: '1000.00' }, 'Three Card Jackpot');
  await house.table('T1', 'three-card-poker', ['three'], 'first_generation', 7);
  await keypad(page, house);
  await locked(page, house, [3, 4], 'three');
  await page.keyboard.press('q'); // A-K-Q of spades
  await expect(page.locator('article.claim')).toContainText('$1,000.24'); // $1,000 and twice 12 cents
  await page.keyboard.press('k');
  await show_card(page, 'supervisor', /JPH/);
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('4');
  await expect(seat(page, 4)).toHaveClass(/selected/);
  await page.keyboard.press('j');
  await expect(next(page)).toContainText('executive');
  await page.keyboard.press('c');
  await show_card(page, 'executive', /Use this card/);
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('k');
  await expect(page.locator('article.claim')).toHaveCount(0);
  await expect(seat(page, 4)).toContainText('Hand pay$1,000.24');
  await expect(seat(page, 3)).toContainText('Envy$100.00');
});

test('after the server is killed mid-round, the keypad resumes where it was', async ({ page, house }) => {
  await four_aces(house);
  await keypad(page, house);
  await locked(page, house, [2, 3, 6]);
  await mark(page, 3, /^Three of a kind/);
  await mark(page, 6, /^Four aces/);
  await expect(page.locator('article.claim')).toContainText('$5,000.75');
  await key(page, /^CONFIRM/).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await house.stop('SIGKILL');
  await expect(page.locator('.keypad.lost')).toBeVisible();
  await expect(next(page)).toContainText('The round is saved');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(key(page, /^Position 3,/)).toBeDisabled();
  await expect_accessible(page);
  await house.start();
  await expect(page.locator('.keypad.lost')).toBeHidden({ timeout: 20_000 });
  await expect(page.locator('.seat.locked')).toHaveCount(3);
  await expect(seat(page, 3)).toContainText('Tray$9.00');
  await expect(seat(page, 6)).toContainText('Pending$5,000.75');
  await expect(page.getByRole('dialog')).toBeVisible(); // CONFIRM was pressed, the card is awaited
  await show_card(page, 'supervisor', /^Pay \$5,000\.75/);
  await expect(seat(page, 6)).toContainText('Hand pay$5,000.75');
  await expect(page.getByRole('heading', { name: 'Position 6' })).toBeVisible();
  await key(page, /^END GAME/).click();
  await expect(page.locator('.seat.empty')).toHaveCount(6);
});

test('without a round, a lost connection says that no bets are locked', async ({ page, house }) => {
  await four_aces(house);
  await keypad(page, house);
  await house.stop('SIGKILL');
  await expect(next(page)).toContainText('No bets are locked. Return the progressive chips.');
  await expect(key(page, /^START GAME/)).toBeDisabled();
  await house.start();
  await expect(page.locator('.keypad.lost')).toBeHidden({ timeout: 20_000 });
  await locked(page, house, [1]);
});

test('a chip placed after the lock raises an alarm at its seat', async ({ page, house }) => {
  await four_aces(house);
  await keypad(page, house);
  const controller = await locked(page, house, [1, 2]);
  controller.sensors(chips_at('aces', 5));
  await expect(seat(page, 5)).toHaveClass(/alarm/);
  await expect(key(page, /^Position 5, Late chip/)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Position 5: chip placed after bets were locked');
  await expect(page.locator('.seat.locked')).toHaveCount(2);
  await expect_accessible(page);
  controller.sensors([]);
  await expect(seat(page, 5)).toHaveClass(/empty/);
  await expect(page.getByRole('alert')).toContainText('A sensor changed after bets were locked');
});

test('a missing controller, a closed link and a short prize fund are reported, and nothing is locked', async ({ page, house }) => {
  await house.link('PROG-4C-1', 'aces', {}, 'Four Aces');
  await house.link('PROG-4C-2', 'more', {}, 'More Aces');
  await house.table('T1', 'four-card-poker', ['aces', 'more']);
  await keypad(page, house);
  await expect(next(page)).toContainText('The sensors are not connected');
  await key(page, /^START GAME/).click();
  await expect(page.getByRole('alert').filter({ hasText: /no wager was locked in/i })).toBeVisible();
  const controller = house.controller('T1');
  controller.sensors([...chips_at('aces', 1, 2), ...chips_at('more', 2)]);
  await expect(page.locator('.seat.placed')).toHaveCount(2);
  await house.command({ record_bank_balance: { balance: '0.00', document: 'statement' } });
  await key(page, /^START GAME/).click();
  await expect(page.getByRole('alert')).toContainText(/prize fund/i);
  await expect(page.locator('.seat.locked')).toHaveCount(0);
  await house.command({ record_bank_balance: { balance: '1000000.00', document: 'statement' } });
  await house.command({ close_link: { link: 'more', reason: 'count' } });
  await expect(key(page, /^Position 2, .*More Aces Closed/)).toBeVisible();
  await key(page, /^START GAME/).click();
  await expect(page.getByRole('alert')).toContainText('More Aces is closed');
  await expect(seat(page, 1)).toHaveClass(/locked/);
  await expect(key(page, /^Position 2, Four Aces Locked \$1, More Aces Closed/)).toBeVisible();
});

test('a person’s card voids a deal and cancels a round, and the keypad stays signed in', async ({ page, house, context }) => {
  await four_aces(house);
  await keypad(page, house);
  await locked(page, house, [1, 3]);
  await mark(page, 3, /^Three of a kind/);
  await expect(seat(page, 3)).toContainText('$9.00');
  await key(page, 'Void deal').click();
  await expect_accessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Exposed card' }).click();
  await show_card(page, 'dealer', /Void/);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Deal voided. All bets stand.')).toBeVisible();
  await expect(page.locator('.seat.locked')).toHaveCount(2);
  await expect(seat(page, 3)).not.toContainText('Three of a kind');
  await page.keyboard.press('Escape');
  await key(page, 'Cancel round').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Table closed' }).click();
  await show_card(page, 'dealer', /Cancel round/);
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible(); // a dealer may not
  await show_card(page, 'supervisor', /Cancel round/);
  await expect(page.locator('.seat.locked')).toHaveCount(0);
  // Signed out as soon as the command was answered.
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('cardroom_session');
  await page.reload();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect(page.locator('.seat')).toHaveCount(6);
});

test('a hand is marked as folded, and refused if the house does not pay folded hands', async ({ page, house }) => {
  await four_aces(house, { folded_hand: 'loses' });
  await keypad(page, house);
  await locked(page, house, [1]);
  await key(page, /^Position 1,/).click();
  await page.getByLabel('The hand was folded').check();
  await key(page, /^Three of a kind/).click();
  await expect(page.getByRole('alert')).toContainText('A folded hand cannot win this progressive');
  await expect(seat(page, 1)).not.toContainText('$9.00');
});

test('everything has a key, and the keys are listed', async ({ page, house }) => {
  await four_aces(house);
  await keypad(page, house);
  const controller = house.controller('T1');
  controller.sensors(chips_at('aces', 2, 4));
  await expect(page.locator('.seat.placed')).toHaveCount(2);
  await page.keyboard.press('s');
  await expect(page.locator('.seat.locked')).toHaveCount(2);
  await page.keyboard.press('4');
  await expect(page.getByRole('heading', { name: 'Position 4' })).toBeVisible();
  await key(page, 'Shortcut keys').click();
  await expect(page.getByRole('dialog')).toContainText('Void deal');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Three of a kind');
  await expect(page.getByRole('dialog')).toContainText('END GAME');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  controller.sensors([]);
  await page.keyboard.press('t'); // the fourth hand
  await expect(seat(page, 4)).toContainText('Tray$9.00');
  await page.keyboard.press('e');
  await expect(page.locator('.seat.empty')).toHaveCount(6);
});

test('from the press of START GAME to the light it takes less than 100 ms', async ({ page, house }) => {
  await four_aces(house);
  await keypad(page, house);
  house.controller('T1').sensors(chips_at('aces', 1, 2, 3, 4, 5, 6));
  const times: number[] = [];
  for (let round = 0; round < 15; ++round) {
    await expect(page.locator('.seat.placed')).toHaveCount(6);
    times.push(
      await page.evaluate(
        () =>
          new Promise<number>((done) => {
            const button = document.querySelector<HTMLButtonElement>('.main-key')!;
            let began = 0;
            const watch = new MutationObserver(() => {
              if (!document.querySelector('.seat.locked')) return;
              watch.disconnect();
              done(performance.now() - began);
            });
            watch.observe(document.querySelector('.arc')!, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
            began = performance.now();
            button.click();
          }),
      ),
    );
    await key(page, /^END GAME/).click();
  }
  times.sort((a, b) => a - b);
  const said = `press to light: best ${times[0]!.toFixed(1)} ms, median ${times[7]!.toFixed(1)} ms, worst ${times[14]!.toFixed(1)} ms`;
  test.info().annotations.push({ type: 'measured', description: said });
  console.log(said);
  // A busy machine may delay one of them. A delay in the keypad would show in most.
  expect(times[0]!).toBeLessThan(100);
  expect(times[7]!).toBeLessThan(100);
});
