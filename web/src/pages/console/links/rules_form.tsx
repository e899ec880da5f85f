// The fields of a link's rules. Refusals are shown at the field the game manager names.
import { text } from '../../../text';
import { CheckField, SelectField, TextField } from '../../../ui/field';
import { Panel } from '../../../ui/panel';
import { Scrolls } from '../../../ui/scrolls';
import type { Sending } from '../commanding';
import { hand_name } from '../names';
import { amount_error, amount_or_none_error, percent_error, prize_error, wagers_error, type TypedLevel, type TypedPrize, type TypedRules } from './typed_rules';

const words = text.console.links;
interface Props { typed: TypedRules; set: (typed: TypedRules) => void; sending: Sending; starts: boolean }

function LevelFields({ level, index, set, sending, starts }: { level: TypedLevel; index: number; set: (part: Partial<TypedLevel>) => void; sending: Sending; starts: boolean }) {
  const at = (name: string, ...more: string[]) => sending.at(`rules.levels[${index}].${name}`, ...more);
  return (
    <fieldset class="level-fields">
      <legend class="truncate">{level.name || words.level_number(index + 1)}</legend>
      <div class="fields four">
        <TextField label={words.level_name} value={level.name} onInput={(name) => set({ name })} error={at('name')} longest={40} autocomplete="off" />
        <TextField label={words.seed} before="$" mode="decimal" value={level.seed} onInput={(seed) => set({ seed })} error={amount_error(level.seed) ?? at('seed')} hint={words.seed_hint} autocomplete="off" />
        <TextField label={words.contribution} after="%" mode="decimal" value={level.contribution} onInput={(contribution) => set({ contribution })} error={percent_error(level.contribution) ?? at('contribution_ppm', `rules.levels[${index}]`)} hint={words.contribution_hint} autocomplete="off" />
        <TextField label={words.reserve_rate} after="%" mode="decimal" value={level.reserve} onInput={(reserve) => set({ reserve })} error={percent_error(level.reserve) ?? at('reserve_ppm')} hint={words.reserve_hint} autocomplete="off" />
        <TextField label={words.limit} before="$" mode="decimal" value={level.limit} onInput={(limit) => set({ limit })} error={amount_or_none_error(level.limit) ?? at('limit')} placeholder={words.none} hint={words.limit_hint} autocomplete="off" />
        <SelectField label={words.overflow_use} value={level.overflow} onInput={(overflow) => set({ overflow })} options={[['kept', words.overflow_uses.kept], ['pooled', words.overflow_uses.pooled]]} error={at('overflow')} />
        <TextField label={words.increment_max} before="$" mode="decimal" value={level.increment_max} onInput={(increment_max) => set({ increment_max })} error={amount_error(level.increment_max) ?? at('increment_max')} hint={words.increment_hint} autocomplete="off" />
        {starts && <TextField label={words.start} before="$" mode="decimal" value={level.start} onInput={(start) => set({ start })} error={amount_error(level.start) ?? sending.at(`starts[${index}]`)} hint={words.start_hint} autocomplete="off" />}
      </div>
      <CheckField label={words.level_executive} checked={level.executive} onInput={(executive) => set({ executive })} />
    </fieldset>
  );
}

function PrizeRow({ prize, index, set, sending, level_name }: { prize: TypedPrize; index: number; set: (part: Partial<TypedPrize>) => void; sending: Sending; level_name: string }) {
  const error = prize_error(prize) ?? sending.at(...['', '.pays_for_one', '.share_ppm', '.envy', '.level', '.hand'].map((part) => `rules.prizes[${index}]${part}`));
  return (
    <tr>
      <td>{hand_name(prize.hand)}{error && <div class="small error">{error}</div>}</td>
      <td>
        <div class="with-affix">
          <input class="input" inputMode="decimal" value={prize.pays} aria-label={words.pay_of(hand_name(prize.hand))} aria-invalid={error ? true : undefined} onInput={(event) => set({ pays: event.currentTarget.value })} />
          <span class="affix" title={prize.takes_share ? level_name : undefined}>{prize.takes_share ? words.share_of(level_name) : words.for_one_affix}</span>
        </div>
      </td>
      <td>
        <div class="with-affix">
          <span class="affix">$</span>
          <input class="input" inputMode="decimal" value={prize.envy} aria-label={words.envy_of(hand_name(prize.hand))} aria-invalid={amount_error(prize.envy) ? true : undefined} onInput={(event) => set({ envy: event.currentTarget.value })} />
        </div>
      </td>
    </tr>
  );
}

export function RulesForm({ typed, set, sending, starts }: Props) {
  const part = (changed: Partial<TypedRules>) => set({ ...typed, ...changed });
  const at = (name: string, ...more: string[]) => sending.at(`rules.${name}`, ...more);
  return (
    <>
      <Panel title={words.levels}>
        {typed.levels.map((level, index) => (
          <LevelFields key={index} level={level} index={index} sending={sending} starts={starts}
            set={(changed) => part({ levels: typed.levels.map((each, other) => (other === index ? { ...each, ...changed } : each)) })} />
        ))}
      </Panel>
      <Panel title={words.pays}>
        <Scrolls way="right" class="table-frame" label={words.pays}>
          <table class="table prizes">
            <caption class="unseen">{words.pays}</caption>
            <thead><tr><th scope="col">{words.hand}</th><th scope="col">{words.pay}</th><th scope="col">{words.envy}</th></tr></thead>
            <tbody>
              {typed.prizes.map((prize, index) => (
                <PrizeRow key={prize.hand} prize={prize} index={index} sending={sending} level_name={typed.levels[prize.level]?.name ?? ''}
                  set={(changed) => part({ prizes: typed.prizes.map((each, other) => (other === index ? { ...each, ...changed } : each)) })} />
              ))}
            </tbody>
          </table>
        </Scrolls>
      </Panel>
      <Panel title={words.rules}>
        <div class="fields three">
          <TextField label={words.wagers} value={typed.wagers} onInput={(wagers) => part({ wagers })} error={wagers_error(typed.wagers) ?? at('wagers')} hint={words.wagers_hint} autocomplete="off" />
          <SelectField label={words.deduction} value={typed.deduction} onInput={(deduction) => part({ deduction })} options={[['shares_only', words.deductions.shares_only], ['all_pays', words.deductions.all_pays]]} error={at('deduction')} />
          <SelectField label={words.same_round} value={typed.same_round} onInput={(same_round) => part({ same_round })} options={[['seat_order', words.same_rounds.seat_order], ['equal_split', words.same_rounds.equal_split]]} error={at('same_round')} />
          <SelectField label={words.folded_hand} value={typed.folded_hand} onInput={(folded_hand) => part({ folded_hand })} options={[['wins', words.folded_hands.wins], ['loses', words.folded_hands.loses]]} error={at('folded_hand')} />
          <SelectField label={words.envy_scale} value={typed.envy_scale} onInput={(envy_scale) => part({ envy_scale })} options={[['flat', words.envy_scales.flat], ['times_wager', words.envy_scales.times_wager]]} error={at('envy_scale')} />
          <TextField label={words.confirm_at} before="$" mode="decimal" value={typed.confirm_at} onInput={(confirm_at) => part({ confirm_at })} error={amount_error(typed.confirm_at) ?? at('confirm_at')} hint={words.confirm_hint} autocomplete="off" />
          <TextField label={words.second_signature_at} before="$" mode="decimal" value={typed.second_signature_at} onInput={(second_signature_at) => part({ second_signature_at })} error={amount_or_none_error(typed.second_signature_at) ?? at('second_signature_at')} placeholder={words.never} autocomplete="off" />
          <TextField label={words.executive_at} before="$" mode="decimal" value={typed.executive_at} onInput={(executive_at) => part({ executive_at })} error={amount_or_none_error(typed.executive_at) ?? at('executive_at')} placeholder={words.never} autocomplete="off" />
        </div>
      </Panel>
    </>
  );
}
