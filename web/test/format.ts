import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { percent_for_field, typed_amount, typed_amount_or_none, typed_amounts, typed_number, typed_percent } from '../src/pages/console/typed';
import { csv_text } from '../src/ui/csv';
import { chips, date, date_time, duration, hours_minutes, is_zero, money, percent, plural, ppm, time_of_day, whole_number } from '../src/format';

test('money is grouped, cut to cents, and has a real minus', () => {
  assert.equal(money('1234567.891'), '$1,234,567.89');
  assert.equal(money('0.00999999'), '$0.00');
  assert.equal(money('-3.5'), '−$3.50');
  assert.equal(money('-0.00'), '$0.00');
  assert.equal(money('12.34567800', true), '$12.345678');
  assert.equal(money('12', true), '$12.00');
});

test('chips leave whole amounts without cents', () => {
  assert.equal(chips('5.00'), '$5');
  assert.equal(chips('2.50'), '$2.50');
  assert.equal(chips('0.05'), '$0.05');
  assert.equal(chips('1250.10'), '$1,250.10');
  assert.equal(chips('100'), '$100');
});

test('a figure as text becomes a percentage, rounded digit by digit', () => {
  assert.equal(percent('0.0337284'), '3.37%');
  assert.equal(percent('0.252788'), '25.28%');
  assert.equal(percent('0.249185'), '24.92%');
  assert.equal(percent('-0.0199'), '−1.99%');
  assert.equal(percent('1'), '100.00%');
  assert.equal(percent('0.5', 0), '50%');
  assert.equal(percent('12.3456', 1), '1,234.6%');
  assert.equal(percent('0.0000049', 4), '0.0005%');
  // A carry goes through every digit, and may add one.
  assert.equal(percent('0.099996'), '10.00%');
  assert.equal(percent('9.99996'), '1,000.00%');
});

test('a percentage halfway between two goes to the even one', () => {
  assert.equal(percent('0.12345'), '12.34%');
  assert.equal(percent('0.12355'), '12.36%');
  assert.equal(percent('0.1234500'), '12.34%');
  assert.equal(percent('0.12345001'), '12.35%');
  assert.equal(percent('-0.12355'), '−12.36%');
  assert.equal(percent('0.005', 0), '0%');
  assert.equal(percent('0.015', 0), '2%');
  // What rounds to nothing has no sign.
  assert.equal(percent('-0.00005'), '0.00%');
  assert.equal(percent('-0.00006'), '−0.01%');
});

test('dates and times are American', () => {
  const at = (hours: number, minutes: number, seconds: number) => new Date(2026, 10, 17, hours, minutes, seconds).getTime();
  assert.equal(date_time(at(5, 24, 8)), 'Nov 17, 2026, 5:24:08 AM');
  assert.equal(date(at(5, 24, 8)), 'Nov 17, 2026');
  assert.equal(time_of_day(at(5, 24, 8)), '5:24:08 AM');
  assert.equal(time_of_day(at(0, 0, 0)), '12:00:00 AM');
  assert.equal(time_of_day(at(12, 0, 59)), '12:00:59 PM');
  assert.equal(hours_minutes(at(17, 4, 8)), '5:04 PM');
});

test('parts per million are percentages', () => {
  assert.equal(ppm(120000), '12%');
  assert.equal(ppm(5), '0.0005%');
  assert.equal(ppm(1000000), '100%');
  assert.equal(ppm(12500), '1.25%');
});

test('counts, zero and spans of time', () => {
  assert.equal(whole_number(1000000), '1,000,000');
  assert.equal(plural(1, 'round'), '1 round');
  assert.equal(plural(1200, 'round'), '1,200 rounds');
  assert.equal(is_zero('-0.000'), true);
  assert.equal(is_zero('0.01'), false);
  assert.equal(duration(59), '59 s');
  assert.equal(duration(7200), '2.0 h');
  assert.equal(duration(86400 * 1000), '2.7 years');
});

test('what people type becomes what the protocol writes', () => {
  assert.equal(typed_amount(' $1,250.5 '), '1250.5');
  assert.equal(typed_amount('.50'), '0.50');
  assert.equal(typed_amount('lots'), 'lots'); // the game manager names it
  assert.equal(typed_amount_or_none('  '), null);
  assert.deepEqual(typed_amounts('1, 2,5'), ['1', '2', '5']);
  assert.equal(typed_percent('12.5'), 125000);
  assert.equal(typed_percent('0.0001 %'), 1);
  assert.equal(typed_percent('0.0001%'), 1);
  assert.equal(typed_percent('100'), 1000000);
  for (const wrong of ['', '.', 'a', '1.23456', '-3']) assert.ok(Number.isNaN(typed_percent(wrong)), wrong);
  for (const ppm of [0, 1, 5000, 90000, 125000, 1000000]) assert.equal(typed_percent(percent_for_field(ppm)), ppm);
  assert.ok(Number.isNaN(typed_number('1.5')));
});

test('CSV is quoted, and holds no formula', () => {
  const rows = [['x,"y"', null], ['=1+1', '-3.50'], ['-cmd', 7]];
  assert.equal(csv_text(['a', 'b'], rows), ['a,b', '"x,""y""",', "'=1+1,-3.50", "'-cmd,7", ''].join('\r\n'));
});
