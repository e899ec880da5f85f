// A table that sorts by its column heads. Rows come in the order to show; `sort_by` gives the sort key of a column.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-preact';
import { text } from '../text';
import { Scrolls } from './scrolls';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ComponentChildren;
  sort_by?: (row: Row) => string | number;
  number?: boolean;
}

interface Props<Row> {
  caption: string; // for screen readers
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  key_of: (row: Row) => string | number;
  open?: (row: Row) => void;
  empty?: ComponentChildren;
  foot?: readonly ComponentChildren[]; // totals, one cell per column
}

export function DataTable<Row>({ caption, columns, rows, key_of, open, empty, foot }: Props<Row>) {
  const [sorted, set_sorted] = useState<{ column: number; down: boolean } | null>(null);
  let shown = rows;
  const by = sorted ? columns[sorted.column]?.sort_by : undefined;
  if (sorted && by) {
    const sign = sorted.down ? -1 : 1;
    shown = [...rows].sort((a, b) => {
      const [x, y] = [by(a), by(b)];
      return sign * (typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y), 'en', { numeric: true }));
    });
  }
  const sort = (column: number) => set_sorted((now) => (now?.column !== column ? { column, down: false } : now.down ? null : { column, down: true }));
  return (
    <Scrolls way="right" class="table-frame" label={caption}>
      <table class="table">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => {
              const here = sorted?.column === index ? sorted : null;
              const Icon = here ? (here.down ? ArrowDown : ArrowUp) : ChevronsUpDown;
              return (
                <th key={column.head} scope="col" class={column.number ? 'number' : ''} aria-sort={here ? (here.down ? 'descending' : 'ascending') : undefined}>
                  {column.sort_by ? <button type="button" onClick={() => sort(index)}>{column.head}<Icon size={13} aria-hidden="true" /></button> : column.head}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={key_of(row)} class={open ? 'can-open' : ''} onClick={open ? () => open(row) : undefined}>
              {columns.map((column) => <td key={column.head} class={column.number ? 'number' : ''}>{column.cell(row)}</td>)}
            </tr>
          ))}
        </tbody>
        {foot && shown.length > 0 && (
          <tfoot><tr>{columns.map((column, index) => <td key={column.head} class={column.number ? 'number' : ''}>{foot[index]}</td>)}</tr></tfoot>
        )}
      </table>
      {shown.length === 0 && (empty ?? <p class="nothing">{text.common.nothing_here}</p>)}
    </Scrolls>
  );
}
