// What the journal owes players and nobody has acknowledged as paid, grouped by what it is owed for: one claim, or the
// bets of one canceled round.
import type { Owed } from './protocol';

export interface OwedPlace {
  position: number | null; // null: not known
  lines: Owed[];
  hand_pay: boolean; // takes a supervisor
}

export interface OwedGroup {
  key: string;
  table: string;
  round: number;
  claim: number; // 0: a canceled round
  hand: string;
  win_page: number;
  earlier: boolean; // the round has ended, so END GAME does not cover it
  since_ms: number;
  places: OwedPlace[];
}

export function owed_groups(owed: readonly Owed[]): OwedGroup[] {
  const groups = new Map<string, OwedGroup>();
  for (const line of owed) {
    const { table, round, claim, hand, win_page, earlier, since_ms } = line;
    const key = `${table} ${round} ${claim}`;
    const group = groups.get(key) ?? { key, table, round, claim, hand, win_page, earlier, since_ms, places: [] };
    groups.set(key, group);
    // One acknowledgment covers everything of the claim at a position.
    const place = group.places.find(({ position }) => position === line.position);
    if (place) {
      place.lines.push(line);
      place.hand_pay ||= line.from_meter;
    } else group.places.push({ position: line.position, lines: [line], hand_pay: line.from_meter });
  }
  return [...groups.values()];
}

// What END GAME does not cover.
export const owed_earlier = (owed: readonly Owed[]) => owed.filter(({ earlier }) => earlier);
