// Active alarms, newest first: unacknowledged ones on top, then acknowledged ones with who and when. An alarm ends by
// itself when its cause ends.
import { useLayoutEffect, useRef } from 'preact/hooks';
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

// The button disappears with its line: focus moves to the next button, or else to the heading of the acknowledged list.
function useFocusAfter(unseen: readonly Alarm[]) {
  const buttons = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const sent = useRef<{ number: number; at: number } | null>(null);
  useLayoutEffect(() => {
    if (!sent.current || unseen.some(({ number }) => number === sent.current!.number)) return;
    const { at } = sent.current;
    sent.current = null;
    if (document.activeElement && document.activeElement !== document.body) return; // the person has moved on
    const left = [...(buttons.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    (left[Math.min(at, left.length - 1)] ?? heading.current)?.focus();
  });
  return { buttons, heading, leaves: ({ number }: Alarm) => (sent.current = { number, at: unseen.findIndex((each) => each.number === number) }), stays: () => (sent.current = null) };
}

function Unseen({ alarm, focus }: { alarm: Alarm; focus: ReturnType<typeof useFocusAfter> }) {
  const sending = useSending();
  const where = alarm.table || words.house;
  const { kind, table, time_ms: raised_ms } = alarm;
  const see = async (event: Event) => {
    const button = event.currentTarget as HTMLElement;
    focus.leaves(alarm);
    if (await sending.send({ acknowledge_alarm: { kind, table, raised_ms } })) return;
    focus.stays();
    if (document.activeElement === document.body) requestAnimationFrame(() => button.focus());
  };
  return (
    <li>
      <b>{where}</b>
      <span class="grow">{spoken(alarm.text)}</span>
      <time class="small figures" aria-live="off">{ago(raised_ms, now_ms.value)}</time>
      {may(me.value!.role, 'acknowledge_alarms') && <Button label={words.see_which(where, spoken(alarm.text))} busy={sending.busy} onClick={(event) => void see(event)}>{words.see}</Button>}
      <Remainder sending={sending} />
    </li>
  );
}

export function AlarmList() {
  const unseen = newest_first(unseen_alarms.value);
  const seen = newest_first(alarms.value.filter((alarm) => alarm.acknowledged_ms > 0));
  const focus = useFocusAfter(unseen);
  return (
    <>
      {unseen.length > 0 && (
        <section class="alarms" aria-label={words.alarms} role="alert" ref={focus.buttons}>
          <h2><TriangleAlert size={18} aria-hidden="true" />{words.alarms_count(unseen.length)}</h2>
          <ul>{unseen.map((alarm) => <Unseen key={alarm.number} alarm={alarm} focus={focus} />)}</ul>
        </section>
      )}
      {seen.length > 0 && (
        <section class="alarms seen" aria-label={words.alarms_seen}>
          <h2 ref={focus.heading} tabIndex={-1}>{words.alarms_seen}</h2>
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
