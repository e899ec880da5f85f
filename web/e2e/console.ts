// Shared by the console tests: signing in, the open sheet, the second person, a house with one jackpot.
import type { Page } from '@playwright/test';
import { cards, expect, type House, type RoleName } from './house';
import { Play } from './play';

export async function give(page: Page, staff: string, pin: string): Promise<void> {
  await page.getByLabel('Card number').fill(staff);
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function sign_in(page: Page, house: House, role: RoleName, path = ''): Promise<void> {
  await page.goto(`${house.url}/console${path}`);
  await give(page, cards[role].staff, cards[role].pin);
  await expect(page.locator('.shell')).toBeVisible();
}

export const sheet = (page: Page) => page.locator('dialog.sheet');
export const nav = (page: Page, name: string) => page.locator('aside.side').getByRole('link', { name });
export const bet = (link: string, ...positions: number[]) => positions.map((position) => ({ position, link, wager: '1.00' }));

// Enters the second person's card and PIN in the open sheet.
export async function second(page: Page, role: RoleName): Promise<void> {
  const person = page.getByRole('group', { name: 'Second person' });
  await person.getByLabel('Card number').fill(cards[role].staff);
  await person.getByLabel('PIN').fill(cards[role].pin);
}

// A jackpot of $1,000.00 on A-K-Q of spades, 500 for 1 on A-K-Q suited, at T1.
export async function three_card(house: House, rules: object = {}): Promise<Play> {
  await house.link('PROG-3C-1', 'three', rules, 'Three Card Jackpot', { starts: ['1000.00'] });
  await house.table('T1', 'three-card-poker', ['three']);
  return new Play(house);
}
