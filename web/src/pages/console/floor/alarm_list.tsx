// Alarms that last, newest last as they came. They end by themselves when their cause does.
import { TriangleAlert } from 'lucide-preact';
import { ago } from '../../../format';
import { text } from '../../../text';
import { spoken } from '../names';
import { alarms, now_ms } from '../session';

const words = text.console.floor;

export function AlarmList() {
  if (alarms.value.length === 0) return null;
  return (
    <section class="alarms" aria-label={words.alarms} role="alert">
      <h2><TriangleAlert size={18} aria-hidden="true" />{words.alarms_count(alarms.value.length)}</h2>
      <ul>
        {alarms.value.map((alarm) => (
          <li key={alarm.number}>
            <b>{alarm.table || words.house}</b>
            <span class="grow">{spoken(alarm.text)}</span>
            <time class="small">{ago(alarm.time_ms, now_ms.value)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
