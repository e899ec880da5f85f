// The projected results of the rules in the form, with the previous value of each figure that changes.
import { Check } from 'lucide-preact';
import { sentence } from '../../../names';
import { text } from '../../../text';
import { Loading, Notice } from '../../../ui/notice';
import { Panel } from '../../../ui/panel';
import { State } from '../../../ui/state';
import { figure_view } from './figures';
import type { Details } from './link_parts';
import type { Advice } from './use_advice';

const words = text.console.links;
const headline = ['house_advantage', 'house_advantage_after_advances'];

export function AdvicePanel({ advice, old }: { advice: Advice; old?: Details['judgement'] }) {
  const shown = (advice.value ?? advice.before)?.judgement;
  const figures = (shown?.figures ?? []).filter(({ name }) => !name.startsWith('previous_'));
  const first = figures.find(({ name }) => headline.includes(name));
  const before = (name: string) => old?.figures.find((figure) => figure.name === name);
  return (
    <Panel title={words.advice} class="advice-panel" actions={advice.looking ? <State of="placed">{words.advice_looking}</State> : advice.value ? <State of="locked" icon={Check}>{words.advice_current}</State> : shown ? <State of="empty">{words.advice_old}</State> : null}>
      {advice.refused && <Notice kind="alarm">{sentence(advice.refused.message)}</Notice>}
      {!shown && !advice.refused && <Loading lines={6} />}
      {shown && (
        <div class={`column ${advice.value ? '' : 'stale'}`} aria-live="polite" aria-busy={advice.looking}>
          {first && (
            <dl class="now-figure">
              <dt>{figure_view(first).name}</dt>
              <dd class={first.decimal.startsWith('-') ? 'negative' : ''}>{figure_view(first).value}</dd>
              {before(first.name) && <dd class="small quiet">{words.advice_was(figure_view(before(first.name)!).value)}</dd>}
            </dl>
          )}
          <dl class="facts figures">
            {figures.filter((figure) => figure !== first).map((figure) => {
              const was = before(figure.name);
              const view = figure_view(figure);
              return <div key={figure.name}><dt>{view.name}</dt><dd>{view.value}{was && was.decimal !== figure.decimal && <span class="small changed"> {words.advice_was(figure_view(was).value)}</span>}</dd></div>;
            })}
          </dl>
          {shown.advice.length > 0 ? <ul class="advice">{shown.advice.map((line) => <li key={line}>{sentence(line)}</li>)}</ul> : advice.value && <p class="small quiet">{words.advice_none}</p>}
        </div>
      )}
    </Panel>
  );
}
