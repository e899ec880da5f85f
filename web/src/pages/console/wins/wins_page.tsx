// Every confirmed award with its win slip; awards that were backed out are kept, marked void.
import { useEffect, useState } from 'preact/hooks';
import { Check, Printer, Trophy } from 'lucide-preact';
import { date_time, money } from '../../../format';
import { text } from '../../../text';
import { Button } from '../../../ui/button';
import { Segments, SelectField } from '../../../ui/field';
import { ListTable, type ListColumn } from '../../../ui/list_table';
import { Failed, Loading, Nothing } from '../../../ui/notice';
import { State } from '../../../ui/state';
import { useAnswer } from '../../../ui/use_answer';
import { hand_name } from '../names';
import { PageHead } from '../page_head';
import { links, owed } from '../session';
import { RangeFields, type Range } from '../reports/range_fields';
import { in_range, is_owed, paid_by, part_length, people_of_win, read_newest, read_wins, type Win } from './win';
import { WinSheet, print_address } from './win_sheet';

const words = text.console.wins;
type Which = 'all' | 'standing' | 'void';

const columns = (open: (win: Win) => void): ListColumn<Win>[] => [
  { head: words.page, cell: (win) => <button type="button" class="as-link figures" onClick={() => open(win)}>{win.page}</button>, sort_by: (win) => win.page, plain: (win) => win.page },
  { head: words.time, cell: (win) => <time class="nowrap">{date_time(win.time_ms)}</time>, sort_by: (win) => win.time_ms, plain: (win) => new Date(win.time_ms).toISOString() },
  { head: words.amount, cell: (win) => <b class={win.voided ? 'struck' : ''}>{money(win.amount)}</b>, sort_by: (win) => Number(win.amount), plain: (win) => win.amount, number: true },
  { head: words.hand, cell: (win) => <span class="nowrap">{hand_name(win.hand)}</span>, sort_by: (win) => win.hand, plain: (win) => hand_name(win.hand) },
  { head: words.link, cell: paid_by, sort_by: paid_by, plain: paid_by },
  { head: words.table, cell: (win) => <span class="nowrap">{words.at_short(win.table, win.position)}</span>, sort_by: (win) => win.table, plain: (win) => `${win.table} ${win.position ?? ''}` },
  { head: words.confirmed_by, cell: people_of_win, sort_by: people_of_win, plain: people_of_win },
  { head: words.status, cell: (win) => (is_owed(win) ? <State of="placed">{words.owed}</State> : win.voided ? <State of="alarm">{words.void}</State> : <State of="locked" icon={Check}>{words.stands}</State>), sort_by: (win) => (win.voided ? 1 : 0), plain: (win) => [win.voided ? words.void : words.stands, is_owed(win) ? words.owed : ''].filter(Boolean).join(', ') },
  { head: words.print, cell: (win) => <a class="print-link" href={print_address(win)} target="_blank" rel="noopener" aria-label={words.print_page(win.page)}><Printer size={18} aria-hidden="true" /></a> },
];

export function WinsPage() {
  const [link, set_link] = useState('');
  const [which, set_which] = useState<Which>('all');
  const [opened, set_opened] = useState<number | null>(null);
  const [range, set_range] = useState<Range>({ since: '', until: '' });
  const backwards = range.since !== '' && range.until !== '' && range.until < range.since;
  const [older, set_older] = useState<readonly Win[]>([]);
  // A win on any link changes the list, and so does a payment.
  const last = [...links.value.values()].map((each) => each.last_win?.time_ms ?? 0).join() + owed.value.map(({ claim, kind, position }) => `${claim}${kind}${position}`).join();
  const { value, error, again } = useAnswer((signal) => read_newest(link, range.since, signal), [link, last, range.since]);
  const [more, set_more] = useState<'none' | 'there' | 'asking'>('none');
  useEffect(() => {
    set_older([]);
    set_more(value?.more ? 'there' : 'none');
    if (!value || value.whole) return;
    const timer = setTimeout(again, 1500);
    return () => clearTimeout(timer);
  }, [value]);
  const all = [...(value?.wins ?? []), ...older];
  const ask_more = async () => {
    set_more('asking');
    const { wins } = await read_wins(link, all.at(-1)!.page, new AbortController().signal);
    set_older([...older, ...wins]);
    set_more(wins.length >= part_length ? 'there' : 'none');
  };
  const rows = all.filter((win) => (which === 'all' || win.voided === (which === 'void')) && in_range(win, range));
  const open = all.find((win) => win.page === opened);
  return (
    <>
      <PageHead title={text.console.pages.wins} under={words.under} />
      <RangeFields range={range} set={set_range} errors={(field) => (field === 'until' && backwards ? text.console.reports.range_backwards : undefined)} />
      {error && <Failed error={error} again={again} />}
      {!value && !error && <Loading lines={6} height={40} />}
      {value && (
        <ListTable
          caption={text.console.pages.wins} file="wins" rows={rows} columns={columns((win) => set_opened(win.page))} key_of={(win) => win.page}
          tools={(
            <>
              <div class="tool-select"><SelectField label={words.link} value={link} onInput={set_link} options={[['', words.all_links], ...[...links.value.values()].map((each): [string, string] => [each.link, each.title || each.link])]} /></div>
              <Segments label={words.which} value={which} options={[['all', words.all], ['standing', words.stands], ['void', words.void]]} onInput={set_which} />
            </>
          )}
          empty={<Nothing title={words.empty} icon={Trophy}>{words.empty_how}</Nothing>}
        />
      )}
      {value && !value.whole && <p class="small quiet" role="status">{words.reading}</p>}
      {more !== 'none' && <Button busy={more === 'asking'} onClick={() => void ask_more()}>{words.older}</Button>}
      {open && <WinSheet win={open} close={() => set_opened(null)} changed={again} />}
    </>
  );
}
