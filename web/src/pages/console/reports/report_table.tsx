// A report's table, with its units formatted for people.
import { date, date_time, money, whole_number } from '../../../format';
import { text } from '../../../text';
import { ListTable, type ListColumn } from '../../../ui/list_table';
import { game_name, hand_name, link_title } from '../names';
import type { ReportColumn, ReportRow, ReportTable as Table, Unit, Value } from './report';

const words = text.console.reports;
const is_number = (unit: Unit) => unit === 'money' || unit === 'count' || unit === 'percent' || unit === 'number' || unit === 'probability';

// Display names for ids. A link that is no longer on the floor is shown by its id.
function named(column: string, value: string): string {
  if (column === 'hand') return hand_name(value);
  if (column === 'game') return game_name(value);
  return /^(link|from|to|other_link)$/.test(column) ? link_title(value) : value;
}

// Money with two decimals, or with all of them where the report is about fractions of a cent.
export function value_text({ unit, name }: ReportColumn, value: Value, exact = false): string {
  if (value === null || value === '') return '';
  switch (unit) {
    case 'money': return money(String(value), exact);
    case 'count': return whole_number(Number(value));
    case 'percent': return `${value}%`;
    case 'time': return date_time(Date.parse(String(value)));
    case 'day': return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? date(Date.parse(`${value}T12:00:00`)) : String(value);
    default: return named(name, String(value));
  }
}

const sort_value = (unit: Unit, value: Value) => (value === null ? '' : unit === 'money' || unit === 'percent' || unit === 'number' ? Number(value) : value);
// Entry and page numbers are names, not amounts.
const column_of = (column: ReportColumn, exact: boolean): ListColumn<ReportRow> => ({
  head: column.title,
  cell: (row) => {
    const written = value_text(column, row[column.name] ?? null, exact);
    if (column.unit === 'day') return <time class="nowrap">{written}</time>;
    return column.unit === 'time' ? <time class="nowrap">{written}</time> : written.length > 24 ? <span class="long">{written}</span> : written;
  },
  sort_by: (row) => sort_value(column.unit, row[column.name] ?? null),
  plain: (row) => row[column.name] ?? null,
  number: is_number(column.unit),
});

export function ReportTableView({ table, csv_address, exact = false }: { table: Table; csv_address: string; exact?: boolean }) {
  // A column that is empty in every row is left out on screen; the file has it.
  const filled = table.columns.filter(({ name }) => table.rows.some((row) => row[name] !== null && row[name] !== ''));
  const shown = filled.length > 0 ? filled : table.columns;
  const rows = table.rows.map((row, index) => ({ ...row, '': index }));
  const { totals } = table;
  return (
    <ListTable
      caption={table.title} file={table.id} csv_address={csv_address} dense
      columns={shown.map((column) => column_of(column, exact))} rows={rows} key_of={(row) => row['']!}
      empty={<p class="nothing">{words.empty_period}</p>}
      {...(totals ? { foot: shown.map((column, index) => value_text(column, totals[column.name] ?? null, exact) || (index === 0 ? words.total : '')) } : {})}
    />
  );
}
