// What the shuffler's screen derives from the table's state.
import type { CoverAllPays, Table } from '../../floor_live';

// Positions with a locked progressive wager, each counted once.
export const positions_in = (table: Table) => new Set(table.round?.wagers.map((wager) => wager.position) ?? []).size;

export const hands_of = (table: Table) => table.round?.hands_dealt ?? 0;

// The deal was void, and the next has not been reported.
export const is_void = (table: Table) => table.round !== null && table.round.voided && table.round.hands_dealt === 0;

// The pays, only if they are for the number of hands dealt.
export const pays_now = (cover_all: CoverAllPays, table: Table) => (hands_of(table) > 0 && cover_all.hands === hands_of(table) ? cover_all : null);
