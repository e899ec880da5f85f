// A claim with what the page knows of its table and link.
import type { Claim, Link, Table } from '../../../floor_live';
import { links, tables } from '../session';

export interface ClaimFacts {
  claim: Claim;
  link: Link | undefined;
  table: Table | undefined;
  level: string; // of the link, where a meter pays
  two_people: boolean;
  waits: boolean; // an earlier claim on the level comes first
  envy: string; // to each other position; "0.00": none
  others: number;
  positions: number[]; // that bet on the link in this round, where the claim's is not known
}

export function facts_of(claim: Claim): ClaimFacts {
  const link: Link | undefined = links.value.get(claim.link);
  const table: Table | undefined = tables.value.get(claim.table);
  const pending = table?.view.pending.find((each) => each.claim === claim.claim);
  const prize = link?.prizes.find((each) => each.hand === claim.hand);
  const wagers = table?.round?.number === claim.round ? table.round.wagers.filter((wager) => wager.link === claim.link) : [];
  return {
    claim,
    link,
    table,
    level: claim.from_meter && prize ? (link?.levels[prize.level]?.name ?? '') : '',
    two_people: pending?.two_people ?? false,
    waits: pending?.waits ?? false,
    envy: pending?.envy ?? '0.00',
    others: pending?.others ?? 0,
    positions: claim.position === null ? wagers.map((wager) => wager.position).sort((a, b) => a - b) : [],
  };
}
