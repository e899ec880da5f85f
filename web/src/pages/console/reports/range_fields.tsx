// A range of gaming days: common ones with one click, any other by its dates.
import type { ComponentChildren } from 'preact';
import { iso_day } from '../../../format';
import { text } from '../../../text';
import { TextField } from '../../../ui/field';
import { now_ms } from '../session';

const words = text.console.reports;
const day_ms = 86_400_000;

export interface Range { since: string; until: string }

function usual(now: number): readonly (readonly [string, Range])[] {
  const today = iso_day(now);
  const back = (days: number) => iso_day(now - days * day_ms);
  return [
    [words.today, { since: today, until: today }],
    [words.yesterday, { since: back(1), until: back(1) }],
    [words.week, { since: back(6), until: today }],
    [words.month, { since: `${today.slice(0, 8)}01`, until: today }],
    [words.everything, { since: '', until: '' }],
  ];
}

export function RangeFields({ range, set, errors, children }: { range: Range; set: (range: Range) => void; errors?: (field: string) => string | undefined; children?: ComponentChildren }) {
  return (
    <div class="range">
      <div class="segments" role="group" aria-label={words.range}>
        {usual(now_ms.value).map(([name, each]) => (
          <button key={name} type="button" aria-pressed={each.since === range.since && each.until === range.until} onClick={() => set(each)}>{name}</button>
        ))}
      </div>
      <TextField label={words.since} type="date" value={range.since} onInput={(since) => set({ ...range, since })} error={errors?.('since')} />
      <TextField label={words.until} type="date" value={range.until} onInput={(until) => set({ ...range, until })} error={errors?.('until')} />
      {children}
    </div>
  );
}
