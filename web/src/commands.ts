// Types of commands, their outcomes and journal entries: docs/reference/commands.md and docs/reference/protocol.md.
import { amount, flag, list, maybe, object, one_of, text, variant, whole_number as number, type Of } from './decode';

export const Role = one_of('dealer', 'supervisor', 'executive', 'auditor', 'administrator');
export const Keypad = one_of('first_generation', 'second_generation');
export const DeviceKind = one_of('controller', 'keypad', 'display', 'shuffler', 'monitor');
export const ClaimStatus = one_of('marked', 'acknowledged', 'confirmed', 'held', 'rejected');
export const DebtKind = one_of('award', 'envy', 'refund');
export const AlarmKind = one_of(
  'table_lost',
  'sensor_changed',
  'wrong_count',
  'prize_fund_short',
  'card_locked_out',
  'device_refused',
  'malfunction',
  'journal_failed',
  'audit_failed',
  'token_shared',
  'state_diverged',
  'journal_rolled_back',
  'anchor_failed',
);

export const Wager = object({ position: number, link: text, wager: amount });
const Prize = object({ hand: text, pays_for_one: number, share_ppm: number, level: number, envy: amount });
const LevelRules = object({
  name: text,
  seed: amount,
  contribution_ppm: number,
  reserve_ppm: number,
  limit: maybe(amount),
  overflow: one_of('kept', 'pooled'),
  increment_max: amount,
  executive: flag,
});
const TaxRule = object({ from: text, amount, wagers: number, basis: one_of('gross', 'net_of_wager') });
export const LinkRules = object({
  paytable: text,
  levels: list(LevelRules),
  prizes: list(Prize),
  wagers: list(amount),
  deduction: one_of('shares_only', 'all_pays'),
  same_round: one_of('seat_order', 'equal_split'),
  folded_hand: one_of('wins', 'loses'),
  envy_scale: one_of('flat', 'times_wager'),
  confirm_at: amount,
  executive_at: maybe(amount),
  tax: list(TaxRule),
  second_signature_at: maybe(amount),
});
export const GameOdds = object({ game: text, probabilities: list(text) });
export const Judgement = object({
  figures: list(object({ name: text, exact: text, decimal: text })),
  advice: list(text),
});
const Table = object({ table: text, game: text, positions: number, keypad: Keypad, links: list(text) });
export const Device = object({ device: text, kind: DeviceKind, table: text, token_digest: text });

export const Command = variant({
  enrol_staff: object({ staff: text, role: Role, name: text }),
  change_staff: object({ staff: text, role: Role, name: text, active: { ...flag, plain: () => true } }),
  create_link: object({
    link: text,
    title: text,
    rules: LinkRules,
    odds: list(GameOdds),
    starts: list(amount),
    judgement: Judgement,
  }),
  change_link: object({ link: text, title: text, rules: LinkRules, odds: list(GameOdds), judgement: Judgement }),
  open_link: object({ link: text }),
  close_link: object({ link: text, reason: text }),
  retire_link: object({ link: text }),
  place_table: object({ table: Table }),
  change_table: object({ table: Table }),
  remove_table: object({ table: text }),
  start_round: object({ table: text, wagers: list(Wager) }),
  mark_hand: object({ table: text, position: maybe(number), link: text, hand: text, folded: flag }),
  unmark_hand: object({ claim: number }),
  acknowledge_claim: object({ claim: number, position: maybe(number) }),
  confirm_claim: object({ claim: number }),
  reject_claim: object({ claim: number, reason: text }),
  hold_claim: object({ claim: number, reason: text }),
  release_claim: object({ claim: number, verdict: one_of('pay', 'reject'), reason: text }),
  pay_envy: object({ table: text }),
  void_deal: object({ table: text, reason: text }),
  cancel_round: object({ table: text, reason: text }),
  end_round: object({ table: text }),
  adjust_fund: object({
    link: text,
    level: number,
    fund: one_of('meter', 'reserve', 'overflow'),
    change: amount,
    reason: one_of(
      'display_malfunction',
      'above_maximum',
      'taken_as_receipts',
      'seed_recovered',
      'house_addition',
    ),
    document: text,
  }),
  back_out_award: object({ claim: number, document: text }),
  record_bank_balance: object({ balance: amount, document: text }),
  transfer_jackpot: object({ from: text, from_level: number, to: text, to_level: number, document: text }),
  report_malfunction: object({
    table: text,
    device: text,
    serial: text,
    cause: text,
    remedy: text,
    out_of_service_ms: number,
  }),
  report_sensor: object({ table: text, link: text, position: number, lit: flag }),
  acknowledge_alarm: object({ kind: AlarmKind, table: text, raised_ms: number }),
  take_snapshot: object({ after: number, digest: text, format: number }),
  report_deal: object({ table: text, hands: number, wrong_count: flag }),
  set_pin: object({ staff: text, verifier: text }),
  enrol_device: object({ device: Device }),
  revoke_device: object({ device: text, reason: text }),
  record_sign_in: object({
    staff: text,
    device: text,
    what: one_of('signed_in', 'signed_out', 'expired', 'refused', 'locked_out'),
    where: text,
    detail: text,
  }),
  record_start: object({
    version: text,
    program_digest: text,
    configuration_digest: text,
    audited_entries: number,
    holder: text,
  }),
  record_stop: object({ reason: text }),
  acknowledge_payment: object({ table: text, round: number, claim: number, position: maybe(number) }),
  replace_anchor: object({ anchor_sequence: number, anchor_hash: text, sequence: number, hash: text, reason: text }),
  archive_segment: object({ first: number, last: number, hash: text, digest: text, reason: text }),
});

// A refusal by the house rules; docs/reference/commands.md lists the codes.
const Refusal = object({ code: text, field: text, text });
const Pricing = object({
  claim: number,
  amount,
  seed: amount,
  reserve: amount,
  overflow: amount,
  advance: amount,
});
const Payment = object({ claim: number, position: maybe(number), amount, tax: flag });
export const Outcome = object({
  round: number,
  claim: number,
  win_page: number,
  table: text,
  left_out: list(object({ position: number, link: text, refusal: Refusal })),
  priced: list(Pricing),
  paid: list(Payment),
  envy: list(Payment),
  dropped: list(number),
  amount,
  before: maybe(amount),
  after: maybe(amount),
  short_of_funds: flag,
  refused: maybe(Refusal),
  acknowledged: list(Payment),
});
const Posting = object({
  account: one_of(
    'players',
    'house',
    'house_seed',
    'house_tray',
    'house_envy',
    'house_advances',
    'house_refunds',
    'house_receipts',
    'meter',
    'overflow',
    'pending',
    'disputed',
    'reserve',
  ),
  link: text,
  level: number,
  amount,
});
export const JournalEvent = object({
  time_ms: number,
  by: text,
  second: text,
  command: Command,
  outcome: Outcome,
  postings: list(Posting),
});

export type Role = Of<typeof Role>;
export type DeviceKind = Of<typeof DeviceKind>;
export type Wager = Of<typeof Wager>;
export type Device = Of<typeof Device>;
export type Command = Of<typeof Command>;
export type Outcome = Of<typeof Outcome>;
export type JournalEvent = Of<typeof JournalEvent>;
