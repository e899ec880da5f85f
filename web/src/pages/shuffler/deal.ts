// What the shuffler's screen makes of what it hears.
import { useEffect, useRef } from 'preact/hooks';
import type { CoverAllPays, Table } from '../../floor_live';

// Positions with a progressive wager locked in, each counted once.
export const positions_in = (table: Table) => new Set(table.round?.wagers.map((wager) => wager.position) ?? []).size;

// The pays for the number of hands that was dealt, and for no other.
export function pays_now(cover_all: CoverAllPays | null, table: Table): CoverAllPays | null {
  const hands = table.round?.hands_dealt ?? 0;
  return cover_all !== null && hands > 0 && cover_all.hands === hands ? cover_all : null;
}

// Whether the deal on the table is void: until another count is told. The game manager says only that a deal of the round was void.
export function useVoid(table: Table, cover_all: CoverAllPays | null): boolean {
  const { round } = table;
  const seen = useRef({ round: 0, voided: false, hands: 0, cover_all, is_void: false });
  const before = seen.current;
  const number = round?.number ?? 0;
  const voided = round?.voided ?? false;
  const hands = round?.hands_dealt ?? 0;
  const was = before.round === number ? before : { ...before, voided: false, is_void: false };
  const begins = voided && !was.voided;
  const dealt_again = was.is_void && (hands !== was.hands || cover_all !== was.cover_all);
  const is_void = begins || (was.is_void && !dealt_again);
  useEffect(() => {
    seen.current = { round: number, voided, hands, cover_all, is_void };
  });
  return is_void;
}
