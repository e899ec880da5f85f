// What the shuffler's screen makes of what it hears.
import type { CoverAllPays, Table } from '../../floor_live';

// Positions with a progressive wager locked in, each counted once.
export const positions_in = (table: Table) => new Set(table.round?.wagers.map((wager) => wager.position) ?? []).size;

export const hands_of = (table: Table) => table.round?.hands_dealt ?? 0;

// The deal was void, and the next is not told yet.
export const is_void = (table: Table) => table.round !== null && table.round.voided && table.round.hands_dealt === 0;

// The pays for the number of hands that was dealt, and for no other.
export const pays_now = (cover_all: CoverAllPays, table: Table) => (hands_of(table) > 0 && cover_all.hands === hands_of(table) ? cover_all : null);
