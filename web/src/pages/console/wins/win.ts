// An award with its win page, as the game manager lists them: newest first, a part at a time.
import { get } from '../../../api';
import type { Of } from '../../../decode';
import { WinsPage } from '../../../protocol';
import { links } from '../session';

export type Win = Of<typeof WinsPage>['wins'][number];

export const read_wins = (link: string, after: number, signal: AbortSignal) =>
  get(`/v1/wins?${new URLSearchParams({ limit: '100', ...(link ? { link } : {}), ...(after ? { after: String(after) } : {}) })}`, WinsPage, signal);

// "Mega, Major, Minor – Major"; the link alone where the tray paid.
export function paid_by(win: Win): string {
  const link = links.value.get(win.link);
  const level = win.level === null ? '' : (link?.levels[win.level]?.name ?? '');
  return [link?.title || win.link, level].filter(Boolean).join(' – ');
}

export const people_of_win = (win: Win) => [win.confirmed_by, win.second].filter(Boolean).join(', ');
