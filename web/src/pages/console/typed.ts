// What people type, in the form of the protocol. Digits are moved, never computed with.

// "$1,250.5" is "1250.5"; text that is not an amount stays as typed, for the game manager to refuse.
export const typed_amount = (typed: string) => typed.trim().replace(/[$,\s]/g, '').replace(/^\./, '0.').replace(/\.$/, '');

// The direction of a change is chosen, not typed.
export const has_sign = (typed: string) => /[-+\u2212\u2013]/.test(typed);

// Empty: none.
export const typed_amount_or_none = (typed: string) => (typed.trim() === '' ? null : typed_amount(typed));

// "12.5" percent is 125000 parts per million; NaN if it is not a percentage with at most four decimals.
export function typed_percent(typed: string): number {
  const found = /^(\d{0,3})(?:[.,](\d{0,4}))?$/.exec(typed.trim().replace(/\s*%$/, ''));
  if (!found || (found[1] === '' && !found[2])) return Number.NaN;
  return Number((found[1] || '0') + (found[2] ?? '').padEnd(4, '0'));
}

// 125000 is "12.5", for a field.
export function percent_for_field(ppm: number): string {
  const digits = String(ppm).padStart(5, '0');
  const tail = digits.slice(-4).replace(/0+$/, '');
  return digits.slice(0, -4) + (tail ? `.${tail}` : '');
}

// "1, 2, 5" is ["1", "2", "5"].
export const typed_amounts = (typed: string) => typed.split(/[,;\s]+/).filter((part) => part !== '').map(typed_amount);

export const typed_number = (typed: string) => (/^\d+$/.test(typed.trim()) ? Number(typed.trim()) : Number.NaN);
