// The reports a house files and audits, for any range: as tables, as CSV, and as a page to print.
import { FileText, Printer } from 'lucide-preact';
import { get, Refused } from '../../../api';
import { ReportList } from '../../../protocol';
import type { Of } from '../../../decode';
import { sentence } from '../../../names';
import { text } from '../../../text';
import { SelectField, TextField } from '../../../ui/field';
import { Failed, Loading, Notice } from '../../../ui/notice';
import { Panel } from '../../../ui/panel';
import { useAnswer } from '../../../ui/use_answer';
import { link_title } from '../names';
import { PageHead } from '../page_head';
import { follow, go, path_of, place } from '../route';
import { links, tables } from '../session';
import { RangeFields } from './range_fields';
import { asks_nothing, read_report, report_address, type Asked } from './report';
import { ReportPlot } from './report_plot';
import { ReportTableView } from './report_table';

const words = text.console.reports;
type Kind = Of<typeof ReportList>['reports'][number];

function Kinds({ kinds }: { kinds: readonly Kind[] }) {
  return (
    <div class="kinds">
      {kinds.map((kind) => (
        <a key={kind.id} class="panel kind" href={path_of('reports', kind.id)} onClick={follow}>
          <FileText size={20} aria-hidden="true" />
          <span><b>{kind.title}</b><span class="small quiet">{words.summaries[kind.id] ?? kind.summary}</span></span>
        </a>
      ))}
    </div>
  );
}

function asked_of(kind: Kind, query: URLSearchParams): Asked {
  const asked = { ...asks_nothing, ...Object.fromEntries(query) } as Asked;
  return { ...asked, link: kind.by_link ? asked.link : '', table: kind.by_table ? asked.table : '', page: kind.by_page ? asked.page : '' };
}

function OneReport({ kind }: { kind: Kind }) {
  const asked = asked_of(kind, place.value.query);
  const set = (part: Partial<Asked>) => go(path_of('reports', kind.id, { ...asked, ...part }), true);
  const { value: report, error, loading, again } = useAnswer((signal) => read_report(kind.id, asked, signal), [kind.id, JSON.stringify(asked)]);
  const at = (field: string) => (error instanceof Refused && error.field === field ? sentence(error.message) : undefined);
  const fielded = error instanceof Refused && ['since', 'until', 'link', 'table', 'page', 'day-starts'].includes(error.field);
  const choice = (all: string, names: Iterable<string>, named = (name: string) => name): [string, string][] => [['', all], ...[...names].map((name): [string, string] => [name, named(name)])];
  return (
    <>
      <PageHead title={kind.title} under={words.summaries[kind.id] ?? kind.summary} back={{ to: path_of('reports'), name: text.console.pages.reports }}>
        {kind.by_page && <a class="button" href={report_address(kind.id, asked, { format: 'html', checklist: 'yes' })} target="_blank" rel="noopener"><Printer size={18} aria-hidden="true" />{words.print_checklist}</a>}
        <a class="button" href={report_address(kind.id, asked, { format: 'html' })} target="_blank" rel="noopener"><Printer size={18} aria-hidden="true" />{words.print}</a>
      </PageHead>
      <Panel class="report-form no-print">
        <RangeFields range={asked} set={set} errors={at}>
          <TextField label={words.day_starts} type="time" value={asked.day_starts || '00:00'} onInput={(day_starts) => set({ day_starts: day_starts === '00:00' ? '' : day_starts })} error={at('day-starts')} />
        </RangeFields>
        {(kind.by_link || kind.by_table) && <div class="fields four">
          {kind.by_link && <SelectField label={words.link} value={asked.link} onInput={(link) => set({ link })} options={choice(words.all_links, links.value.keys(), link_title)} error={at('link')} />}
          {kind.by_table && <SelectField label={words.table} value={asked.table} onInput={(table) => set({ table })} options={choice(words.all_tables, tables.value.keys())} error={at('table')} />}
          {kind.by_page && <TextField label={words.page} value={asked.page} onInput={(page) => set({ page })} hint={words.page_hint} error={at('page')} autocomplete="off" />}
        </div>}
      </Panel>
      {error && !fielded && <Failed error={error} again={again} />}
      {!report && loading && <Panel><Loading lines={8} /></Panel>}
      {report && (
        <div class={`column report ${loading || error ? 'stale' : ''}`} aria-busy={loading}>
          {report.alarms.map((alarm) => <Notice key={alarm} kind="alarm">{alarm}</Notice>)}
          <ReportPlot report={report} />
          {report.tables.map((table) => (
            <Panel key={table.id} title={table.title}>
              <ReportTableView table={table} exact={kind.id === 'reconciliation'} csv_address={report_address(kind.id, asked, { format: 'csv', section: table.id })} />
            </Panel>
          ))}
          {report.notes.length > 0 && <ul class="notes small quiet">{report.notes.map((note) => <li key={note}>{note}</li>)}</ul>}
        </div>
      )}
    </>
  );
}

export function ReportsPage() {
  const { value, error, again } = useAnswer((signal) => get('/v1/reports', ReportList, signal), []);
  const kind = value?.reports.find((each) => each.id === place.value.item);
  if (kind) return <OneReport key={kind.id} kind={kind} />;
  return (
    <>
      <PageHead title={text.console.pages.reports} under={words.under} />
      {error ? <Failed error={error} again={again} /> : value ? <Kinds kinds={value.reports} /> : <Loading lines={6} height={56} />}
    </>
  );
}
