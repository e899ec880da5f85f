// Every English sentence of the pages. What the game manager says (refusals, what to do next, names of hands) comes from it.
import { console_text } from './text_console';

export const text = {
  common: {
    cancel: 'Cancel',
    close: 'Close',
    csv: 'CSV',
    filter: 'Filter',
    filter_of: (list: string) => `Filter: ${list}`,
    keys: 'Keys',
    keys_this: 'Show this list',
    loading: 'Loading',
    no_match: 'Nothing fits the filter.',
    not_reached: 'The game manager cannot be reached. Check the network, then try again.',
    nothing_here: 'Nothing here.',
    of: (shown: number, all: number) => `${shown} of ${all}`,
    other_version: 'The game manager speaks another version than this page. Load the page again.',
    save: 'Save',
    space: 'Space',
    try_again: 'Try again',
    unreadable_answer: 'The answer of the game manager could not be read.',
  },

  connection: {
    connecting: 'Connecting',
    live: 'Connected',
    lost: 'Connection lost',
    ended: 'Signed out',
  },

  device: {
    ended: (reason: string) => `This screen was signed out: ${reason}.`,
    pair: 'Connect this screen',
    pair_how: (kind: string) => `An administrator enrols a ${kind} for this table in the console (Tables and devices) and gets its token once. Enter it here; this screen then remembers it.`,
    pair_title: (table: string) => `Connect this screen to table ${table}`,
    token: 'Device token',
    wrong_kind: (device: string, kind: string) => `${device} is a ${kind}: its token is not for this page.`,
    wrong_table: (device: string, table: string) => `${device} belongs to table ${table || 'none'}, not to this one.`,
  },

  sign_in: {
    back: 'Delete the last digit',
    card: 'Card number',
    clear: 'Clear',
    pin: 'PIN',
    pin_pad: 'PIN pad',
  },

  display: {
    pending: 'Win pending',
  },

  start: {
    title: 'The table games of a card room, run and explained.',
    lead: 'Cardroom locks in progressive wagers, keeps the jackpot to the cent, and shows the exact mathematics of every game on the floor.',
    doors: 'Five doors',
    door: {
      table: ['Dealer’s keypad', 'Lock the wagers in, mark the winner, and see what every seat is owed.'],
      display: ['Progressive display', 'What players see: the meters, the pays, and a win the moment it is claimed.'],
      console: ['Game manager', 'The pit on one screen: links, approvals, wins, adjustments, reports and audit.'],
      practice: ['Practice table', 'Play with exact advice, or learn to deal with every step checked.'],
      math: ['Math lab', 'Change any pay and see the exact house edge change with it.'],
    } as Record<'table' | 'display' | 'console' | 'practice' | 'math', readonly [string, string]>,
    open: 'Open',
    meters: 'On the floor now',
    demo: 'This is a demonstration: the tables are simulated, the ledger is real.',
    tables: 'Tables',
    table: 'Table',
    game: 'Game',
    screens: 'Screens',
    keypad: 'Keypad',
    display: 'Display',
    shuffler: 'Shuffler',
    cards: 'Cards for the console',
    card: 'Card',
    pin: 'PIN',
    role: 'Role',
    choose_table: 'Choose a table below, or open /table/ID on the screen at the table.',
    keypad_note: 'Take a keypad and the simulation leaves the keys of that table to you.',
    no_win_yet: 'No win yet.',
    last_win: (hand: string, table: string) => `Last win: ${hand}, table ${table}`,
  },

  console: console_text,
};
