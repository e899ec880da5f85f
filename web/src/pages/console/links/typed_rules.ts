// A link's rules in a form. Everything is kept as typed, so that nothing is lost while it is not valid yet.
import type { Of } from '../../../decode';
import { LinkRules } from '../../../commands';
import { text } from '../../../text';
import { percent_for_field, typed_amount, typed_amount_or_none, typed_amounts, typed_number, typed_percent } from '../typed';

const words = text.console.links;
export type Rules = Of<typeof LinkRules>;
type Level = Rules['levels'][number];
type Prize = Rules['prizes'][number];

export interface TypedLevel extends Pick<Level, 'name' | 'overflow' | 'executive'> {
  seed: string;
  contribution: string; // percent
  reserve: string;
  limit: string; // empty: none
  increment_max: string;
  start: string; // a new link's first meter
}

export interface TypedPrize extends Pick<Prize, 'hand' | 'level'> {
  takes_share: boolean;
  pays: string; // N for one, or percent of the meter
  envy: string;
}

export interface TypedRules extends Pick<Rules, 'paytable' | 'deduction' | 'same_round' | 'folded_hand' | 'envy_scale'> {
  title: string;
  levels: TypedLevel[];
  prizes: TypedPrize[];
  wagers: string;
  confirm_at: string;
  executive_at: string;
  second_signature_at: string;
  tax: Rules['tax'];
}

export function typed_of(title: string, rules: Rules, starts: readonly string[] = []): TypedRules {
  const { paytable, deduction, same_round, folded_hand, envy_scale, tax } = rules;
  return {
    title, paytable, deduction, same_round, folded_hand, envy_scale, tax,
    wagers: rules.wagers.join(', '),
    confirm_at: rules.confirm_at,
    executive_at: rules.executive_at ?? '',
    second_signature_at: rules.second_signature_at ?? '',
    levels: rules.levels.map(({ name, seed, contribution_ppm, reserve_ppm, limit, overflow, increment_max, executive }, index) => ({
      name, seed, overflow, increment_max, executive, limit: limit ?? '', contribution: percent_for_field(contribution_ppm), reserve: percent_for_field(reserve_ppm), start: starts[index] ?? seed,
    })),
    prizes: rules.prizes.map(({ hand, level, envy, pays_for_one, share_ppm }) => ({ hand, level, envy, takes_share: share_ppm > 0, pays: share_ppm > 0 ? percent_for_field(share_ppm) : String(pays_for_one) })),
  };
}

export function rules_of(typed: TypedRules): Rules {
  const { paytable, deduction, same_round, folded_hand, envy_scale, tax } = typed;
  return {
    paytable, deduction, same_round, folded_hand, envy_scale, tax,
    wagers: typed_amounts(typed.wagers),
    confirm_at: typed_amount(typed.confirm_at),
    executive_at: typed_amount_or_none(typed.executive_at),
    second_signature_at: typed_amount_or_none(typed.second_signature_at),
    levels: typed.levels.map(({ name, seed, contribution, reserve, limit, overflow, increment_max, executive }) => ({
      name, seed: typed_amount(seed), contribution_ppm: typed_percent(contribution), reserve_ppm: typed_percent(reserve), limit: typed_amount_or_none(limit), overflow, increment_max: typed_amount(increment_max), executive,
    })),
    prizes: typed.prizes.map(({ hand, level, takes_share, pays, envy }) => ({ hand, level, pays_for_one: takes_share ? 0 : typed_number(pays), share_ppm: takes_share ? typed_percent(pays) : 0, envy: typed_amount(envy) })),
  };
}

// Errors that need no request: text that is not a figure yet. The game manager decides whether a figure is allowed.
const percent_most = 1_000_000;
export function percent_error(typed: string): string | undefined {
  const ppm = typed_percent(typed);
  return Number.isNaN(ppm) ? words.percent_wrong : ppm > percent_most ? words.percent_much : undefined;
}
const is_amount = (amount: string) => /^\d+(\.\d{1,2})?$/.test(amount);
export const amount_error = (typed: string) => (is_amount(typed_amount(typed)) ? undefined : words.amount_wrong);
export const amount_or_none_error = (typed: string) => (typed.trim() === '' ? undefined : amount_error(typed));
export function wagers_error(typed: string): string | undefined {
  const amounts = typed_amounts(typed);
  return amounts.length > 0 && amounts.every(is_amount) ? undefined : words.wagers_wrong;
}
export const id_error = (typed: string) => (/^[A-Za-z0-9._-]{0,32}$/.test(typed.trim()) ? undefined : words.id_wrong);
export function prize_error({ takes_share, pays, envy }: TypedPrize): string | undefined {
  const pays_wrong = takes_share ? percent_error(pays) : Number.isNaN(typed_number(pays)) ? words.times_wrong : undefined;
  return pays_wrong ?? (amount_error(envy) && words.envy_wrong);
}
const level_error = (level: TypedLevel) =>
  percent_error(level.contribution) ?? percent_error(level.reserve) ?? amount_error(level.seed) ?? amount_or_none_error(level.limit) ?? amount_error(level.increment_max) ?? amount_error(level.start);
export const has_errors = (typed: TypedRules) =>
  typed.levels.some(level_error) || typed.prizes.some(prize_error) || [wagers_error(typed.wagers), amount_error(typed.confirm_at), amount_or_none_error(typed.executive_at), amount_or_none_error(typed.second_signature_at)].some(Boolean);

export const starts_of = (typed: TypedRules) => typed.levels.map((level) => typed_amount(level.start));
