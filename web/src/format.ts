// How money, numbers and times are written. Amounts come as text ("1250.00") and stay text: their digits are grouped,
// never used in arithmetic.
export const currency = '$';

export interface MoneyParts {
  sign: '' | '−';
  whole: string; // with currency and separators
  cents: string; // two digits, or more if the amount has them and `exact` is set
}

const group = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

// Two decimals, the rest cut off so that no amount is shown before it is reached, unless `exact` is set.
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

// For chips and wagers: "$5" when there are no cents.
export function chips(amount: string): string {
  const { sign, whole, cents } = money_parts(amount);
  return cents === '00' ? sign + whole : `${sign}${whole}.${cents}`;
}

export const is_zero = (amount: string) => /^-?0*(\.0*)?$/.test(amount);

export const whole_number = (value: number) => group(String(value));

// A figure that comes as text with many digits ("0.0337284") as a percentage: "3.37%". Rounded half to even, digit by
// digit: the value never passes through floating point.
export function percent(decimal: string, decimals = 2): string {
  if (!/^-?\d+(\.\d*)?$/.test(decimal)) return decimal; // not a figure
  const [whole = '0', fraction = ''] = decimal.replace(/^-/, '').split('.');
  const places = decimals + 2;
  const kept = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
  const rest = fraction.slice(places);
  const up = /^([6-9]|50*[1-9])/.test(rest) || (/^50*$/.test(rest) && kept % 2n === 1n);
  const digits = String(up ? kept + 1n : kept).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const sign = decimal.startsWith('-') && /[1-9]/.test(digits) ? '−' : '';
  return `${sign}${group(digits.slice(0, point))}${decimals > 0 ? '.' + digits.slice(point) : ''}%`;
}

// Rates in parts per million: 120000 is 12%.
export function ppm(value: number): string {
  const digits = String(value).padStart(5, '0');
  const tail = digits.slice(-4).replace(/0+$/, '');
  return `${digits.slice(0, -4)}${tail ? '.' + tail : ''}%`;
}

// As Americans write them, in the time zone of the browser: "Nov 17, 2026, 5:24:08 AM".
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' });
const clock_short = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
// Some browsers put a narrow no-break space before AM and PM.
const with_plain_spaces = (written: string) => written.replace(/\s/g, ' ');

export const time_of_day = (ms: number) => with_plain_spaces(clock.format(ms));
export const hours_minutes = (ms: number) => with_plain_spaces(clock_short.format(ms));
export const date = (ms: number) => with_plain_spaces(day.format(ms));
export const date_time = (ms: number) => `${date(ms)}, ${time_of_day(ms)}`;
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
