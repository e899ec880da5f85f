// A DataTable for long lists, with a filter field and a CSV download. `plain` gives a cell's text for both.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Download, Search } from 'lucide-preact';
import { text } from '../text';
import { Button } from './button';
import { save_csv } from './csv';
import { DataTable, type Column } from './data_table';

export interface ListColumn<Row> extends Column<Row> {
  plain?: (row: Row) => string | number | null; // for the filter and the file; a column without it is in neither
}

interface Props<Row> {
  caption: string;
  file: string; // name of the CSV file, without extension
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  key_of: (row: Row) => string | number;
  empty?: ComponentChildren;
  tools?: ComponentChildren; // beside the filter
  csv_address?: string; // if the game manager makes the file
  foot?: readonly ComponentChildren[];
  dense?: boolean;
}

export function ListTable<Row>({ caption, file, columns, rows, key_of, empty, tools, csv_address, foot, dense }: Props<Row>) {
  const [wanted, set_wanted] = useState('');
  const exported = columns.filter((column) => column.plain);
  const words = wanted.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const shown = words.length === 0 ? rows : rows.filter((row) => {
    const all = exported.map((column) => String(column.plain!(row) ?? '')).join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const save = () => save_csv(file, exported.map((column) => column.head), shown.map((row) => exported.map((column) => column.plain!(row))));
  return (
    <div class={`list-table ${dense ? 'dense' : ''}`}>
      <div class="list-tools no-print">
        <label class="search">
          <Search size={16} aria-hidden="true" />
          <span class="unseen">{text.common.filter_of(caption)}</span>
          <input class="input" type="search" value={wanted} placeholder={text.common.filter} onInput={(event) => set_wanted(event.currentTarget.value)} />
        </label>
        {tools}
        <span class="grow" />
        {words.length > 0 && <span class="small quiet" role="status">{text.common.of(shown.length, rows.length)}</span>}
        {csv_address ? <a class="button" href={csv_address} download><Download size={18} aria-hidden="true" />{text.common.csv}</a>
          : <Button icon={Download} disabled={shown.length === 0} onClick={save}>{text.common.csv}</Button>}
      </div>
      <DataTable caption={caption} columns={columns} rows={shown} key_of={key_of} {...(foot && words.length === 0 ? { foot } : {})} empty={words.length > 0 ? <p class="nothing">{text.common.no_match}</p> : empty} />
    </div>
  );
}
