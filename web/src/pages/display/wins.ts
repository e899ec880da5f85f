// Which wins are new, and the scene in which each is shown.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FloorLive, Link } from '../../floor_live';

export const scene_ms = 10_000;
// A win older than this is not celebrated.
export const news_ms = 60_000;

// Wins that may wait while another is on the screen. No floor has more in so short a time.
const waiting_max = 4;

export interface Win {
  key: string;
  title: string;
  level: string;
  table: string;
  hand: string;
  amount: string;
}

type Links = ReadonlyMap<string, Link>;

export function wins_between(before: Links, after: Links, now_ms: number): Win[] {
  const wins: { time_ms: number; win: Win }[] = [];
  for (const [name, link] of after) {
    const known = before.get(name);
    const last = link.last_win;
    // A link seen for the first time or an award that was backed out is not a new win.
    if (!known || !last || last.time_ms <= (known.last_win?.time_ms ?? 0) || last.time_ms < now_ms - news_ms) continue;
    const { time_ms, table, hand, amount } = last;
    wins.push({ time_ms, win: { key: `${name} ${time_ms}`, title: link.title, level: link.levels[last.level]?.name ?? '', table, hand, amount } });
  }
  return wins.sort((a, b) => a.time_ms - b.time_ms).map(({ win }) => win);
}

// The win on the full screen now. Several follow one another.
export function useScene(live: FloorLive): Win | null {
  const [queue, set_queue] = useState<readonly Win[]>([]);
  const known = useRef<Links>(live.links.value);
  useEffect(() => live.links.subscribe((links) => {
    const wins = wins_between(known.current, links, live.now_ms());
    known.current = links;
    if (wins.length > 0) set_queue((queue) => [...queue, ...wins].slice(0, 1 + waiting_max));
  }), [live]);
  const now = queue[0] ?? null;
  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => set_queue((queue) => queue.slice(1)), scene_ms);
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
