// A win slip on screen: its facts, its printed form, and backing it out.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { HandCoins, Printer, Undo2 } from 'lucide-preact';
import { date_time, is_zero, money } from '../../../format';
import { text } from '../../../text';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import { Sheet } from '../../../ui/sheet';
import { BackOutSheet } from '../adjustments/back_out_sheet';
import { game_name, hand_name } from '../names';
import { report_address } from '../reports/report';
import { may } from '../rights';
import { links, me, owed, person_name, tables } from '../session';
import { PaidSheet } from '../approvals/owed';
import { envy_words, paid_by, people_of_win, tax_words, type Win } from './win';

const words = text.console.wins;

export const print_address = ({ page }: Win) => report_address('win-page', { page: String(page) }, { format: 'html', checklist: 'yes' });

export function WinSheet({ win, close, changed }: { win: Win; close: () => void; changed: () => void }) {
  const [backing_out, set_backing_out] = useState(false);
  const [paying, set_paying] = useState<typeof owed.value | null>(null);
  const table = tables.value.get(win.table);
  const level = win.level === null ? null : (links.value.get(win.link)?.levels[win.level]?.name ?? '');
  const rows: [string, ComponentChildren][] = [
    [words.time, date_time(win.time_ms)],
    [words.hand, hand_name(win.hand)],
    [words.link, paid_by(win)],
    [words.table, [words.at(win.table, win.position), table ? game_name(table.game) : '', words.round(win.round)].filter(Boolean).join(', ')],
    [words.wager, is_zero(win.wager) ? '' : money(win.wager)],
    [words.paid_from, level === null ? words.tray : words.meter(level)],
    [words.tax, tax_words(win)],
    [words.payment, win.owed ? words.owed : win.voided ? '' : words.paid],
    [words.envy, win.envy.length === 0 ? '' : envy_words(win).map((said) => <div key={said}>{said}</div>)],
    [words.confirmed_by, people_of_win(win)],
    [words.claim, `${win.claim}, ${words.entry(win.sequence)}`],
  ];
  const unpaid = owed.value.filter(({ claim }) => claim === win.claim);
  if (paying) return <PaidSheet lines={paying} close={() => { set_paying(null); changed(); }} />;
  if (backing_out) return <BackOutSheet win={win} close={() => { set_backing_out(false); close(); }} changed={changed} />;
  return (
    <Sheet title={words.page_title(win.page)} close={close}>
      {win.voided && <Notice kind="alarm">{words.void_words(date_time(win.voided_ms), person_name(win.voided_by), win.void_document)}</Notice>}
      <p class={`win-amount ${win.voided ? 'struck' : ''}`}>{money(win.amount)}</p>
      <dl class="facts">{rows.filter(([, value]) => value !== '').map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
      <div class="sheet-foot">
        {!win.voided && may(me.value!.role, 'configure') && <Button kind="danger" icon={Undo2} onClick={() => set_backing_out(true)}>{words.back_out}</Button>}
        {unpaid.length > 0 && may(me.value!.role, 'decide_claims') && <Button icon={HandCoins} onClick={() => set_paying(unpaid)}>{text.console.approvals.mark_paid}</Button>}
        <a class="button primary" href={print_address(win)} target="_blank" rel="noopener"><Printer size={18} aria-hidden="true" />{words.print}</a>
      </div>
    </Sheet>
  );
}
