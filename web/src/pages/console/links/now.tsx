// The current value of a link: the house edge at the current meters and in the long run, the break-even meters, and the
// average time to the next hit at the recent pace.
import { duration, money, percent, whole_number } from '../../../format';
import { text } from '../../../text';
import { Panel } from '../../../ui/panel';
import { Scrolls } from '../../../ui/scrolls';
import { game_name } from '../names';
import { seconds_of } from './figures';
import type { Details } from './link_parts';

const words = text.console.links;
type Now = Details['now'];
type Edge = Now['edges'][number];

// Games with the same odds have the same figures and share one line.
function lines_of(edges: readonly Edge[]): { games: string[]; edge: Edge }[] {
  const lines: { games: string[]; edge: Edge }[] = [];
  for (const edge of edges) {
    const same = lines.find((line) => line.edge.wager === edge.wager && line.edge.edge_exact === edge.edge_exact && line.edge.judged_exact === edge.judged_exact);
    if (same) same.games.push(edge.game);
    else lines.push({ games: [edge.game], edge });
  }
  return lines;
}

// A pace is an estimate: whole numbers.
const pace_text = (figure: string) => whole_number(Math.round(Number(figure)));

export const time_to_hit = (level: Now['levels'][number]) => (level.hours_to_hit ? duration(seconds_of(level.hours_to_hit)) : '');

export function NowPanel({ now }: { now: Now }) {
  const first = now.edges[0];
  if (!first) return null;
  const lines = lines_of(now.edges);
  return (
    <Panel title={words.now} actions={<span class="small quiet">{now.wagers_per_hour ? words.pace(pace_text(now.wagers_per_hour), pace_text(now.rounds_per_hour)) : words.no_pace}</span>}>
      <div class="now">
        <dl class="now-figure">
          <dt>{words.edge_now(money(first.wager))}</dt>
          <dd class={first.edge.startsWith('-') ? 'negative' : ''}>{percent(first.edge)}</dd>
          <dd class="small quiet">{words.edge_long_run(percent(first.judged))}</dd>
        </dl>
        {now.levels.map((level, index) => (
          <div key={level.name} class="now-level">
            <h3>{level.name}</h3>
            <dl>
              <div><dt>{words.break_even}</dt><dd>{first.break_even[index] ? money(first.break_even[index]!) : ''}</dd></div>
              <div><dt>{time_to_hit(level) ? words.next_hit : words.next_hit_wagers}</dt><dd>{time_to_hit(level) || whole_number(Number(level.wagers_to_hit))}</dd></div>
              <div><dt>{words.hit_chance}</dt><dd>{words.one_in(whole_number(Number(level.wagers_to_hit)))}</dd></div>
            </dl>
          </div>
        ))}
      </div>
      {lines.length > 1 && (
        <Scrolls way="right" class="table-frame" label={words.edges}>
          <table class="table">
            <caption class="unseen">{words.edges}</caption>
            <thead><tr><th scope="col">{words.games}</th><th scope="col" class="number">{words.wager}</th><th scope="col" class="number">{words.edge_at_meters}</th><th scope="col" class="number">{words.edge_configured}</th>{now.levels.map((level) => <th key={level.name} scope="col" class="number">{words.break_even_of(level.name)}</th>)}</tr></thead>
            <tbody>
              {lines.map(({ games, edge }) => (
                <tr key={`${edge.game} ${edge.wager}`}>
                  <td>{games.length === new Set(now.edges.map((each) => each.game)).size ? words.all_games : games.map(game_name).join(', ')}</td>
                  <td class="number">{money(edge.wager)}</td>
                  <td class="number" title={edge.edge_exact}>{percent(edge.edge)}</td>
                  <td class="number" title={edge.judged_exact}>{percent(edge.judged)}</td>
                  {edge.break_even.map((meter, index) => <td key={index} class="number">{money(meter)}</td>)}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolls>
      )}
      <p class="small quiet">{words.now_how(now.others)}</p>
    </Panel>
  );
}
