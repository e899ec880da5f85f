// A wager's spot on the layout.
import { Check, Equal, Minus, Plus, Trophy, X } from 'lucide-preact';
import { chips, is_zero, money } from '../../format';
import { text } from '../../text';
import type { Circle, Wager } from './shapes';

const words = text.practice;

const result_icons = { wins: Check, loses: X, pushes: Equal, claims: Trophy, stays: Equal, returned: Equal, paid: Check } as const;
const icon_of = (result: string) => result_icons[result as keyof typeof result_icons];

export const result_words = ({ result, paid }: { result: string; paid: string }) =>
  result === 'wins' || result === 'claims' ? `+${money(paid)}` : words.results[result] ?? result;

// Large and round, in front of the player.
export function RoundSpot({ circle }: { circle: Circle }) {
  const empty = is_zero(circle.stake);
  const Icon = circle.result ? icon_of(circle.result) : null;
  return (
    <li class={`spot ${circle.kind} ${empty ? 'bare' : ''} ${circle.result}`}>
      <span class="spot-name">{circle.name}</span>
      <span class="ring">{!empty && <span class="chip figures">{chips(circle.stake)}</span>}</span>
      <span class="spot-result figures">{Icon && <Icon size={15} strokeWidth={2.5} aria-hidden="true" />}{circle.result && result_words(circle)}</span>
    </li>
  );
}

// The same before the deal, with buttons that step through the amounts the table accepts.
export function BetSpot({ wager, amount, set }: { wager: Wager; amount: string | undefined; set: (amount: string | undefined) => void }) {
  const at = amount === undefined ? -1 : wager.amounts.indexOf(amount);
  const fixed = wager.kind === 'companion' || wager.kind === 'raise';
  return (
    <li class={`spot ${wager.kind} ${amount === undefined ? 'bare' : ''}`}>
      <span class="spot-name">{wager.name}</span>
      <span class="ring">{amount !== undefined && <span class="chip figures">{chips(amount)}</span>}</span>
      {fixed ? (
        <span class="spot-result quiet">{wager.kind === 'raise' ? words.later : words.equal}</span>
      ) : (
        <span class="steps">
          <button type="button" class="step" aria-label={words.less(wager.name)} disabled={at < 0} onClick={() => set(at <= 0 ? undefined : wager.amounts[at - 1])}><Minus size={18} aria-hidden="true" /></button>
          <button type="button" class="step" aria-label={words.more(wager.name)} disabled={at + 1 >= wager.amounts.length} onClick={() => set(wager.amounts[at + 1])}><Plus size={18} aria-hidden="true" /></button>
        </span>
      )}
    </li>
  );
}

// For the trainee: a line that can be selected when a wager is to be settled.
export function LineSpot({ circle, position, chosen, choose }: { circle: Circle; position: number; chosen: boolean; choose: (() => void) | null }) {
  const Icon = circle.result ? icon_of(circle.result) : null;
  const inside = (
    <>
      <i class="dot" aria-hidden="true" />
      <span class="line-words">
        <span class="line-name"><span class="unseen">{words.position(position)}, </span>{circle.name}</span>{' '}
        <span class="line-amount figures">
          {!is_zero(circle.stake) && !['wins', 'claims'].includes(circle.result) && <span>{chips(circle.stake)}</span>}
          {Icon && <Icon size={13} strokeWidth={2.5} aria-hidden="true" />}
          {circle.result && result_words(circle)}
        </span>
      </span>
    </>
  );
  const names = `line-spot ${circle.kind} ${circle.result} ${chosen ? 'chosen' : ''}`;
  if (!choose) return <li class={names}>{inside}</li>;
  return (
    <li>
      <button type="button" class={names} aria-pressed={chosen} onClick={choose}>{inside}</button>
    </li>
  );
}
