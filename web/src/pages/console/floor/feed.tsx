// Recorded events, newest first: notable ones, or every entry.
import { useState } from 'preact/hooks';
import { get } from '../../../api';
import { time_of_day } from '../../../format';
import { JournalPage } from '../../../protocol';
import { text } from '../../../text';
import { Segments } from '../../../ui/field';
import { state_icons } from '../../../ui/state';
import { useAnswer } from '../../../ui/use_answer';
import { event_words, is_routine, people_of, tone_of } from '../event_words';
import { events, floor } from '../session';

const words = text.console.floor;
const looked_back = 1000;

export function Feed() {
  const [which, set_which] = useState<'notable' | 'all'>('notable');
  // Routine rounds fill the live channel's buffer, so notable events are searched further back, once.
  const first = floor.value!.sequence;
  const { value: older } = useAnswer((signal) => get(`/v1/journal?after=${Math.max(0, first - looked_back)}&limit=${looked_back}`, JournalPage, signal), [first]);
  const heard = new Set(events.value.map((event) => event.sequence));
  const before = which === 'all' ? [] : (older?.events ?? []).filter((event) => !heard.has(event.sequence)).reverse();
  const shown = [...events.value, ...before].filter((event) => which === 'all' || !is_routine(event)).slice(0, 60);
  return (
    <aside class="feed panel" aria-label={words.feed}>
      <header>
        <h2>{words.feed}</h2>
        <Segments label={words.feed_which} value={which} options={[['notable', words.feed_notable], ['all', words.feed_all]]} onInput={set_which} />
      </header>
      {shown.length === 0 ? <p class="quiet small">{words.feed_empty}</p> : (
        <ol tabIndex={0} aria-label={words.feed}>
          {shown.map((event) => {
            const tone = tone_of(event);
            const Icon = state_icons[tone];
            return (
              <li key={event.sequence} class={`tone ${tone}`}>
                <Icon size={15} aria-hidden="true" />
                <div class="grow">
                  <p>{event_words(event)}</p>
                  <p class="small quiet figures"><time>{time_of_day(event.event.time_ms)}</time>{people_of(event) && ` · ${people_of(event)}`} · {words.entry(event.sequence)}</p>
                </div>
              </li>
            );
          })}
        </ol>
      )}
    </aside>
  );
}
