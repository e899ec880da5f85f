// What dealers and others do at a keypad, for the tests of its page.
import type { Page } from '@playwright/test';
import { cards, expect, type House, type RoleName } from './house';

export interface Lit {
  position: number;
  link: string;
  wager: string;
}
export const chips_at = (link: string, ...positions: number[]): Lit[] => positions.map((position) => ({ position, link, wager: '1.00' }));

// Four Aces by the preset PROG-4C-1: the meter starts at $5,000; 25% of each $1 goes to it and 2% to the reserve; four
// aces take all of it with $100 of envy, four of a kind 300 for 1 with $10, three of a kind 9 for 1.
export async function four_aces(house: House, rules: object = {}, positions = 6): Promise<void> {
  await house.link('PROG-4C-1', 'aces', rules, 'Four Aces');
  await house.table('T1', 'four-card-poker', ['aces'], 'second_generation', positions);
}

export async function keypad(page: Page, house: House, table = 'T1'): Promise<void> {
  await page.goto(house.screen('table', table));
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
}

export const seat = (page: Page, position: number) => page.locator(`.seat[data-position="${position}"]`);
export const key = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const next = (page: Page) => page.locator('.next');

export async function locked(page: Page, house: House, positions: readonly number[], link = 'aces', table = 'T1') {
  const controller = house.controller(table);
  controller.sensors(chips_at(link, ...positions));
  await expect(page.locator('.seat.placed')).toHaveCount(positions.length);
  await key(page, /^(START GAME|COIN IN)/).click();
  await expect(page.locator('.seat.locked')).toHaveCount(positions.length);
  controller.sensors([]); // the dealer takes the chips
  return controller;
}

export async function mark(page: Page, position: number, hand: RegExp): Promise<void> {
  await key(page, new RegExp(`^Position ${position},`)).click();
  await expect(page.getByRole('heading', { name: `Position ${position}`, exact: true })).toBeVisible();
  await key(page, hand).click();
}

export async function show_card(page: Page, role: RoleName, action: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Card number').fill(cards[role].staff);
  await dialog.getByLabel('PIN', { exact: true }).fill(cards[role].pin);
  await dialog.getByRole('button', { name: action }).click();
}

// A person at the console.
export class Person {
  private constructor(private readonly url: string, private readonly cookie: string) {}
  static async sign_in(house: House, role: RoleName): Promise<Person> {
    const response = await fetch(`${house.url}/v1/sign-in`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(cards[role]) });
    return new Person(house.url, response.headers.get('set-cookie')!.split(';')[0]!);
  }
  async get(path: string): Promise<any> {
    return (await fetch(this.url + path, { headers: { cookie: this.cookie } })).json();
  }
  async command(command: object): Promise<void> {
    const body = JSON.stringify({ id: `t-${Math.random().toString(36).slice(2, 12)}`, command });
    const response = await fetch(`${this.url}/v1/commands`, { method: 'POST', headers: { 'Content-Type': 'application/json', cookie: this.cookie }, body });
    expect(response.status, await response.text()).toBe(200);
  }
  // The commands that the table sent, in order.
  async commands_of(table: string): Promise<string[]> {
    const { events } = await this.get('/v1/journal?after=0&limit=1000');
    return events
      .filter(({ id }: { id: string }) => id.startsWith(`${table}-keypad:`))
      .map(({ event }: { event: { command: object } }) => Object.keys(event.command)[0]!);
  }
}
