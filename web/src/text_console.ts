// Every English sentence in the console; part of text.ts. The text of each page is in text_console/.
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

const with_article = (role: string) => `${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role.toLowerCase()}`;

export const console_text = {
  title: 'Game manager',
  brand: 'Cardroom',
  skip: 'Skip to main content',
  navigation: 'Pages',
  navigation_phone: 'Main pages',
  menu: 'Menu',
  more: 'More',
  pages: { floor: 'Floor', links: 'Progressives', approvals: 'Approvals', wins: 'Wins', adjustments: 'Adjustments', reports: 'Reports', tables: 'Tables and devices', staff: 'Staff', audit: 'Audit' },
  roles: { dealer: 'Dealer', supervisor: 'Supervisor', executive: 'Executive', auditor: 'Auditor', administrator: 'Administrator' },
  waiting: (number: number) => `${number} waiting`,
  alarms_unseen: (number: number) => count(number, 'unacknowledged alarm'),
  not_for_role: 'Your role cannot open this page',
  not_for_role_how: (role: string) => `You are signed in as ${with_article(role)}.`,
  no_such_page: 'Page not found',
  lost: (time: string) => `Connection lost. Figures as of ${time}.`,
  look_dark: 'Dark mode',
  look_light: 'Light mode',
  change_pin: 'Change my PIN',
  sign_out: 'Sign out',
  sign_in: {
    title: 'Sign in',
    how: 'Use your card and PIN.',
    action: 'Sign in',
    again_title: 'Sign in again',
    again: 'The previous session has ended. Unfinished work is kept behind this page.',
    first_title: 'Set up Cardroom',
    first_how: 'Nobody can sign in yet. Enroll the first administrator with the code that the game manager printed when it started.',
    first_action: 'Enroll and sign in',
    code: 'One-time code',
    code_hint: 'Printed on the terminal that runs cardroom serve',
    card_hint: 'The number on your card',
    name: 'Name',
    pin_hint: '4 to 12 digits, not all the same, not a sequence',
    pin_again: 'Confirm PIN',
    pins_differ: 'The PINs do not match.',
    have_card: 'I already have a card',
  },
  commanding: {
    second: 'Second person',
    second_who: 'Another supervisor, executive or administrator enters their card and PIN. One signer must be an executive or administrator.',
    recorded: (sequence: number) => `Recorded as entry ${sequence}.`,
    unknown: (why: string) => `${why} We couldn’t confirm it was saved. Press again – it won’t be recorded twice.`,
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
