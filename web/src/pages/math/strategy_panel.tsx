// How to play: the best rule that a person can remember, and what simple rules cost.
import { Download } from 'lucide-preact';
import { text } from '../../text';
import { Panel } from '../../ui/panel';
import { Failed, Loading } from '../../ui/notice';
import { State } from '../../ui/state';
import { useAnswer } from '../../ui/use_answer';
import { ask_in_turn, link_of, type Game, type Strategy } from './answers';
import { percent_text } from './figures_panel';
import { useSettled } from './use_settled';
import { strategy_question, table_query, view, type WagerQuestion } from './view';

const words = text.math;
const shades = ['--empty', '--info', '--accent', '--pending'];

// How often each choice is made, as parts of one bar.
function Choices({ of }: { of: Strategy['best'] }) {
  return (
    <div class="choices">
      <span class="choices-bar" aria-hidden="true">
        {of.choices.map(({ choice, share }, index) => <i key={choice} style={{ width: `${100 * Number(share.decimal)}%`, background: `var(${shades[index % shades.length]})` }} />)}
      </span>
      <ul>
        {of.choices.map(({ choice, share }, index) => (
          <li key={choice}><i style={{ background: `var(${shades[index % shades.length]})` }} aria-hidden="true" /><span>{choice}</span><span class="figures">{percent_text(share)}</span></li>
        ))}
      </ul>
    </div>
  );
}

function Cost({ name, of, says }: { name: string; of: Strategy['best']; says?: string }) {
  const free = of.costs.exact === '0';
  return (
    <tr>
      <th scope="row">{name}{says && <span class="quiet small">{says}</span>}</th>
      <td class="number">{percent_text(of.house_edge)}{!free && <span class="quiet small">{words.costs(of.costs.percent)}</span>}</td>
    </tr>
  );
}

function Card({ strategy }: { strategy: Strategy }) {
  const small = strategy.sentence !== undefined || strategy.prose;
  return (
    <>
      <table class={`strategy-card ${strategy.prose ? 'prose' : small ? 'few' : ''}`}>
        {!small && <thead><tr>{strategy.titles.map((title) => <th key={title} scope="col">{title}</th>)}</tr></thead>}
        <tbody>
          {strategy.rows.map(({ first, hands }) => (
            <tr key={first + hands[0]}><th scope="row">{first}</th>{hands.map((hand, index) => <td key={index}>{hand}</td>)}</tr>
          ))}
        </tbody>
      </table>
      {!small && <p class="quiet small">{words.fold_all_else}</p>}
      {strategy.opening && <p class="quiet small">{words.best_opening(strategy.opening)}</p>}
      <p class="quiet small">{strategy.dealer}</p>
      <Choices of={strategy.rule} />
      <table class="costs">
        <tbody>
          <Cost name={words.best} of={strategy.best} />
          {!strategy.prose && <Cost name={words.rule} of={strategy.rule} />}
          <Cost name={words.basic} of={strategy.basic} says={strategy.prose ? '' : strategy.basic_words} />
        </tbody>
      </table>
    </>
  );
}

export function StrategyPanel({ game, question, refused }: { game: Game; question: WagerQuestion | null; refused: boolean }) {
  const asked_now = question && strategy_question(question, game);
  const asked = useSettled(asked_now, JSON.stringify(asked_now), 400);
  const { value, error, loading, again } = useAnswer<Strategy | null>((signal) => (asked ? ask_in_turn<Strategy>('strategy', asked, signal) : Promise.resolve(null)), [JSON.stringify(asked)]);
  const base = view.value.wager === game.wagers[0]!.id;
  return (
    <Panel title={words.play_strategy} class={`strategy-panel ${refused && value ? 'of-before' : loading && value ? 'waits' : ''}`} actions={<a class="button quiet" href={link_of('card', table_query(view.value))} download><Download size={16} aria-hidden="true" />{words.card}</a>}>
      {refused && value && <p class="whose"><State of="alarm">{words.of_before}</State></p>}
      {!base && <p class="quiet small">{words.no_decision}</p>}
      {loading && value && <p class="small waiting" role="status">{words.strategy_busy}</p>}
      {error ? <Failed error={error} again={again} /> : value ? <Card strategy={value} /> : <Loading lines={6} height={24} />}
    </Panel>
  );
}
