// How money, numbers and times are written. Amounts come as text ("1250.00") and stay text: digits are grouped, never reckoned with.
export const currency = '$';

export interface MoneyParts {
  sign: '' | '−';
  whole: string; // with currency and separators
  cents: string; // two digits, or more where the amount has them and `exact` is asked for
}

const group = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

// Two decimals, the rest cut off (never shown ahead of the truth), unless every digit is asked for.
export function money_parts(amount: string, exact = false): MoneyParts {
  const negative = amount.startsWith('-');
  const [whole = '0', decimals = ''] = amount.replace(/^-/, '').split('.');
  const cents = exact ? decimals.replace(/0+$/, '').padEnd(2, '0') : decimals.padEnd(2, '0').slice(0, 2);
  const zero = /^0*$/.test(whole) && /^0*$/.test(cents);
  return { sign: negative && !zero ? '−' : '', whole: currency + group(whole), cents };
}

export function money(amount: string, exact = false): string {
  const { sign, whole, cents } = money_parts(amount, exact);
  return `${sign}${whole}.${cents}`;
}

// "$5" where there are no cents: chips and wagers.
export function chips(amount: string): string {
  const { sign, whole, cents } = money_parts(amount);
  return cents === '00' ? sign + whole : `${sign}${whole}.${cents}`;
}

export const is_zero = (amount: string) => /^-?0*(\.0*)?$/.test(amount);

export const whole_number = (value: number) => group(String(value));

// Figures that come as text with many digits ("0.0337284…"): as a percentage, by moving the point; cut, not rounded.
export function percent(decimal: string, decimals = 2): string {
  const negative = decimal.startsWith('-');
  const [whole = '0', fraction = ''] = decimal.replace(/^-/, '').split('.');
  const digits = fraction.padEnd(decimals + 2, '0');
  const before = (whole + digits.slice(0, 2)).replace(/^0+(?=\d)/, '');
  const after = digits.slice(2, 2 + decimals);
  return `${negative ? '−' : ''}${group(before)}${decimals > 0 ? '.' + after : ''} %`;
}

// Rates in parts per million: 120000 is 12 %.
export function ppm(value: number): string {
  const digits = String(value).padStart(5, '0');
  const tail = digits.slice(-4).replace(/0+$/, '');
  return `${digits.slice(0, -4)}${tail ? '.' + tail : ''} %`;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const clock_short = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

export const time_of_day = (ms: number) => clock.format(ms);
export const hours_minutes = (ms: number) => clock_short.format(ms);
export const date = (ms: number) => day.format(ms);
export const date_time = (ms: number) => `${day.format(ms)}, ${clock.format(ms)}`;
export const iso_day = (ms: number) => {
  const at = new Date(ms);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
};

export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = seconds / 60;
  if (minutes < 90) return `${Math.round(minutes)} min`;
  const hours = minutes / 60;
  if (hours < 48) return `${hours.toFixed(1)} h`;
  const days = hours / 24;
  if (days < 730) return `${group(String(Math.round(days)))} days`;
  return `${group((days / 365.25).toFixed(1))} years`;
}

export const ago = (ms: number, now_ms: number) => `${duration(Math.max(0, (now_ms - ms) / 1000))} ago`;

export const plural = (count: number, one: string, many = one + 's') => `${whole_number(count)} ${count === 1 ? one : many}`;
