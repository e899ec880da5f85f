// Saves rows as a CSV file (RFC 4180). Text that a spreadsheet would read as a formula gets a leading apostrophe.
type Cell = string | number | null;

function cell_text(cell: Cell): string {
  let written = cell === null ? '' : String(cell);
  if (/^[=+@\t\r-]/.test(written) && !/^-?\d+(\.\d+)?$/.test(written)) written = `'${written}`;
  return /[",\r\n]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
}

export const csv_text = (heads: readonly string[], rows: readonly (readonly Cell[])[]) =>
  [heads, ...rows].map((row) => row.map(cell_text).join(',') + '\r\n').join('');

export function save_csv(name: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const address = URL.createObjectURL(new Blob([csv_text(heads, rows)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
