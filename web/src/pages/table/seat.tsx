// A betting position: its sensors, its wagers, the marked hand and what it is owed.
import { Check } from 'lucide-preact';
import type { Table } from '../../floor_live';
import { chips, is_zero, money } from '../../format';
import { hand_name } from '../../names';
import { text } from '../../text';
import { state_icons } from '../../ui/state';
import type { Desk } from './desk';
import { link_tag } from './link_tag';
import type { Mark } from './marks';
import { sensor_of, state_of, takes_positions, type Sensor } from './moment';
import { Ring } from './ring';

const words = text.table;

const word_of = (sensor: Sensor) => (sensor.closed ? words.closed : sensor.late ? words.late : words.sensor[sensor.state]);

interface Owed {
  label: string;
  amount: string;
  kind: 'waits' | 'tray' | 'meter';
}

function owed_at(table: Table, position: number, marks: readonly Mark[]): Owed[] {
  const seat = table.view.seats[position - 1]!;
  const owed: Owed[] = [];
  if (!is_zero(seat.fixed_pay)) owed.push({ label: words.tray, amount: seat.fixed_pay, kind: 'tray' });
  if (!is_zero(seat.envy)) owed.push({ label: words.envy, amount: seat.envy, kind: 'tray' });
  for (const { position: to, from_meter, earlier, round, amount } of table.view.owed)
    if (to === position && (from_meter || earlier)) owed.push({ label: earlier ? words.earlier_round(round) : words.meter, amount, kind: from_meter ? 'meter' : 'tray' });
  for (const mark of marks) if (mark.kind === 'waits') owed.push({ label: words.pending, amount: mark.amount, kind: 'waits' });
  return owed;
}

function described(position: number, sensors: readonly Sensor[], marks: readonly Mark[], owed: readonly Owed[], titles: readonly string[]): string {
  const parts = [words.position(position)];
  sensors.forEach((sensor, index) => parts.push([sensors.length > 1 ? titles[index] : '', word_of(sensor), sensor.wager && chips(sensor.wager)].filter(Boolean).join(' ')));
  for (const mark of marks) parts.push(hand_name(mark.hand));
  for (const { label, amount } of owed) parts.push(`${label} ${money(amount)}`);
  return parts.join(', ');
}

export function Seat({ desk, table, position }: { desk: Desk; table: Table; position: number }) {
  const links = desk.links.value;
  const sensors = links.map(({ link, open }) => sensor_of(table, position, link, open));
  const state = state_of(sensors);
  const shown = sensors.find((sensor) => sensor.state === state);
  const marks = desk.marks.value.marks.filter((mark) => mark.position === position);
  const owed = owed_at(table, position, marks);
  const first = table.keypad === 'first_generation';
  const selected = (first ? table.steps.position : table.steps.spot) === position && !(desk.list_closed.value && !first);
  const waits = marks.some(({ kind }) => kind === 'waits');
  const Icon = state_icons[state];
  const choose = () => {
    if (!first && table.steps.spot === position && !desk.list_closed.value) desk.list_closed.value = true;
    else void desk.press({ kind: first ? 'position' : 'spot', position });
  };
  return (
    <div class={`seat ${state} ${selected ? 'selected' : ''} ${waits ? 'waits' : ''}`} data-position={position}>
      <button
        type="button"
        class="sensor"
        aria-pressed={selected}
        disabled={desk.lost.value || !takes_positions(table)}
        onClick={choose}
      >
        <Ring states={sensors.map((sensor) => sensor.state)} />
        <Icon size={18} strokeWidth={2.5} aria-hidden="true" />
        <span class="unseen">{described(position, sensors, marks, owed, links.map(({ title }) => title))}</span>
        <span class="number" aria-hidden="true">{position}</span>
        <span class="word" aria-hidden="true">{shown ? word_of(shown) : words.sensor.empty}</span>
      </button>
      <div class="plate" aria-hidden="true">
        <div class="wagers">
          {sensors.map((sensor, index) => {
            if (!sensor.wager) return null;
            const Small = state_icons[sensor.state];
            return (
              <span key={sensor.link} class={`chip ${sensor.state}`}>
                {sensors.length > 1 && <><b>{link_tag(index, sensors.length)}</b><Small size={12} strokeWidth={2.5} /></>}
                {chips(sensor.wager)}
              </span>
            );
          })}
        </div>
        {marks.map((mark) => (
          <div key={mark.claim} class={`mark ${mark.kind}`}>
            {mark.kind === 'waits' ? <state_icons.pending size={13} strokeWidth={2.5} /> : <Check size={13} strokeWidth={3} />}
            <span>{hand_name(mark.hand)}</span>
          </div>
        ))}
        {owed.map(({ label, amount, kind }, index) => <div key={index} class={`owed ${kind}`}><span>{label}</span><b class="money">{money(amount)}</b></div>)}
      </div>
    </div>
  );
}
