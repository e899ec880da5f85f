// What each role is offered. The game manager enforces the same lists (docs/reference/protocol.md,
// docs/reference/commands.md).
import type { Role, Topic } from '../../protocol';

export type PageName = 'floor' | 'links' | 'approvals' | 'wins' | 'adjustments' | 'reports' | 'tables' | 'staff' | 'audit';

const above_dealer: readonly Role[] = ['supervisor', 'executive', 'auditor', 'administrator'];
const readers: readonly Role[] = ['executive', 'auditor', 'administrator'];
const two_people: readonly Role[] = ['supervisor', 'executive', 'administrator'];

const pages: Record<PageName, readonly Role[]> = {
  floor: ['dealer', ...above_dealer],
  links: above_dealer,
  approvals: above_dealer,
  wins: above_dealer,
  adjustments: above_dealer,
  reports: above_dealer,
  tables: above_dealer,
  staff: ['auditor', 'administrator'],
  audit: readers,
};
export const page_names = Object.keys(pages) as PageName[];

const rights = {
  decide_claims: ['supervisor', 'executive'],
  cancel_round: ['supervisor', 'executive'],
  configure: two_people, // links, tables, adjustments; with a second person
  open_links: two_people,
  record_bank_balance: readers,
  hear_events: readers,
  see_devices: ['auditor', 'administrator'],
  enrol_devices: ['administrator'],
  change_staff: ['administrator'],
  report_malfunction: two_people,
  acknowledge_alarms: two_people,
} satisfies Record<string, readonly Role[]>;
export type Right = keyof typeof rights;

export const may_see = (role: Role, page: PageName) => pages[page].includes(role);
export const may = (role: Role, right: Right) => (rights[right] as readonly Role[]).includes(role);

export function topics_of(role: Role): Topic[] {
  if (role === 'dealer') return ['meters', 'tables'];
  return may(role, 'hear_events') ? ['meters', 'tables', 'claims', 'alarms', 'events'] : ['meters', 'tables', 'claims', 'alarms'];
}
