// A win page on the screen: all its facts, its printed form, and the way back.
import { useState } from 'preact/hooks';
import { Printer, Undo2 } from 'lucide-preact';
import { date_time, is_zero, money } from '../../../format';
import { text } from '../../../text';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import { Sheet } from '../../../ui/sheet';
import { BackOutSheet } from '../adjustments/back_out_sheet';
import { game_name, hand_name } from '../names';
import { report_address } from '../reports/report';
import { may } from '../rights';
import { me } from '../session';
import type { Win } from './win';

const words = text.console.wins;

export const print_address = ({ page }: Win, checklist = true) => report_address('win-page', { page: String(page) }, { format: 'html', ...(checklist ? { checklist: 'yes' } : {}) });

export function WinSheet({ win, close, changed }: { win: Win; close: () => void; changed: () => void }) {
  const [backing_out, set_backing_out] = useState(false);
  const fact = (name: string) => String(win.facts[name] ?? '');
  const at = (name: string) => (fact(name) ? date_time(Date.parse(fact(name))) : '');
  const rows: [string, string][] = [
    [words.time, date_time(win.time_ms)],
    [words.hand, hand_name(win.hand)],
    [words.link, [win.link, win.level].filter(Boolean).join(' – ')],
    [words.table, `${words.at(win.table, win.position)}, ${game_name(fact('game'))}, ${words.round(win.round)}`],
    [words.wager, fact('wager') ? money(fact('wager')) : ''],
    [words.paid_from, fact('paid_from')],
    [words.tax, fact('tax')],
    [words.envy, fact('envy_total') && !is_zero(fact('envy_total')) ? `${money(fact('envy_total'))} (${fact('envy')})` : ''],
    [words.marked, [at('marked_at'), fact('marked_by')].filter(Boolean).join(', ')],
    [words.acknowledged_by, fact('acknowledged_by')],
    [words.confirmed_by, win.confirmed_by],
    [words.claim, `${win.claim}, ${words.entry(win.entry)}`],
  ];
  if (backing_out) return <BackOutSheet win={win} close={() => { set_backing_out(false); close(); }} changed={changed} />;
  return (
    <Sheet title={words.page_title(win.page)} close={close}>
      {win.is_void && <Notice kind="alarm">{words.void_words(at('void_at'), fact('void_by'), fact('void_document'))}</Notice>}
      <p class={`win-amount ${win.is_void ? 'struck' : ''}`}>{money(win.amount)}</p>
      <dl class="facts">{rows.filter(([, value]) => value !== '').map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
      <div class="sheet-foot">
        {!win.is_void && may(me.value!.role, 'configure') && <Button kind="danger" icon={Undo2} onClick={() => set_backing_out(true)}>{words.back_out}</Button>}
        <a class="button primary" href={print_address(win)} target="_blank" rel="noopener"><Printer size={18} aria-hidden="true" />{words.print}</a>
      </div>
    </Sheet>
  );
}
