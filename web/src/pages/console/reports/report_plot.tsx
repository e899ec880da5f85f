// Plots for reports: amounts held by day, coin-in by table.
import { useMemo } from 'preact/hooks';
import { money } from '../../../format';
import { text } from '../../../text';
import { Panel } from '../../../ui/panel';
import { Plot, type PlotProps } from '../../../ui/plot';
import { look } from '../look';
import { link_title } from '../names';
import type { Report, ReportRow, ReportTable } from './report';

const words = text.console.reports;
// For plotting only.
const seen = (value: unknown) => (value === null || value === undefined ? null : Number(value));
const in_dollars = (value: number) => money(value.toFixed(2)).replace(/\.\d+$/, '');
const day_seconds = (day: unknown) => Date.parse(`${String(day)}T12:00:00Z`) / 1000;

const name_of = (row: ReportRow) => `${link_title(String(row['link']))} ${row['level']}`;
const by_day = (rows: readonly ReportRow[]) => [...new Set(rows.map((row) => String(row['day'])))].sort();

function accrual_plot(table: ReportTable): PlotProps | null {
  const days = by_day(table.rows);
  if (days.length < 2) return null;
  const names = [...new Set(table.rows.map((row) => name_of(row)))];
  const value = (name: string, day: string) => seen(table.rows.find((row) => row['day'] === day && name_of(row) === name)?.['closing']);
  return { label: words.plot_accrual, x: days.map(day_seconds), time: true, y_format: in_dollars, lines: names.map((name) => ({ label: name, values: days.map((day) => value(name, day)) })) };
}

function activity_plot(table: ReportTable): PlotProps | null {
  if (table.rows.length < 2) return null;
  const name = (at: number) => (Number.isInteger(at) ? `${table.rows[at]?.['table'] ?? ''}` : '');
  return {
    label: words.plot_activity, x: table.rows.map((_, index) => index), x_format: name, y_format: in_dollars, height: 200, legend: false,
    lines: [{ label: words.coin_in, values: table.rows.map((row) => seen(row['coin_in'])), bars: true }],
  };
}

export function ReportPlot({ report }: { report: Report }) {
  const plot = useMemo(() => {
    const table = report.tables[0];
    if (!table) return null;
    return report.report === 'accrual' ? accrual_plot(table) : report.report === 'activity' ? activity_plot(table) : null;
  }, [report, look.value]); // drawn in the colors of the look
  return plot ? <Panel title={plot.label}><Plot {...plot} /></Panel> : null;
}
