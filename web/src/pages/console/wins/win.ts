// Awards with their win slips as the game manager lists them: newest first, one part at a time.
import { get } from '../../../api';
import type { Of } from '../../../decode';
import { money } from '../../../format';
import { WinsPage } from '../../../protocol';
import { text } from '../../../text';
import type { Range } from '../reports/range_fields';
import { links, person_name } from '../session';

export type Win = Of<typeof WinsPage>['wins'][number];
export type Wins = Of<typeof WinsPage> & { more: boolean }; // there may be older ones
export const part_length = 100;

export const read_wins = (link: string, after: number, signal: AbortSignal) =>
  get(`/v1/wins?${new URLSearchParams({ limit: String(part_length), ...(link ? { link } : {}), ...(after ? { after: String(after) } : {}) })}`, WinsPage, signal);

// Midnight at the start of a day, plus `later` days, in this browser's time zone as everywhere in the console.
const midnight = (day: string, later = 0) => {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year!, month! - 1, date! + later).getTime();
};
export const in_range = (win: Win, { since, until }: Range) => (since === '' || win.time_ms >= midnight(since)) && (until === '' || win.time_ms < midnight(until, 1));

const parts_max = 100; // the game manager lists no more than 20,000 wins

// The newest wins; with `since`, all wins from that day on.
export async function read_newest(link: string, since: string, signal: AbortSignal): Promise<Wins> {
  const page = await read_wins(link, 0, signal);
  let last = page.wins;
  for (let part = 1; since !== '' && last.length >= part_length && last.at(-1)!.time_ms >= midnight(since) && part < parts_max; ++part) {
    last = (await read_wins(link, last.at(-1)!.page, signal)).wins;
    page.wins.push(...last);
  }
  return { ...page, more: last.length >= part_length && (since === '' || last.at(-1)!.time_ms >= midnight(since)) };
}

// "Mega, Major, Minor – Major"; only the link if the tray paid.
export function paid_by(win: Win): string {
  const link = links.value.get(win.link);
  const level = win.level === null ? '' : (link?.levels[win.level]?.name ?? '');
  return [link?.title || win.link, level].filter(Boolean).join(' – ');
}

// A form is required or not only where a tax rule of the progressive decided it.
export const tax_words = (win: Win) => (!win.tax_rule ? text.console.wins.tax_unknown : win.tax ? text.console.wins.tax_due : text.console.wins.tax_none);

export const is_owed = (win: Win) => win.owed || win.envy.some(({ owed }) => owed);

// "position 5: $1,000.00, owed"
export const envy_words = (win: Win) => win.envy.map(({ position, amount, tax, owed }) => text.console.wins.envy_to(position, money(amount), win.tax_rule && tax, owed));

export const people_of_win = (win: Win) => [win.confirmed_by, win.second].filter(Boolean).map(person_name).join(', ');
