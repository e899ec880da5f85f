// The strip at the bottom: a pending win, a closed link or, while nothing happens, a few sentences in turn.
import { useEffect, useState } from 'preact/hooks';
import { Clock3, Lock } from 'lucide-preact';
import type { Link } from '../../floor_live';
import { chips, date, is_zero, money } from '../../format';
import { hand_name } from '../../names';
import { text } from '../../text';
import { Money } from '../../ui/money';

const words = text.display;
export const highlight_ms = 9_000;

// A number that increases by one every `every_ms` while `running`.
export function useTurns(every_ms: number, running: boolean): number {
  const [turn, set_turn] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => set_turn((now) => now + 1), every_ms);
    return () => clearInterval(timer);
  }, [every_ms, running]);
  return turn;
}

type Highlight = readonly [title: string, says: string];

export function highlights_of(link: Link): Highlight[] {
  const envied = link.prizes.find((prize) => !is_zero(prize.envy));
  const largest = link.prizes.find((prize) => prize.share_ppm > 0);
  const last = link.last_win;
  const found: Highlight[] = [[words.play_title, words.play(link.wagers.map(chips))]];
  if (largest) found.push([words.largest_title(link.levels[largest.level]?.name ?? ''), words.largest(hand_name(largest.hand))]);
  if (envied) found.push([words.envy, words.envy_how(hand_name(envied.hand), chips(envied.envy), link.envy_times_wager)]);
  if (last) found.push([words.last_win, words.last_win_was(money(last.amount), hand_name(last.hand), last.table, date(last.time_ms))]);
  return found;
}

// The levels with a claim under verification.
export const pending_of = (links: readonly Link[]) =>
  links.flatMap((link) => link.levels.filter((level) => !is_zero(level.pending)).map((level) => ({ key: `${link.link} ${level.name}`, level: level.name, amount: level.pending })));

export function Strip({ links, link, turn }: { links: readonly Link[]; link: Link; turn: number }) {
  const pending = pending_of(links);
  if (pending.length > 0)
    return (
      <section class="strip-line pending" role="status">
        <Clock3 aria-hidden="true" />
        <b>{text.display.pending}</b>
        {pending.map(({ key, level, amount }) => <span key={key} class="claim">{level} <Money amount={amount} /></span>)}
        <span class="says">{words.pending_says}</span>
      </section>
    );
  const closed = links.filter((each) => !each.open);
  if (closed.length > 0)
    return (
      <section class="strip-line closed" role="status">
        <Lock aria-hidden="true" />
        <b>{closed.length === links.length ? words.closed : words.closed_some(closed.map((each) => each.title))}</b>
        <span class="says">{words.closed_says}</span>
      </section>
    );
  const found = highlights_of(link);
  const [title, says] = found[turn % found.length]!;
  return (
    <section class="strip-line highlight" key={title}>
      <b>{title}</b>
      <span class="says">{says}</span>
    </section>
  );
}
