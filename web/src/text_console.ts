// Every English sentence of the console; part of text.ts. What one page says is in text_console/, by page.
import { adjustments } from './text_console/adjustments';
import { approvals } from './text_console/approvals';
import { audit } from './text_console/audit';
import { count } from './text_console/count';
import { events } from './text_console/events';
import { floor } from './text_console/floor';
import { links } from './text_console/links';
import { reports } from './text_console/reports';
import { staff } from './text_console/staff';
import { tables } from './text_console/tables';
import { wins } from './text_console/wins';

export const console_text = {
  title: 'Game manager',
  brand: 'Cardroom',
  skip: 'Skip to the page',
  navigation: 'Pages',
  navigation_phone: 'Main pages',
  menu: 'Menu',
  more: 'More',
  pages: { floor: 'Floor', links: 'Links', approvals: 'Approvals', wins: 'Wins', adjustments: 'Adjustments', reports: 'Reports', tables: 'Tables and devices', staff: 'Staff', audit: 'Audit' },
  roles: { dealer: 'Dealer', supervisor: 'Supervisor', executive: 'Executive', auditor: 'Auditor', administrator: 'Administrator' },
  waiting: (number: number) => `${number} waiting`,
  alarms_unseen: (number: number) => `${count(number, 'alarm')} not seen`,
  not_for_role: 'This page is not for your card',
  not_for_role_how: (role: string) => `You are signed in as ${role.toLowerCase()}.`,
  no_such_page: 'There is no such page',
  lost: (time: string) => `Connection lost. Figures are of ${time}.`,
  look_dark: 'Dark',
  look_light: 'Light',
  change_pin: 'Change my PIN',
  sign_out: 'Sign out',
  sign_in: {
    title: 'Sign in',
    how: 'With your card and PIN.',
    action: 'Sign in',
    again_title: 'Sign in again',
    again: 'The session has ended. What you were doing is kept behind this page.',
    first_title: 'The first start',
    first_how: 'Nobody can sign in yet. Enrol the first administrator with the code that the game manager printed when it started.',
    first_action: 'Enrol and sign in',
    code: 'One-time code',
    code_hint: 'On the console where cardroom serve runs',
    card_hint: 'The number of your card',
    name: 'Name',
    pin_hint: '4 to 12 digits, no run, not all equal',
    pin_again: 'PIN again',
    pins_differ: 'The two differ.',
    have_card: 'I have a card: sign in',
  },
  commanding: {
    second: 'Second person',
    second_who: 'Another supervisor, executive or administrator enters card and PIN. One of the two must be above supervisor.',
    recorded: (sequence: number) => `Recorded as entry ${sequence}.`,
    unknown: (why: string) => `${why} Nobody knows yet whether it was recorded. Press again: it is never done twice.`,
  },
  event: events,
  floor,
  approvals,
  wins,
  adjustments,
  reports,
  tables,
  staff,
  audit,
  links,
};
