// Which position's hands are listed on the right, and of which link.
import type { Link, Table } from '../../floor_live';
import type { Desk } from './desk';

// The position whose hands are listed; null if none is needed or chosen.
export const listed_spot = (desk: Desk, table: Table) =>
  table.keypad === 'second_generation' && table.round && !desk.list_closed.value ? table.steps.spot : null;

// Whether hands can be marked now.
export const can_mark = (desk: Desk, table: Table) =>
  table.round !== null && (table.keypad === 'first_generation' ? !table.steps.key_at_jph : listed_spot(desk, table) !== null);

// Links whose hands can be marked for this spot; without a spot, all links of the table.
export const links_for = (desk: Desk, table: Table, spot: number | null) =>
  spot === null ? desk.links.value : desk.links.value.filter(({ link }) => table.view.seats[spot - 1]?.lights.includes(link));

export function link_listed(desk: Desk, table: Table, spot: number | null): Link | null {
  const links = links_for(desk, table, spot);
  return links.find(({ link }) => link === desk.link_chosen.value) ?? links[0] ?? null;
}

// Letters that no other shortcut of the keypad uses.
export const hand_letters = 'qwrtyuiopadghlzbnm';

export function press_hand(desk: Desk, link: string, hand: string): void {
  void desk.press({ kind: 'hand', link, hand, folded: desk.folded.value });
}
