// The floor protocol, version 1 (docs/reference/protocol.md), written independently of the server. Both are tested
// against the messages in data/schema.
import { AlarmKind, ClaimStatus, Command, DebtKind, Device, DeviceKind, GameOdds, JournalEvent, Judgement, Keypad, LinkRules, Outcome, Role, Wager } from './commands';
import { DecodeError, amount, flag, list, maybe, object, one_of, read_text, text, variant, whole_number as number, type Of, type Sent } from './decode';

export const protocol_version = 1;
export const subprotocol = 'cardroom.v1';
export const live_path = '/v1/live';
export const message_id_length_max = 24;

export const ServerRefusal = one_of(
  'malformed',
  'not_found',
  'method_not_allowed',
  'upgrade_needed',
  'not_signed_in',
  'wrong_card_or_pin',
  'card_locked_out',
  'role_not_allowed',
  'cross_site',
  'host_unknown',
  'token_not_valid',
  'wrong_table',
  'not_for_this_device',
  'too_many_attempts',
  'pin_weak',
  'code_wrong',
  'first_start_over',
  'standby',
  'table_not_connected',
  'table_only',
  'chips_moved',
  'table_busy',
  'recording_failed',
  'busy',
  'report_unknown',
  'alarm_over',
);

// The code is a ServerRefusal or one of the house rules'.
export const ErrorBody = object({ code: text, field: text, text });
export const ErrorAnswer = object({ error: ErrorBody });
// Refusals of the network layer, before the request is evaluated.
export const TransportError = object({ error: object({ code: text, text }) });

export const CloseCode = {
  normal: 1000,
  going_away: 1001,
  protocol_error: 1002,
  not_text: 1003,
  not_utf8: 1007,
  policy: 1008,
  too_big: 1009,
  try_later: 1013,
  too_slow: 4000,
  too_fast: 4001,
  silent: 4002,
  right_withdrawn: 4003,
  replaced: 4004,
} as const;

// ---- To the game manager, on a live channel.
export const Topic = one_of('meters', 'tables', 'claims', 'alarms', 'events');
export const KeyKind = one_of(
  'hand',
  'card',
  'coin_in',
  'key_to_jph',
  'position',
  'j_pot',
  'key_to_run',
  'game_over',
  'start_game',
  'spot',
  'confirm',
  'end_game',
  'paid',
);
export const Key = object({
  kind: KeyKind,
  lit: list(Wager),
  link: text,
  hand: text,
  folded: flag,
  position: number,
  staff: text,
  round: number,
  claim: number,
});
export const Subscribe = object({ topics: list(Topic), after: number });
export const Press = object({ key: Key, pin: text, again: flag });
export const Sensors = object({ lit: list(Wager) });
export const Deal = object({ hands: number, wrong_count: flag });
export const Fault = object({ serial: text, cause: text });
export const Incoming = object({
  id: text,
  subscribe: maybe(Subscribe),
  command: maybe(Command),
  press: maybe(Press),
  sensors: maybe(Sensors),
  deal: maybe(Deal),
  fault: maybe(Fault),
});
export const incoming_kinds = ['subscribe', 'command', 'press', 'sensors', 'deal', 'fault'] as const;
export type IncomingKind = (typeof incoming_kinds)[number];

// ---- From it.
export const Hello = object({
  protocol: number,
  version: text,
  leading: flag,
  sequence: number,
  time_ms: number,
  who: text,
  device: maybe(Device),
});
export const Answered = object({
  id: text,
  sequence: number,
  repeated: flag,
  accepted: maybe(Outcome),
  refused: maybe(ErrorBody),
  failed: maybe(ErrorBody),
});
const LevelView = object({
  name: text,
  meter: amount,
  limit: maybe(amount),
  pending: amount,
  exact: maybe(amount),
  reserve: maybe(amount),
  overflow: maybe(amount),
  disputed: maybe(amount),
});
const PrizeView = object({ hand: text, pays_for_one: number, share_ppm: number, level: number, envy: amount });
const WinView = object({ time_ms: number, table: text, hand: text, level: number, amount });
export const LinkView = object({
  link: text,
  title: text,
  paytable: text,
  open: flag,
  retired: flag,
  sequence: number,
  envy_times_wager: flag,
  wagers: list(amount),
  levels: list(LevelView),
  prizes: list(PrizeView),
  last_win: maybe(WinView),
});
const RoundView = object({
  number,
  started_ms: number,
  wagers: list(Wager),
  hands_dealt: number,
  voided: flag,
  alarms: number,
});
const SeatView = object({ position: number, lights: list(text), fixed_pay: amount, envy: amount });
const PendingView = object({
  claim: number,
  hand: text,
  position: maybe(number),
  amount,
  executive: flag,
  two_people: flag,
  waits: flag,
  envy: amount,
  others: number,
  envy_text: text,
  envy_pays: list(object({ position: number, amount })),
  lacks_card: flag,
});
const OwedView = object({
  kind: DebtKind,
  table: text,
  round: number,
  claim: number,
  position: maybe(number),
  link: text,
  hand: text,
  amount,
  from_meter: flag,
  earlier: flag,
  win_page: number,
  tax: maybe(flag),
  since_ms: number,
});
const KeypadView = object({
  seats: list(SeatView),
  fixed_pay_somewhere: amount,
  pending: list(PendingView),
  next: text,
  owed: list(OwedView),
});
const KeypadState = object({
  key_at_jph: flag,
  key_holder: text,
  card: text,
  position: maybe(number),
  seen: list(number),
  spot: maybe(number),
  confirming: number,
});
export const TableView = object({
  table: text,
  game: text,
  positions: number,
  keypad: Keypad,
  links: list(text),
  sequence: number,
  connected: flag,
  keypads: number,
  lit: list(Wager),
  round: maybe(RoundView),
  view: KeypadView,
  steps: KeypadState,
  set_aside: list(object({ claim: number, status: ClaimStatus, reason: text, by: text })),
});
export const ClaimView = object({
  claim: number,
  table: text,
  round: number,
  position: maybe(number),
  link: text,
  hand: text,
  amount,
  wager: amount,
  status: ClaimStatus,
  marked_ms: number,
  from_meter: flag,
  needs_confirmation: flag,
  executive: flag,
  held_reason: text,
  held_by: text,
  envy_pays: list(object({ position: number, amount })),
});
const AlarmView = object({ number, time_ms: number, kind: AlarmKind, table: text, text, acknowledged_by: text, acknowledged_ms: number });
export const EventView = object({ sequence: number, id: text, event: JournalEvent });
export const Meters = object({ sequence: number, whole: flag, links: list(LinkView) });
export const Tables = object({ sequence: number, whole: flag, tables: list(TableView), removed: list(text) });
export const Claims = object({ sequence: number, claims: list(ClaimView), owed: list(OwedView) });
export const Alarms = object({ alarms: list(AlarmView) });
export const CoverAll = object({ hands: number, pays: list(object({ hand: text, pays: text })) });

export const Outgoing = variant({
  hello: Hello,
  answer: Answered,
  meters: Meters,
  tables: Tables,
  claims: Claims,
  alarms: Alarms,
  event: EventView,
  cover_all: CoverAll,
});

// ---- Over HTTP.
export const Credentials = object({ staff: text, pin: text });
export const FirstStart = object({ code: text, staff: text, name: text, pin: text });
export const TokenBody = object({ token: text });
export const PostedCommand = object({ id: text, second: maybe(Credentials), command: Command });
export const PinBody = object({ id: text, staff: text, pin: text });
export const DeviceBody = object({ id: text, device: text, kind: DeviceKind, table: text });
export const Me = object({ staff: text, name: text, role: Role, expires_ms: number });
export const Recorded = object({ sequence: number, repeated: flag, outcome: Outcome });
export const NewDevice = object({ sequence: number, device: text, token: text });
export const DoorView = object({ signed_in: flag, first_start: flag });
export const FloorView = object({
  house: text,
  version: text,
  leading: flag,
  sequence: number,
  time_ms: number,
  rounds: number,
  prize_fund_short: flag,
  meters: Meters,
  tables: Tables,
  claims: Claims,
  alarms: Alarms,
  people: list(object({ staff: text, name: text })),
});
const Hit = object({
  time_ms: number,
  claim: number,
  win_page: number,
  table: text,
  round: number,
  position: number,
  hand: text,
  amount,
  confirmed_by: text,
  backed_out: flag,
});
const Totals = object({
  start: amount,
  contributions: amount,
  seeds: amount,
  reserve_released: amount,
  advances: amount,
  confirmed: amount,
  overflow_taken: amount,
  adjustments: amount,
  transfers: amount,
  reserve_contributions: amount,
  reserve_adjustments: amount,
  seed_unrecovered: amount,
  house_gifts: amount,
});
export const LinkDetails = object({
  view: LinkView,
  rules: LinkRules,
  odds: list(GameOdds),
  judgement: Judgement,
  hits: list(list(Hit)),
  totals: list(Totals),
  now: object({
    others: number,
    wagers_per_hour: text,
    rounds_per_hour: text,
    edges: list(
      object({
        game: text,
        wager: amount,
        edge: text,
        edge_exact: text,
        judged: text,
        judged_exact: text,
        break_even: list(text),
      }),
    ),
    levels: list(object({ name: text, hit: text, wagers_to_hit: text, rounds_to_hit: text, hours_to_hit: text })),
  }),
});
export const HistoryView = object({
  link: text,
  whole: flag,
  points: list(object({ time_ms: number, sequence: number, meters: list(amount) })),
});
export const WinRow = object({
  page: number,
  sequence: number,
  time_ms: number,
  link: text,
  level: maybe(number),
  table: text,
  round: number,
  position: maybe(number),
  hand: text,
  amount,
  wager: amount,
  tax: flag,
  claim: number,
  confirmed_by: text,
  second: text,
  voided: flag,
  voided_ms: number,
  voided_by: text,
  void_document: text,
  owed: flag,
  tax_rule: flag,
  envy: list(object({ position: number, amount, tax: flag, owed: flag })),
});
export const WinsPage = object({ whole: flag, last_page: number, wins: list(WinRow) });
export const AdviceView = object({ odds: list(GameOdds), judgement: Judgement });
export const PresetList = object({
  presets: list(
    object({
      paytable: text,
      source: text,
      games: list(text),
      reasons: text,
      rules: LinkRules,
      starts: list(amount),
      odds: list(GameOdds),
      judgement: Judgement,
    }),
  ),
});
export const StaffList = object({
  staff: list(
    object({
      staff: text,
      name: text,
      role: Role,
      active: flag,
      has_pin: flag,
      failures: number,
      locked_until_ms: number,
    }),
  ),
});
export const DeviceList = object({ devices: list(object({ device: text, kind: DeviceKind, table: text })) });
export const ReportList = object({
  reports: list(object({ id: text, title: text, summary: text, by_link: flag, by_table: flag, by_page: flag })),
});
export const JournalPage = object({ sequence: number, events: list(EventView) });
export const AuditView = object({
  running: flag,
  proved: number,
  total: number,
  time_ms: number,
  entries: number,
  head_sequence: number,
  head_hash: text,
  clean: flag,
  findings: list(text),
});
export const DemoView = object({
  house: text,
  cards: list(object({ staff: text, pin: text, role: Role, name: text })),
  tables: list(object({ table: text, game: text, keypad_token: text, display_token: text, shuffler_token: text })),
  meters: Meters,
});
export const Health = object({ alive: flag });
export const Readiness = object({ ready: flag, role: one_of('leading', 'standby'), sequence: number, verifying: flag, proved: number, reason: text });

export type Topic = Of<typeof Topic>;
export type Key = Of<typeof Key>;
export type Owed = Of<typeof OwedView>;
export type Incoming = Of<typeof Incoming>;
export type Outgoing = Of<typeof Outgoing>;
export type Hello = Of<typeof Hello>;
export type Answered = Of<typeof Answered>;
export type EventView = Of<typeof EventView>;
export type Press = Of<typeof Press>;
// What a device or page may send, by kind of message.
export type Said = {
  subscribe: Sent<Of<typeof Subscribe>>;
  command: Sent<Command>;
  press: Sent<Press>;
  sensors: Sent<Of<typeof Sensors>>;
  deal: Sent<Of<typeof Deal>>;
  fault: Sent<Of<typeof Fault>>;
};

// A message of the game manager; throws a DecodeError that says what is wrong and where.
export function read_outgoing(json: string): Outgoing {
  return read_text(Outgoing, json, 'whole');
}

const id_form = /^[A-Za-z0-9._-]{1,24}$/;

// A message to the game manager, read as strictly as it reads it.
export function read_incoming(json: string): Incoming {
  const message = read_text(Incoming, json, 'sent');
  const kinds = incoming_kinds.filter((kind) => message[kind] !== null);
  if (kinds.length !== 1) throw new DecodeError('', `holds ${kinds.length} kinds of message, not one`);
  if (kinds[0] !== 'sensors' && !id_form.test(message.id)) throw new DecodeError('id', 'is not an id');
  return message;
}

export type { Command, Device, DeviceKind, Outcome, Role, Wager } from './commands';
export { DecodeError } from './decode';
