// Every printed paytable of the wager beside the edited one, and the published figures of the game.
import { Check, CircleDot, CircleSlash, X, type LucideIcon } from 'lucide-preact';
import { text } from '../../text';
import { Panel } from '../../ui/panel';
import { Failed, Loading, Nothing } from '../../ui/notice';
import { State, type StateName } from '../../ui/state';
import { DataTable } from '../../ui/data_table';
import { useAnswer } from '../../ui/use_answer';
import { Scrolls } from '../../ui/scrolls';
import { until_counted, ask_in_turn, look_up_in_turn, type Compared, type Comparison, type Game, type Printed } from './answers';
import { percent_text } from './figures_panel';
import { change, edits_outside, paytable_of, view, type WagerQuestion } from './view';

const words = text.math;

function Row({ row, hands, most, choose }: { row: Compared; hands: readonly string[]; most: number; choose: (id: string) => void }) {
  const edge = row.house_edge;
  return (
    <tr class={row.current ? 'current' : ''}>
      <th scope="row">
        {row.edited ? <State of="placed">{words.edited}</State> : <span class="ids">{row.ids.map((id) => <button type="button" key={id} class="link" onClick={() => choose(id)}>{id}</button>)}</span>}
      </th>
      <td class="number edge-cell">
        {edge ? <b>{percent_text(edge)}</b> : <span class="quiet" title={row.why_not}>–</span>}
        {edge && <span class="bar" aria-hidden="true"><i class={Number(edge.decimal) < 0 ? 'loss' : 'gain'} style={{ left: 0, width: `${(100 * Math.abs(Number(edge.decimal))) / most}%` }} /></span>}
      </td>
      <td class="number">{row.break_even ? row.break_even.money : row.hit_frequency ? percent_text(row.hit_frequency) : '–'}</td>
      <td class="number">{row.fixed_return ? percent_text(row.fixed_return) : row.standard_deviation ?? '–'}</td>
      {hands.map((hand) => <td key={hand} class="number">{row.pays[hand] ?? '–'}</td>)}
    </tr>
  );
}

export function ComparePanel({ game, question }: { game: Game; question: WagerQuestion | null }) {
  const { value, error, again } = useAnswer<Comparison | null>((signal) => (question ? ask_in_turn<Comparison>('compare', question, signal) : Promise.resolve(null)), [JSON.stringify(question)]);
  const wager = game.wagers.find(({ id }) => id === view.value.wager)!;
  const group = paytable_of(game, view.value).group;
  const choose = (id: string) => change({ paytables: { ...view.value.paytables, [group]: id }, edits: edits_outside(game, group), meters_cents: [], seeds_cents: [], contributions: [] });
  const most = Math.max(1e-9, ...(value?.paytables ?? []).map((row) => Math.abs(Number(row.house_edge?.decimal ?? 0))));
  const progressive = wager.kind === 'progressive';
  return (
    <Panel title={words.compare} class="compare-panel">
      <p class="quiet small">{words.compare_lead(wager.name)}</p>
      {error ? <Failed error={error} again={again} /> : !value ? <Loading lines={5} height={32} /> : (
        <Scrolls way="right" class="table-frame" label={words.compare}>
          <table class="table compact">
            <caption class="unseen">{words.compare}</caption>
            <thead>
              <tr>
                <th scope="col">{words.paytable}</th>
                <th scope="col" class="number">{words.house_edge}</th>
                <th scope="col" class="number">{progressive ? words.break_even : words.hit_frequency}</th>
                <th scope="col" class="number wraps">{progressive ? words.fixed_return : words.standard_deviation}</th>
                {value.hands.map((hand) => <th key={hand} scope="col" class="number wraps">{hand}</th>)}
              </tr>
            </thead>
            <tbody>{value.paytables.map((row) => <Row key={row.ids.join()} row={row} hands={value.hands} most={most} choose={choose} />)}</tbody>
          </table>
        </Scrolls>
      )}
    </Panel>
  );
}

export const verdict_states: Record<string, readonly [StateName, LucideIcon]> = {
  agrees: ['locked', Check],
  agrees_with_definition: ['info', Check],
  within_error: ['info', Check],
  padded: ['placed', CircleDot],
  cautious: ['info', CircleDot],
  'not decided': ['empty', CircleDot],
  exceeds_estimate: ['placed', CircleDot],
  differs: ['alarm', X],
  no_definition: ['alarm', CircleSlash],
  impossible: ['alarm', CircleSlash],
};

export function PrintedPanel({ game, ready }: { game: Game; ready: boolean }) {
  const { value, error, again } = useAnswer<{ figures: Printed[] } | null>((signal) => (ready ? until_counted(game.id, signal).then(() => look_up_in_turn<{ figures: Printed[] }>('printed', { game: game.id }, signal)) : Promise.resolve(null)), [game.id, ready]);
  const open = (row: Printed) => {
    const paytable = game.paytables.find(({ id }) => id === row.paytable);
    if (paytable) change({ wager: row.wager, paytables: { ...view.value.paytables, [paytable.group]: paytable.id }, edits: {} });
    scrollTo({ top: 0 });
  };
  return (
    <Panel title={words.printed} class="printed-panel">
      <p class="quiet small">{words.printed_lead}</p>
      {error ? <Failed error={error} again={again} /> : !value ? <Loading lines={6} height={28} /> : (
        <DataTable
          caption={words.printed}
          rows={value.figures}
          key_of={(row) => row.id}
          empty={<Nothing title={words.printed_none}>{words.printed_none_says}</Nothing>}
          columns={[
            { head: words.figure, cell: (row) => <><button type="button" class="link" onClick={() => open(row)}>{row.figure}</button></>, sort_by: (row) => row.figure },
            { head: words.paytable, cell: (row) => row.paytable, sort_by: (row) => row.paytable },
            { head: words.printed_percent, number: true, cell: (row) => `${row.printed_percent}%`, sort_by: (row) => Number(row.printed_percent) },
            { head: words.computed, number: true, cell: (row) => percent_text(row.computed), sort_by: (row) => Number(row.computed.decimal) },
            {
              head: words.verdict,
              sort_by: (row) => row.verdict,
              cell: (row) => {
                const [state, icon] = verdict_states[row.verdict] ?? ['info', CircleDot];
                return <><State of={state} icon={icon}>{words.verdicts[row.verdict] ?? row.verdict}</State><span class="quiet small below">{row.remark ?? row.definition}</span></>;
              },
            },
          ]}
        />
      )}
      {value && value.figures.length > 0 && <p class="quiet small sources">{words.printed_sources}: {[...new Set(value.figures.map(({ document }) => document))].join('; ')}.</p>}
    </Panel>
  );
}

