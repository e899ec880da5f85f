// Every award that was confirmed, with its win page; those that were backed out stay, void.
import { useState } from 'preact/hooks';
import { Check, Printer, Trophy } from 'lucide-preact';
import { date_time, money } from '../../../format';
import { text } from '../../../text';
import { Segments } from '../../../ui/field';
import { ListTable, type ListColumn } from '../../../ui/list_table';
import { Failed, Loading, Nothing } from '../../../ui/notice';
import { State } from '../../../ui/state';
import { useAnswer } from '../../../ui/use_answer';
import { hand_name } from '../names';
import { PageHead } from '../page_head';
import { RangeFields, type Range } from '../reports/range_fields';
import { links } from '../session';
import { read_wins, type Win } from './win';
import { WinSheet, print_address } from './win_sheet';

const words = text.console.wins;
type Which = 'all' | 'standing' | 'void';

const columns = (open: (win: Win) => void): ListColumn<Win>[] => [
  { head: words.page, cell: (win) => <button type="button" class="as-link figures" onClick={() => open(win)}>{win.page}</button>, sort_by: (win) => win.page, plain: (win) => win.page },
  { head: words.time, cell: (win) => <time class="nowrap">{date_time(win.time_ms)}</time>, sort_by: (win) => win.time_ms, plain: (win) => new Date(win.time_ms).toISOString() },
  { head: words.amount, cell: (win) => <b class={win.is_void ? 'struck' : ''}>{money(win.amount)}</b>, sort_by: (win) => Number(win.amount), plain: (win) => win.amount, number: true },
  { head: words.hand, cell: (win) => <span class="nowrap">{hand_name(win.hand)}</span>, sort_by: (win) => win.hand, plain: (win) => hand_name(win.hand) },
  { head: words.link, cell: (win) => <span class="nowrap">{[win.link, win.level].filter(Boolean).join(' – ')}</span>, sort_by: (win) => win.link + win.level, plain: (win) => `${win.link} ${win.level}` },
  { head: words.table, cell: (win) => <span class="nowrap">{words.at_short(win.table, win.position)}</span>, sort_by: (win) => win.table, plain: (win) => `${win.table} ${win.position ?? ''}` },
  { head: words.confirmed_by, cell: (win) => win.confirmed_by, sort_by: (win) => win.confirmed_by, plain: (win) => win.confirmed_by },
  { head: words.status, cell: (win) => (win.is_void ? <State of="alarm">{words.void}</State> : <State of="locked" icon={Check}>{words.stands}</State>), sort_by: (win) => (win.is_void ? 1 : 0), plain: (win) => (win.is_void ? words.void : words.stands) },
  { head: words.print, cell: (win) => <a class="print-link" href={print_address(win)} target="_blank" rel="noopener" aria-label={words.print_page(win.page)}><Printer size={18} aria-hidden="true" /></a> },
];

export function WinsPage() {
  const [range, set_range] = useState<Range>({ since: '', until: '' });
  const [which, set_which] = useState<Which>('all');
  const [opened, set_opened] = useState<number | null>(null);
  // A win anywhere changes what there is to list.
  const last = [...links.value.values()].map((link) => link.last_win?.time_ms ?? 0).join();
  const { value, error, again } = useAnswer((signal) => read_wins(range, signal), [range, last]);
  const rows = (value ?? []).filter((win) => which === 'all' || win.is_void === (which === 'void'));
  const open = value?.find((win) => win.page === opened);
  return (
    <>
      <PageHead title={text.console.pages.wins} under={words.under} />
      <RangeFields range={range} set={set_range} />
      {error && <Failed error={error} again={again} />}
      {!value && !error && <Loading lines={6} height={40} />}
      {value && (
        <ListTable
          caption={text.console.pages.wins} file="wins" rows={rows} columns={columns((win) => set_opened(win.page))} key_of={(win) => win.page}
          tools={<Segments label={words.which} value={which} options={[['all', words.all], ['standing', words.stands], ['void', words.void]]} onInput={set_which} />}
          empty={<Nothing title={words.empty} icon={Trophy}>{words.empty_how}</Nothing>}
        />
      )}
      {open && <WinSheet win={open} close={() => set_opened(null)} changed={again} />}
    </>
  );
}

