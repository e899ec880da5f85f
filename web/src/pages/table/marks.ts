// Which hands are marked in the open round. The game manager reports those that wait for a supervisor, confirmed awards
// and what each seat is owed. Hands with small pays are remembered here, from the answers to this keypad's own presses,
// to show them beside the amounts. This memory decides no pay: amounts always come from the game manager.
import { is_zero } from '../../format';
import type { Link, Table } from '../../floor_live';
import type { Key, Outcome } from '../../protocol';
import type { Sent } from '../../decode';

export type MarkKind = 'waits' | 'tray' | 'meter';

export interface Mark {
  claim: number;
  link: string; // empty if not known
  hand: string;
  position: number | null;
  amount: string;
  kind: MarkKind;
  final: boolean; // confirmed: the hand button no longer unmarks it
}

interface Kept {
  claim: number;
  link: string;
  hand: string;
  position: number | null;
  amount: string;
  waited: boolean; // for a supervisor, in the last report
}

export interface RoundMarks {
  round: number; // 0 if none is open
  kept: readonly Kept[];
}

export const no_marks: RoundMarks = { round: 0, kept: [] };

const is_share = (links: readonly Link[], kept: Kept) =>
  links.find(({ link }) => link === kept.link)?.prizes.find(({ hand }) => hand === kept.hand)?.share_ppm !== 0;

// The only link of the table that pays this hand.
function link_of_hand(links: readonly Link[], hand: string): string {
  const paying = links.filter(({ prizes }) => prizes.some((prize) => prize.hand === hand));
  return paying.length === 1 ? paying[0]!.link : '';
}

// Merges the current state into what was remembered.
export function follow(marks: RoundMarks, table: Table, links: readonly Link[]): RoundMarks {
  if (!table.round) return marks.round === 0 ? marks : no_marks;
  const of_round = marks.round === table.round.number ? marks.kept : [];
  const pending = new Map(table.view.pending.map((waiting) => [waiting.claim, waiting]));
  const kept = of_round.map((each): Kept => {
    const current = pending.get(each.claim);
    pending.delete(each.claim);
    return current ? { ...each, position: current.position, amount: current.amount, waited: true } : each;
  });
  for (const { claim, hand, position, amount } of pending.values())
    kept.push({ claim, link: link_of_hand(links, hand), hand, position, amount, waited: true });
  return { round: table.round.number, kept };
}

// Remembers the result of this keypad's own press.
export function learn(marks: RoundMarks, table: Table, key: Sent<Key>, outcome: Outcome): RoundMarks {
  if (!table.round) return marks;
  let kept = marks.round === table.round.number ? [...marks.kept] : [];
  if (key.kind === 'hand') {
    const priced = outcome.priced.find(({ claim }) => claim === outcome.claim);
    const known = kept.some(({ claim }) => claim === outcome.claim);
    kept = kept.filter(({ claim }) => claim !== outcome.claim);
    if (priced && !known) {
      const position = table.steps.spot ?? table.steps.position;
      kept.push({ claim: outcome.claim, link: key.link ?? '', hand: key.hand ?? '', position, amount: priced.amount, waited: false });
    }
  }
  return { round: table.round.number, kept };
}

// The marks to show, and those that are neither owed nor unmarked here.
export function shown(marks: RoundMarks, table: Table, links: readonly Link[]): { marks: Mark[]; gone: Mark[] } {
  const result: { marks: Mark[]; gone: Mark[] } = { marks: [], gone: [] };
  if (!table.round) return result;
  const awards = new Map(table.view.owed.filter(({ kind, earlier }) => kind === 'award' && !earlier).map((owed) => [owed.claim, owed]));
  for (const each of marks.round === table.round.number ? marks.kept : []) {
    if (awards.has(each.claim)) continue;
    const mark = (kind: MarkKind): Mark => ({ claim: each.claim, link: each.link, hand: each.hand, position: each.position, amount: each.amount, kind, final: false });
    const seat = table.view.seats.find(({ position }) => position === each.position);
    const tray = seat ? seat.fixed_pay : table.view.fixed_pay_somewhere;
    if (table.view.pending.some(({ claim }) => claim === each.claim)) result.marks.push(mark('waits'));
    else if (each.waited) result.gone.push(mark('waits'));
    else if (!is_share(links, each) && !is_zero(tray)) result.marks.push(mark('tray'));
  }
  for (const { claim, link, hand, position, amount, from_meter } of awards.values())
    result.marks.push({ claim, link, hand, position, amount, kind: from_meter ? 'meter' : 'tray', final: true });
  return result;
}
