// Changing a fund outside play. Each reason allows certain funds and directions; the game manager checks again.
import { useState } from 'preact/hooks';
import type { Link } from '../../../floor_live';
import { is_zero, money } from '../../../format';
import { text } from '../../../text';
import { SelectField, Segments, TextField } from '../../../ui/field';
import { ActionSheet, useSending } from '../commanding';
import { links } from '../session';
import { has_sign, typed_amount } from '../typed';
import { usePreview } from './use_preview';

const words = text.console.adjustments;
export type Fund = 'meter' | 'reserve' | 'overflow';
export type Reason = 'display_malfunction' | 'above_maximum' | 'taken_as_receipts' | 'seed_recovered' | 'house_addition';
type Way = 'up' | 'down';

const allows: Record<Reason, { funds: readonly Fund[]; ways: readonly Way[] }> = {
  display_malfunction: { funds: ['meter', 'reserve', 'overflow'], ways: ['up', 'down'] },
  above_maximum: { funds: ['meter'], ways: ['down'] },
  taken_as_receipts: { funds: ['overflow', 'reserve'], ways: ['down'] },
  seed_recovered: { funds: ['meter'], ways: ['down'] },
  house_addition: { funds: ['meter', 'reserve', 'overflow'], ways: ['up'] },
};
const reasons = Object.keys(allows) as Reason[];

const amount_of = (link: Link | undefined, level: number, fund: Fund) => {
  const found = link?.levels[level];
  return (fund === 'meter' ? (found?.exact ?? found?.meter) : found?.[fund]) ?? '0.00';
};

export function AdjustSheet({ start, close, changed }: { start: { link?: string; level?: number; reason?: Reason; fund?: Fund }; close: () => void; changed: () => void }) {
  const live = [...links.value.values()].filter((link) => !link.retired);
  const sending = useSending();
  const [link, set_link] = useState(start.link ?? live[0]?.link ?? '');
  const [level, set_level] = useState(String(start.level ?? 0));
  const [reason, set_reason] = useState<Reason>(start.reason ?? 'display_malfunction');
  const [fund, set_fund] = useState<Fund>(start.fund ?? 'meter');
  const [way, set_way] = useState<Way>(allows[start.reason ?? 'display_malfunction'].ways[0]!);
  const [amount, set_amount] = useState('');
  const [document, set_document] = useState('');
  const view = links.value.get(link);
  const choose_reason = (next: Reason) => {
    set_reason(next);
    if (!allows[next].funds.includes(fund)) set_fund(allows[next].funds[0]!);
    if (!allows[next].ways.includes(way)) set_way(allows[next].ways[0]!);
  };
  const change = (way === 'down' ? '-' : '') + typed_amount(amount);
  const given = amount.trim() !== '';
  const wrong = has_sign(amount) ? words.amount_sign : given && is_zero(typed_amount(amount)) ? words.amount_zero : undefined;
  const preview = usePreview(given && !wrong && view ? { link, level: Number(level), fund, change, reason, document: document.trim() || words.document } : null);
  const after = preview.outcome?.after ?? null;
  const now = amount_of(view, Number(level), fund);
  const level_name = view?.levels[Number(level)]?.name ?? '';
  const perform = async () => {
    const done = await sending.send({ adjust_fund: { link, level: Number(level), fund, change, reason, document } });
    if (done) changed();
    return done;
  };
  return (
    <ActionSheet
      title={words.adjust_title} action={words.adjust_action} danger={way === 'down'} two_people sending={sending} close={close} perform={perform}
      ready={given && !wrong && document.trim() !== ''}
      said={(done) => words.adjust_said(words.funds[fund], money(done.outcome.before ?? '0', true), money(done.outcome.after ?? '0', true))}
      changes={(
        <>
          <p>{words.adjust_changes(words.funds[fund], level_name, view?.title ?? link)}</p>
          <dl class="before-after">
            <div><dt>{words.stands_now}</dt><dd>{money(now, true)}</dd></div>
            <div><dt>{words.stands_after}</dt><dd aria-live="polite">{after === null ? '–' : <b>{money(after, true)}</b>}</dd></div>
          </dl>
        </>
      )}
    >
      <div class="fields two">
        <SelectField label={words.link} value={link} onInput={(next) => { set_link(next); set_level('0'); }} error={sending.at('link')} options={live.map((each) => [each.link, each.title || each.link])} />
        <SelectField label={words.level} value={level} onInput={set_level} error={sending.at('level')} options={(view?.levels ?? []).map((each, index) => [String(index), each.name])} />
      </div>
      <SelectField label={words.reason} hint={words.reason_allows[reason]} value={reason} onInput={choose_reason} error={sending.at('reason')} options={reasons.map((each) => [each, words.reasons[each]])} />
      <div class="fields two">
        <SelectField label={words.fund} value={fund} onInput={set_fund} error={sending.at('fund')} options={allows[reason].funds.map((each) => [each, words.funds[each]])} />
        <div class="field"><span class="label">{words.way}</span><Segments label={words.way} value={way} options={allows[reason].ways.map((each) => [each, words.ways[each]])} onInput={set_way} /></div>
      </div>
      <div class="fields two">
        <TextField label={words.amount} before="$" mode="decimal" value={amount} onInput={set_amount} error={wrong ?? preview.at('change') ?? sending.at('change')} autocomplete="off" />
        <TextField label={words.document} hint={words.document_hint} value={document} onInput={set_document} error={sending.at('document')} autocomplete="off" />
      </div>
    </ActionSheet>
  );
}
