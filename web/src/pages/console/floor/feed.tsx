// What is being recorded, newest first: what people did and must know, or every entry.
import { useState } from 'preact/hooks';
import { time_of_day } from '../../../format';
import { text } from '../../../text';
import { Segments } from '../../../ui/field';
import { state_icons } from '../../../ui/state';
import { event_words, is_routine, people_of, tone_of } from '../event_words';
import { events } from '../session';

const words = text.console.floor;

export function Feed() {
  const [which, set_which] = useState<'notable' | 'all'>('notable');
  const shown = events.value.filter((event) => which === 'all' || !is_routine(event)).slice(0, 60);
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
