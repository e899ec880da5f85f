// The value of each choice, on demand.
import { Check, Lightbulb } from 'lucide-preact';
import { money, whole_number } from '../../format';
import { text } from '../../text';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import type { Turn } from './shapes';

const words = text.practice;

function StandingBar({ standing }: { standing: NonNullable<Turn['standing']> }) {
  const parts = [
    ['ahead', words.ahead, standing.beaten],
    ['level', words.level_with, standing.tied],
    ['behind', words.behind, standing.better],
  ] as const;
  return (
    <div class="standing">
      <div class="standing-bar" aria-hidden="true">{parts.map(([name, , count]) => <i key={name} class={name} style={{ flexGrow: count }} />)}</div>
      <dl>
        {parts.map(([name, label, count]) => (
          <div key={name}><dt><i class={name} aria-hidden="true" />{label}</dt><dd class="figures">{whole_number(count)}</dd></div>
        ))}
        {standing.not_qualified !== null && <div><dt>{words.not_qualified}</dt><dd class="figures">{whole_number(standing.not_qualified)}</dd></div>}
      </dl>
      <p class="quiet small">{words.of_hands(whole_number(standing.hands))}</p>
    </div>
  );
}

export function Advice({ turn, shown, toggle }: { turn: Turn | null; shown: boolean; toggle: () => void }) {
  return (
    <Panel title={words.advice} class="advice" actions={<Button icon={Lightbulb} pressed={shown} hint="A" onClick={toggle}>{shown ? words.hide : words.show}</Button>}>
      {!shown && <p class="quiet small">{words.advice_hidden}</p>}
      {shown && !turn && <p class="quiet small">{words.advice_none}</p>}
      {shown && turn && (
        <div class="column">
          <table class="table worth">
            <thead><tr><th scope="col">{words.choice}</th><th scope="col" class="number">{words.value}</th><th scope="col" class="number">{words.cost}</th></tr></thead>
            <tbody>
              {turn.actions.map((action) => (
                <tr key={action.label} class={action.best ? 'best' : ''}>
                  <td>{action.label}{action.best && <Check size={15} strokeWidth={2.5} aria-label={words.best} />}</td>
                  <td class="number" title={action.value}>{action.value_text.replace('-', '−')}</td>
                  <td class="number" title={action.price}>{action.best ? '–' : money(action.price_text)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p class="small quiet">{words.counted(turn.counted.join(', '))}</p>
          {turn.standing && <StandingBar standing={turn.standing} />}
          <p class="small"><b>{words.rule}</b> {turn.rule}</p>
        </div>
      )}
    </Panel>
  );
}
