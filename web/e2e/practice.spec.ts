// The practice table on the real program: a round of every game as a player, and a whole course as a dealer.
import { test, type Page } from '@playwright/test';
import { expect, expect_accessible, House } from './house';

const house = new House();
test.beforeAll(() => house.start());
test.afterAll(() => house.end());

const games = [
  ['three-card-poker', 'ante:10.00,pair-plus:5.00,6-card-bonus:1.00,progressive:1.00'],
  ['three-card-poker-face-up', 'ante:10.00,pair-plus:5.00'],
  ['four-card-poker', 'ante:10.00,aces-up:5.00,bad-beat-bonus:1.00'],
  ['crazy-4-poker', 'ante:10.00,super-bonus:10.00,queens-up:5.00,bad-beat-bonus:1.00'],
  ['caribbean-stud', 'ante:10.00,cover-all:1.00,progressive:1.00'],
  ['let-it-ride', 'bet-3:10.00,bet-1:10.00,bet-2:10.00,3-card-bonus:1.00'],
  ['mississippi-stud', 'ante:10.00,3-card-bonus:1.00'],
  ['high-card-flush', 'ante:10.00,flush:5.00,straight-flush:1.00'],
  ['ultimate-texas-holdem', 'ante:10.00,blind:10.00,trips:5.00'],
] as const;

const open = (page: Page, link: string) => page.goto(`${house.url}/practice#${link}`);

for (const [game, bets] of games) {
  test(`plays a round of ${game} by the advice, and again from its link`, async ({ page }) => {
    await open(page, `game=${game}&key=e2e&bets=${bets}`);
    await page.getByRole('button', { name: 'Deal', exact: true }).click();
    const best = page.locator('.worth tr.best td').first();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(best).toBeVisible();
    await expect_accessible(page);
    let decisions = 0;
    do {
      await expect(best).toBeVisible();
      const asked = await page.locator('.bar-line').innerText();
      await page.locator('.bar-keys').getByRole('button', { name: (await best.innerText()).trim() }).click();
      await expect(page.locator('.bar-line')).not.toHaveText(asked);
      ++decisions;
    } while ((await page.locator('.bar-keys .act').count()) > 0);
    await expect(page.locator('.bar-line')).toContainText('was right.');
    await expect(page.locator('.lines li').first()).toBeVisible();
    await expect(page.locator('.score')).toContainText(`0 in ${decisions} decision`);
    await expect_accessible(page);
    const dealer = await page.locator('.dealer .hand-words').innerText();
    const result = await page.locator('.lines').innerText();
    await page.reload();
    await expect(page.locator('.dealer .hand-words')).toHaveText(dealer);
    expect(await page.locator('.lines').innerText()).toBe(result);
  });
}

test('shows what a mistake cost, keeps the score, and follows the keys', async ({ page }) => {
  await open(page, 'game=three-card-poker&key=26&others=0&bets=ante:10.00,pair-plus:10.00');
  await page.getByRole('button', { name: 'Increase 6 CARD BONUS' }).click();
  await expect_accessible(page);
  await page.keyboard.press('d');
  await expect(page.locator('.you')).toContainText('pair of kings, eight kicker');
  await page.keyboard.press('f');
  // Folding kings loses ANTE and PAIR PLUS, and what PLAY would have brought: 391305/9212.
  await expect(page.locator('.bar-line')).toContainText('Fold cost $42.48: PLAY 1x was best.');
  await page.keyboard.press('Enter');
  await expect(page.locator('.round-name')).toContainText('Round 2');
  await expect(page.locator('.score')).toContainText('1 in 1 decision');
  await expect(page.locator('.score')).toContainText('$42.48');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Show or hide advice');
  await page.keyboard.press('Escape');
});

test('says which rule refuses a wager', async ({ page }) => {
  await open(page, 'game=crazy-4-poker&key=1&bets=ante:10.00,super-bonus:5.00');
  await page.getByRole('button', { name: 'Deal', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('SUPER BONUS of $5.00 must equal the ANTE of $10.00');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Increase ANTE' }).click();
  await page.getByRole('button', { name: 'Deal', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Fold' })).toBeVisible();
});

// Every question of a course with the action that answers it, as shown to someone who asks for every answer.
interface Solved { kind: string; row: string; options: string[] }
async function solve(question: object): Promise<Solved[]> {
  const solved: Solved[] = [];
  for (const answers: object[] = []; ; answers.push({ show: true })) {
    const response = await fetch(`${house.url}/v1/practice/deal`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ ...question, answers }) });
    const view: any = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(view));
    if (solved.length > 0) solved[solved.length - 1]!.row = view.checklist[solved.length - 1].text;
    if (view.done) return solved;
    solved.push({ kind: view.question.kind, row: '', options: view.question.options.map(({ text }: { text: string }) => text) });
  }
}

function right_option({ row, options }: Solved): string {
  const named = [...options].sort((a, b) => b.length - a.length).find((option) => row === option || option.startsWith(row) || row.startsWith(option) || row.includes(`: ${option}`));
  return named ?? options[options.length - 1]!; // a hand named by its cards: high card, the last
}

async function answer(page: Page, solved: Solved, paid_wrong = false): Promise<void> {
  const course = page.locator('.asking');
  if (solved.kind === 'choice') return course.getByRole('button', { name: right_option(solved), exact: true }).click();
  if (solved.kind === 'positions') {
    for (const position of solved.row.slice(solved.row.indexOf('?')).match(/\d+/g) ?? []) await course.getByRole('button', { name: `Position ${position}` }).click();
    return course.locator('.button.primary').click();
  }
  const [, position, wager, how, amount] = /^Position (\d+): (.+?) (loses|pushes|pays|claims|of)(?: \$([\d,.]+))?$/.exec(solved.row)!;
  const name = wager === 'envy' ? 'PROGRESSIVE' : wager!;
  await page.getByRole('button', { name: new RegExp(`^Position ${position}, ${name}( \\$[\\d,.]+)?$`) }).click();
  if (how === 'loses') return course.getByRole('button', { name: 'Take' }).click();
  if (how === 'pushes') return course.getByRole('button', { name: 'Push' }).click();
  if (how === 'claims') return course.getByRole('button', { name: 'Claim' }).click();
  await course.getByRole('button', { name: 'Pay' }).click();
  await page.getByLabel('Amount to pay').fill(paid_wrong ? '0.01' : amount!.replaceAll(',', ''));
  return course.locator('.pay-pad .button.primary').click();
}

test('deals a whole round, with two mistakes and their reasons', async ({ page }) => {
  test.setTimeout(180_000);
  const key = 'course';
  const solved = await solve({ game: 'three-card-poker', key, level: 3 });
  await open(page, `mode=deal&game=three-card-poker&key=${key}&level=3`);
  const rows = page.locator('.phase ol > li:not(.next)');
  await expect(page.locator('.asking h2')).toHaveText('What do you do now?');
  await expect_accessible(page);
  // Anything but the first step.
  await page.locator('.asking .option').filter({ hasNotText: 'No more bets' }).first().click();
  await expect(page.locator('.verdict.wrong')).toContainText('Betting closes before the first cards leave the shuffler');
  let underpaid = 0;
  for (const [index, each] of solved.entries()) {
    await expect(rows).toHaveCount(index);
    if (each.kind === 'handled' && each.row.includes(' pays ') && underpaid === 0) {
      underpaid = 1;
      await answer(page, each, true);
      await expect(page.locator('.verdict.wrong')).toContainText('not $0.01');
      await expect_accessible(page);
    }
    await answer(page, each);
  }
  expect(underpaid).toBe(1);
  await expect(page.locator('.done-score')).toHaveText(`${solved.length - 2} of ${solved.length} right the first time`);
  await expect(page.locator('.corrections li')).toHaveCount(2);
  await expect(page.locator('.corrections')).toContainText('not $0.01');
  await expect(page.locator('.checklist li.corrected')).toHaveCount(2);
  await expect_accessible(page);
  await page.getByRole('button', { name: 'Next round' }).click();
  await expect(page.locator('.asking h2')).toHaveText('What do you do now?');
  await expect(page.locator('.round-name')).toContainText('Round 2');
});

test('answers that were shown are not counted as right', async ({ page }) => {
  test.setTimeout(180_000);
  await open(page, 'mode=deal&game=three-card-poker&key=shown&level=1&players=2');
  const rows = page.locator('.phase ol > li:not(.next)');
  const show = page.getByRole('button', { name: 'Show the answer' });
  for (let answers = 0; !(await page.locator('.done-score').isVisible()); ++answers) {
    await expect(rows).toHaveCount(answers);
    await show.click();
    await expect(rows).toHaveCount(answers + 1);
  }
  const all = await rows.count();
  await expect(page.locator('.done-score')).toHaveText(`0 of ${all} right the first time`);
  await expect(page.locator('.panel.done')).toContainText(`${all} answers were shown.`);
  await expect(page.locator('.panel.done')).not.toContainText('No mistakes');
  await expect(page.locator('.corrections')).not.toContainText('No mistakes');
  // The two roles take one line each.
  for (const tab of await page.locator('.practice-head .segments button').all()) expect((await tab.boundingBox())!.height).toBeLessThan(44);
});
