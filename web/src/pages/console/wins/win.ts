// An award with its win page.
import { read_report, type ReportRow } from '../reports/report';
import type { Range } from '../reports/range_fields';

export interface Win {
  page: number;
  is_void: boolean;
  time_ms: number;
  amount: string;
  hand: string;
  link: string;
  level: string;
  table: string;
  round: number;
  position: number | null;
  claim: number;
  entry: number;
  confirmed_by: string;
  facts: ReportRow; // all that the page says
}

const word = (row: ReportRow, name: string) => String(row[name] ?? '');

function win_of(row: ReportRow): Win {
  return {
    page: Number(row['page']), is_void: word(row, 'void_at') !== '', time_ms: Date.parse(word(row, 'time')), amount: word(row, 'amount'),
    hand: word(row, 'hand'), link: word(row, 'link'), level: word(row, 'level'), table: word(row, 'table'), round: Number(row['round']),
    position: row['position'] === null ? null : Number(row['position']), claim: Number(row['claim']), entry: Number(row['entry']),
    confirmed_by: [word(row, 'confirmed_by'), word(row, 'second')].filter(Boolean).join(', '), facts: row,
  };
}

// Newest first.
export async function read_wins(range: Range, signal: AbortSignal): Promise<Win[]> {
  const report = await read_report('win-page', range, signal);
  return (report.tables[0]?.rows ?? []).map(win_of).reverse();
}
