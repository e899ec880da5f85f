// A report of the game manager (docs/reference/reports.md), and its address.
import { get } from '../../../api';

export type Unit = 'money' | 'count' | 'percent' | 'probability' | 'number' | 'time' | 'day' | 'text';
export type Value = string | number | null;
export interface ReportColumn { name: string; title: string; unit: Unit }
export type ReportRow = Record<string, Value>;
export interface ReportTable { id: string; title: string; columns: ReportColumn[]; rows: ReportRow[]; totals?: ReportRow }
export interface Report { report: string; title: string; parameters: Record<string, string>; tables: ReportTable[]; notes: string[]; alarms: string[] }

export interface Asked {
  since: string;
  until: string;
  link: string;
  table: string;
  page: string;
  day_starts: string;
}
export const asks_nothing: Asked = { since: '', until: '', link: '', table: '', page: '', day_starts: '' };

// The house is assumed to be in this browser's time zone.
export function utc_offset(): string {
  const minutes = -new Date().getTimezoneOffset();
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${part(Math.abs(minutes) / 60)}:${part(Math.abs(minutes) % 60)}`;
}

export function report_address(kind: string, asked: Partial<Asked>, more: Record<string, string> = {}): string {
  const { day_starts = '', ...rest } = asked;
  const query = Object.entries({ ...rest, 'day-starts': day_starts, 'utc-offset': utc_offset(), ...more }).filter(([, value]) => value !== '');
  return `/v1/reports/${kind}?${new URLSearchParams(query)}`;
}

export const read_report = (kind: string, asked: Partial<Asked>, signal: AbortSignal) => get<Report>(report_address(kind, asked), null, signal);
