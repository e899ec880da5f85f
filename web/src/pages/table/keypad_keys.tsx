// Keyboard shortcuts for everything on the keypad.
import { useMemo } from 'preact/hooks';
import type { Table } from '../../floor_live';
import { hand_name } from '../../names';
import { text } from '../../text';
import { useKeys, type KeyWay } from '../../ui/keys';
import { press_named } from './bottom_bar';
import type { Desk } from './desk';
import { can_mark, hand_letters, link_listed, links_for, listed_spot, press_hand } from './listing';
import { moment_of, takes_positions } from './moment';

const words = text.table;

function ways_now(desk: Desk, table: Table): KeyWay[] {
  const first = table.keypad === 'first_generation';
  const ways: KeyWay[] = [];
  const { main, others } = moment_of(table);
  for (const key of [main, ...others]) ways.push({ key: words.key_hint[key].toLowerCase(), says: words.key[key], does: () => press_named(desk, key) });
  if (takes_positions(table))
    for (const { position } of table.view.seats)
      ways.push({ key: String(position), says: words.position(position), does: () => void desk.press({ kind: first ? 'position' : 'spot', position }) });
  const spot = listed_spot(desk, table);
  const link = link_listed(desk, table, spot);
  if (link && can_mark(desk, table)) {
    link.prizes.slice(0, hand_letters.length).forEach(({ hand }, index) =>
      ways.push({ key: hand_letters.charAt(index), says: hand_name(hand), does: () => press_hand(desk, link.link, hand) }));
    ways.push({ key: 'f', says: words.folded, does: () => (desk.folded.value = !desk.folded.value) });
  }
  const links = links_for(desk, table, spot);
  if (link && links.length > 1)
    ways.push({ key: '+', says: words.next_link, does: () => (desk.link_chosen.value = links[(links.indexOf(link) + 1) % links.length]!.link) });
  if (spot !== null) ways.push({ key: 'Escape', says: words.close_list, does: () => (desk.list_closed.value = true) });
  if (spot === null && (table.round || table.view.owed.length > 0)) ways.push({ key: '=', says: words.owed_now, does: () => (desk.owed_shown.value = !desk.owed_shown.value) });
  if (table.round) {
    ways.push({ key: 'v', says: words.void_deal, does: () => (desk.sheet.value = 'void') });
    ways.push({ key: 'x', says: words.cancel_round, does: () => (desk.sheet.value = 'cancel') });
  } else ways.push({ key: '!', says: words.report_fault, does: () => (desk.sheet.value = 'fault') });
  return ways;
}

export function KeypadKeys({ desk, table }: { desk: Desk; table: Table }) {
  const link = desk.link_chosen.value;
  const closed = desk.list_closed.value;
  const links = desk.links.value;
  useKeys(useMemo(() => ways_now(desk, table), [desk, table, links, link, closed]));
  return null;
}
