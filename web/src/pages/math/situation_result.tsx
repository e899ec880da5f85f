// The value of every choice in a situation, with the best one large.
import { Check, Hand } from 'lucide-preact';
import { text } from '../../text';
import { Failed, Loading, Nothing } from '../../ui/notice';
import { State } from '../../ui/state';
import type { Asked } from '../../ui/use_answer';
import type { Situation } from './answers';
import { Fraction, grouped } from './figures_panel';

const words = text.math.exposed;
const minus = (figure: string) => figure.replace('-', '−');

function Choices({ situation }: { situation: Situation }) {
  return (
    <table class="worths">
      <caption class="unseen">{words.value(situation.wager)}</caption>
      <thead class="unseen"><tr><th scope="col">{words.play}</th><th scope="col">{words.value(situation.wager)}</th></tr></thead>
      <tbody>
        {situation.choices.map(({ choice, value, best, basic }) => (
          <tr key={choice} class={best ? 'best' : ''} data-choice={choice}>
            <th scope="row"><div class="worth-name"><span>{choice}</span>{best && <State of="locked" icon={Check}>{words.best}</State>}{basic && <State of="info">{words.basic}</State>}</div></th>
            <td class="number"><b>{minus(value.text)}</b>{value.exact.includes('/') && <span class="quiet small exact-worth"><Fraction exact={value.exact} /></span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Answered({ situation }: { situation: Situation }) {
  return (
    <>
      <div class="best-play">
        <h3 class="quiet">{words.play}</h3>
        <p class={`best-choice ${situation.best.length > 10 ? 'long' : ''}`} data-test="best">{situation.best}</p>
        {situation.hand && <p class="quiet small">{situation.hand}</p>}
      </div>
      <Choices situation={situation} />
      <div class="result-notes">
        <p>{situation.best === situation.basic ? words.as_basic : words.not_basic(situation.basic, situation.gain.text, situation.wager)}</p>
        <p class="quiet small">{words.value(situation.wager)}. {words.ways[situation.ways_of](grouped(situation.ways))}</p>
      </div>
    </>
  );
}

export function SituationResult({ answer: { value, error, loading, again }, missing }: { answer: Asked<Situation | null>; missing: readonly string[] }) {
  const waits = loading && missing.length === 0;
  return (
    <div class={`situation-result ${waits && value ? 'waits' : ''} ${value && missing.length === 0 && !error ? 'answered' : ''}`} aria-live="polite" aria-busy={waits}>
      {missing.length > 0 ? <Nothing title={words.waits} icon={Hand}>{words.needs(missing)}</Nothing>
        : error ? <Failed error={error} again={again} />
          : value ? <Answered situation={value} />
            : <><Loading lines={5} height={36} /><p class="quiet small">{words.counting}</p></>}
    </div>
  );
}
