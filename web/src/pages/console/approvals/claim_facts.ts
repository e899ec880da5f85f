// A claim with what the page knows about its table and link.
import type { Claim, Link, Table } from '../../../floor_live';
import { is_zero, money } from '../../../format';
import { envy_list } from '../../../names';
import { text } from '../../../text';
import { links, tables } from '../session';

type Pending = Table['view']['pending'][number];

export interface ClaimFacts {
  claim: Claim;
  link: Link | undefined;
  table: Table | undefined;
  level: string; // the link's level, if a meter pays
  resets: boolean; // takes the whole meter, which then restarts from its seed
  two_people: boolean;
  waits: boolean; // an earlier claim on the level must be decided first
  envy: string; // who else receives what; empty: nobody
  has_envy: boolean;
  in_round: boolean; // its round is still open, so END GAME says that it was paid
  positions: number[]; // positions that bet on the link in this round, if the claim's is unknown
}

// The game manager computes the amounts from each position's wager. While the winner's position is unknown, the list
// includes it, but it is not paid.
function envy_words(claim: Claim, pending: Pending | undefined): string {
  if (claim.position !== null) return envy_list(claim.envy_pays);
  if (!pending || pending.others === 0) return '';
  const list = envy_list(pending.envy_pays);
  if (list === '') return list;
  const same = new Set(pending.envy_pays.map(({ amount }) => amount)).size === 1;
  return same ? text.common.envy_same(money(pending.envy_pays[0]!.amount), pending.others) : text.console.approvals.envy_but_winner(list);
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
    resets: prize?.share_ppm === 1_000_000,
    two_people: pending?.two_people ?? false,
    waits: pending?.waits ?? false,
    envy: envy_words(claim, pending),
    has_envy: pending !== undefined && !is_zero(pending.envy),
    in_round: table?.round?.number === claim.round,
    positions: claim.position === null ? wagers.map((wager) => wager.position).sort((a, b) => a - b) : [],
  };
}
