// The journal, one page at a time, newest first: each entry's command, outcome and postings.
import { useState } from 'preact/hooks';
import { Check, ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-preact';
import { get } from '../../../api';
import { date_time, money, whole_number } from '../../../format';
import { JournalPage, type EventView } from '../../../protocol';
import { text } from '../../../text';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { Failed, Loading } from '../../../ui/notice';
import { ListTable, type ListColumn } from '../../../ui/list_table';
import { Panel } from '../../../ui/panel';
import { Sheet } from '../../../ui/sheet';
import { State } from '../../../ui/state';
import { useAnswer } from '../../../ui/use_answer';
import { Scrolls } from '../../../ui/scrolls';
import { command_name, command_words, event_words, people_of } from '../event_words';
import { link_title, spoken } from '../names';
import { floor } from '../session';
import { typed_number } from '../typed';

const words = text.console.audit;
const page_length = 50;

function EntrySheet({ entry, close }: { entry: EventView; close: () => void }) {
  const { event } = entry;
  const body = JSON.stringify(event.command, null, 2);
  return (
    <Sheet title={words.entry(entry.sequence)} close={close} wide>
      <p>{event_words(entry)}</p>
      <dl class="facts">
        <div><dt>{words.time}</dt><dd>{date_time(event.time_ms)}</dd></div>
        <div><dt>{words.by}</dt><dd>{people_of(entry) || words.itself}</dd></div>
        <div><dt>{words.id}</dt><dd><code>{entry.id}</code></dd></div>
        {event.outcome.refused && <div><dt>{words.refused}</dt><dd>{spoken(event.outcome.refused.code)}: {event.outcome.refused.text}</dd></div>}
      </dl>
      {event.postings.length > 0 && (
        <Scrolls way="right" class="table-frame" label={words.postings}>
          <table class="table">
            <caption class="unseen">{words.postings}</caption>
            <thead><tr><th scope="col">{words.account}</th><th scope="col">{words.link}</th><th scope="col" class="number">{words.level}</th><th scope="col" class="number">{words.amount}</th></tr></thead>
            <tbody>{event.postings.map((posting, index) => <tr key={index}><td>{spoken(posting.account)}</td><td>{link_title(posting.link)}</td><td class="number">{posting.level + 1}</td><td class="number">{money(posting.amount, true)}</td></tr>)}</tbody>
          </table>
        </Scrolls>
      )}
      <details><summary>{words.command}</summary><pre class="json" tabIndex={0}>{body}</pre></details>
      <details><summary>{words.outcome}</summary><pre class="json" tabIndex={0}>{JSON.stringify(event.outcome, null, 2)}</pre></details>
    </Sheet>
  );
}

const columns = (open: (entry: EventView) => void): ListColumn<EventView>[] => [
  { head: words.number, cell: (row) => <button type="button" class="as-link figures" onClick={() => open(row)}>{row.sequence}</button>, sort_by: (row) => row.sequence, plain: (row) => row.sequence },
  { head: words.time, cell: (row) => <time class="nowrap">{date_time(row.event.time_ms)}</time>, sort_by: (row) => row.event.time_ms, plain: (row) => new Date(row.event.time_ms).toISOString() },
  { head: words.what, cell: (row) => event_words(row), sort_by: command_name, plain: event_words },
  { head: words.by, cell: (row) => people_of(row), sort_by: people_of, plain: people_of },
  { head: words.command, cell: (row) => <span class="nowrap">{command_words(row)}</span>, sort_by: command_name, plain: command_name },
  { head: words.outcome, cell: (row) => (row.event.outcome.refused ? <State of="alarm">{words.refused}</State> : <State of="empty" icon={Check}>{words.accepted}</State>), sort_by: (row) => (row.event.outcome.refused ? 1 : 0), plain: (row) => row.event.outcome.refused?.code ?? words.accepted },
];

export function Journal() {
  const [last, set_last] = useState<number | null>(null); // the newest entry on the page; null: the newest of the journal
  const [typed, set_typed] = useState('');
  const [open, set_open] = useState<EventView | null>(null);
  const { value, error, loading, again } = useAnswer(async (signal) => {
    const head = last ?? (await get('/v1/journal?after=0&limit=1', JournalPage, signal)).sequence;
    const page = await get(`/v1/journal?after=${Math.max(0, head - page_length)}&limit=${page_length}`, JournalPage, signal);
    return { head, end: page.sequence, events: page.events.reverse() };
  }, [last]);
  const head = value?.head ?? floor.value?.sequence ?? 0;
  const end = value?.end ?? head;
  const move = (to: number) => set_last(to >= end ? null : Math.max(Math.min(page_length, end), to));
  const jump = (event: Event) => {
    event.preventDefault();
    const wanted = typed_number(typed);
    if (Number.isFinite(wanted)) move(wanted);
  };
  return (
    <Panel title={words.journal} actions={<span class="small quiet figures" role="status">{value && words.page(whole_number(value.events.at(-1)?.sequence ?? 0), whole_number(value.events[0]?.sequence ?? 0), whole_number(end))}</span>}>
      {error ? <Failed error={error} again={again} /> : !value ? <Loading lines={10} /> : (
        <div class={loading ? 'stale' : ''} aria-busy={loading}>
          <ListTable caption={words.journal} file="journal" dense rows={value.events} columns={columns(set_open)} key_of={(row) => row.sequence}
            tools={(
              <div class="row wrap">
                <Button icon={ChevronFirst} label={words.newest} onClick={() => (last === null ? again() : set_last(null))} />
                <Button icon={ChevronLeft} label={words.newer} disabled={head >= end} onClick={() => move(head + page_length)} />
                <Button icon={ChevronRight} label={words.older} disabled={head <= page_length} onClick={() => move(head - page_length)} />
                <Button icon={ChevronLast} label={words.oldest} disabled={head <= page_length} onClick={() => move(page_length)} />
                <form class="row jump" onSubmit={jump}><TextField label={words.go_to} value={typed} onInput={set_typed} mode="numeric" autocomplete="off" /></form>
              </div>
            )} />
        </div>
      )}
      {open && <EntrySheet entry={open} close={() => set_open(null)} />}
    </Panel>
  );
}
