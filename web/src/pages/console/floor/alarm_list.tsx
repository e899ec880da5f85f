// Alarms that last: those that nobody has seen first, the newest on top; then quietly who saw the others, and when. They end by
// themselves when their cause does.
import { TriangleAlert } from 'lucide-preact';
import type { Alarm } from '../../../floor_live';
import { ago, time_of_day } from '../../../format';
import { text } from '../../../text';
import { Button } from '../../../ui/button';
import { Remainder, useSending } from '../commanding';
import { spoken } from '../names';
import { may } from '../rights';
import { alarms, me, now_ms, person_name, unseen_alarms } from '../session';

const words = text.console.floor;
const newest_first = (alarms: readonly Alarm[]) => [...alarms].reverse();

function Unseen({ alarm }: { alarm: Alarm }) {
  const sending = useSending();
  const where = alarm.table || words.house;
  const { kind, table, time_ms: raised_ms } = alarm;
  return (
    <li>
      <b>{where}</b>
      <span class="grow">{spoken(alarm.text)}</span>
      <time class="small figures" aria-live="off">{ago(raised_ms, now_ms.value)}</time>
      {may(me.value!.role, 'acknowledge_alarms') && <Button label={words.see_which(where, spoken(alarm.text))} busy={sending.busy} onClick={() => void sending.send({ acknowledge_alarm: { kind, table, raised_ms } })}>{words.see}</Button>}
      <Remainder sending={sending} />
    </li>
  );
}

export function AlarmList() {
  const unseen = newest_first(unseen_alarms.value);
  const seen = newest_first(alarms.value.filter((alarm) => alarm.acknowledged_ms > 0));
  return (
    <>
      {unseen.length > 0 && (
        <section class="alarms" aria-label={words.alarms} role="alert">
          <h2><TriangleAlert size={18} aria-hidden="true" />{words.alarms_count(unseen.length)}</h2>
          <ul>{unseen.map((alarm) => <Unseen key={alarm.number} alarm={alarm} />)}</ul>
        </section>
      )}
      {seen.length > 0 && (
        <section class="alarms seen" aria-label={words.alarms_seen}>
          <h2>{words.alarms_seen}</h2>
          <ul>
            {seen.map((alarm) => (
              <li key={alarm.number}>
                <b>{alarm.table || words.house}</b>
                <span class="grow">{spoken(alarm.text)}</span>
                <span class="small">{words.seen(person_name(alarm.acknowledged_by), time_of_day(alarm.acknowledged_ms))}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
