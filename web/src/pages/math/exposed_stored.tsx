// House edge by number of players: curve, table, how many spots leave the house its edge, and the simple rules.
import { useMemo, useState } from 'preact/hooks';
import { CircleDot } from 'lucide-preact';
import { whole_number } from '../../format';
import { text } from '../../text';
import { Button } from '../../ui/button';
import { DataTable } from '../../ui/data_table';
import { Panel } from '../../ui/panel';
import { Plot } from '../../ui/plot';
import { Scrolls } from '../../ui/scrolls';
import { State } from '../../ui/state';
import type { Estimate, Exposed, ExposedRow, SeenVerdict, Spots } from './answers';
import { verdict_states } from './compare_panel';
import { percent_text } from './figures_panel';
import { change, view } from './view';

const words = text.math.exposed;
const rules_shown = 6;

const minus = (figure: string) => figure.replace('-', '−');
const percents = (decimal: string) => 100 * Number(decimal);

function Curve({ exposed }: { exposed: Exposed }) {
  return useMemo(() => {
    const basic = percents(exposed.basic!.edge.decimal);
    const values = (of: (row: ExposedRow) => Estimate) => [basic, ...exposed.rows.map((row) => percents(of(row).decimal))];
    const intervals = [null, ...exposed.rows.map(({ edge }) => (Number(edge.half_width) > 0 ? ([percents(edge.least), percents(edge.most)] as const) : null))];
    return (
      <Plot
        label={words.curve}
        height={280}
        x={[1, ...exposed.rows.map(({ players }) => players)]}
        x_label={words.players_axis}
        x_format={String}
        y_format={(value) => minus(`${value.toFixed(Number.isInteger(value) ? 0 : 2)}%`)}
        whole
        zero={words.zero}
        lines={[
          { label: words.perfect, values: values((row) => row.edge), colour: '--accent', points: true, intervals },
          ...(exposed.rules_by_counting ? [{ label: words.simple, values: values((row) => row.simple_edge), colour: '--info', dash: true, points: true }] : []),
        ]}
      />
    );
  }, [exposed]);
}

const spots_text = ({ all, certain, players_max }: Spots) => (all ? words.spots_all(players_max) : words.spots_to(certain));
const spots_note = ({ in_doubt, certain }: Spots) => (in_doubt ? words.spots_doubt(certain + 1) : words.spots_says);

function Verdicts({ exposed }: { exposed: Exposed }) {
  const advice = exposed.printed.find(({ id }) => id === `${exposed.game}-spots`);
  const [state, icon] = verdict_states[advice?.verdict ?? ''] ?? ['info', CircleDot];
  return (
    <dl class="tiles">
      <div class="tile"><dt>{words.basic_edge}</dt><dd class="figures">{exposed.basic!.edge.half_width ? minus(exposed.basic!.edge.text) : percent_text(exposed.basic!.edge)}</dd><dd class="tile-exact">{words.basic_edge_says(exposed.basic_play, !exposed.basic!.edge.half_width)}</dd></div>
      {(['perfect', 'simple'] as const).filter((way) => way === 'perfect' || exposed.rules_by_counting).map((way) => (
        <div class="tile" key={way} data-test={`spots-${way}`}><dt>{way === 'perfect' ? words.spots_perfect : words.spots_simple}</dt><dd class="figures">{spots_text(exposed.spots![way])}</dd><dd class="tile-exact">{spots_note(exposed.spots![way])}</dd></div>
      ))}
      {advice && <div class="tile"><dt>{words.spots_document}</dt><dd class="figures">{Number(advice.printed) ? words.spots_to(Number(advice.printed)) : advice.printed}</dd><dd class="tile-verdict"><State of={state} icon={icon}>{words.verdicts[advice.verdict] ?? text.math.verdicts[advice.verdict] ?? advice.verdict}</State></dd></div>}
    </dl>
  );
}

function Figure({ of, strong = false }: { of: { text: string }; strong?: boolean }) {
  const [value, error] = minus(of.text).replace(/ ?%$/, '').split(' ± ');
  return <>{strong ? <b>{value}</b> : value}{error && <span class="quiet error-width"> ± {error}</span>}</>;
}

function Rows({ exposed }: { exposed: Exposed }) {
  const chosen = view.value.players;
  return (
    <Scrolls way="right" class="table-frame" label={words.curve}>
      <table class="table compact stored-table">
        <caption class="unseen">{words.curve}</caption>
        <thead>
          <tr>
            <th scope="col">{words.players}</th><th scope="col" class="number wraps">{words.cards_seen}</th><th scope="col" class="number">{words.edge}, %</th>{exposed.rules_by_counting && <th scope="col" class="number wraps">{words.edge_simple}, %</th>}
            <th scope="col" class="number wraps">{words.per_total}, %</th><th scope="col" class="number">{words.gain}, %</th><th scope="col" class="number wraps">{words.changed}, %</th>
          </tr>
        </thead>
        <tbody>
          <tr><th scope="row"><span class="players-one">1</span></th><td class="number">0</td><td class="number"><Figure of={exposed.basic!.edge} strong /></td>{exposed.rules_by_counting && <td class="number quiet">–</td>}<td class="number"><Figure of={exposed.basic!.edge_per_total} /></td><td class="number quiet">–</td><td class="number quiet">–</td></tr>
          {exposed.rows.map((row) => (
            <tr key={row.players} class={row.players === chosen ? 'current' : ''}>
              <th scope="row"><button type="button" class="players-chosen" aria-pressed={row.players === chosen} aria-label={words.show_rules(row.players)} onClick={() => change({ players: row.players })}>{row.players}</button></th>
              <td class="number">{row.cards_seen}</td>
              <td class={`number ${Number(row.edge.most) < 0 ? 'gave' : ''}`}><Figure of={row.edge} strong /></td>
              {exposed.rules_by_counting && <td class="number"><Figure of={row.simple_edge} /></td>}
              <td class="number"><Figure of={row.edge_per_total} /></td>
              <td class="number"><Figure of={row.gain} /></td>
              <td class="number"><Figure of={row.changed} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

const how_made = (row: ExposedRow) => (row.exact ? words.how_exact : words.how_sampled(whole_number(row.deals), row.key, whole_number(row.blocks), row.version));

function Rules({ row }: { row: ExposedRow }) {
  const [all, set_all] = useState(false);
  const { count, rules } = row.simple_rules;
  const shown = all ? rules : rules.slice(0, rules_shown);
  return (
    <div class="simple-rules" data-test="rules">
      <h3>{words.rules_title(row.players)}</h3>
      {rules.length === 0 ? <p class="quiet">{words.rules_none}</p> : (
        <>
          <p>{words.rules_count(count ?? '')}</p>
          <table class="strategy-card">
            <thead><tr><th scope="col">{words.rules_with}</th><th scope="col">{words.rules_when}</th><th scope="col">{words.rules_do}</th></tr></thead>
            <tbody>{shown.map((rule) => <tr key={rule.with + rule.when}><td>{rule.with}</td><td class="when">{rule.when.replace(/^at /, '')}</td><td><b>{rule.do.split(' instead of ')[0]}</b> <span class="quiet">instead of {rule.do.split(' instead of ')[1]}</span></td></tr>)}</tbody>
          </table>
          {rules.length > shown.length && <Button kind="quiet" class="more-rules" onClick={() => set_all(true)}>{words.rules_more(rules.length - shown.length)}</Button>}
        </>
      )}
      <p class="quiet small">{how_made(row)}</p>
    </div>
  );
}

// `other_than`: the paytable that the figures are for, if other pays are selected. The note replaces the lead, so
// nothing moves.
export function StoredPanel({ exposed, other_than }: { exposed: Exposed; other_than: string | null }) {
  const { players } = view.value;
  const row = exposed.rows.find((each) => each.players === players);
  return (
    <Panel title={words.curve} class="stored-panel" actions={other_than !== null && <State of="placed">{words.printed_pays}</State>}>
      <p class={`small lead ${other_than === null ? 'quiet' : 'of-print'}`} role="status">{other_than === null ? words.curve_lead(exposed.wager, exposed.note) : words.stored_of(other_than)}</p>
      <Verdicts exposed={exposed} />
      <Curve exposed={exposed} />
      <Rows exposed={exposed} />
      {!exposed.rules_by_counting ? row && <p class="quiet small">{how_made(row)}</p> : row ? <Rules key={players} row={row} /> : <p class="quiet small">{words.rules_one}</p>}
    </Panel>
  );
}

export function SeenVerdicts({ rows }: { rows: readonly SeenVerdict[] }) {
  return (
    <Panel title={words.printed} class="printed-panel">
      <p class="quiet small">{words.printed_lead}</p>
      <DataTable
        caption={words.printed}
        rows={rows}
        key_of={(row) => row.id}
        columns={[
          { head: text.math.figure, cell: (row) => row.figure.replace(/^[^:,]*[:,] /, ''), sort_by: (row) => row.figure },
          { head: text.math.printed_percent, number: true, cell: (row) => (row.printed === 'rule' ? words.rule_word : minus(row.printed)) },
          { head: text.math.computed, number: true, cell: (row) => minus(row.computed_words) },
          {
            head: text.math.verdict,
            sort_by: (row) => row.verdict,
            cell: (row) => {
              const [state, icon] = verdict_states[row.verdict] ?? ['info', CircleDot];
              return <State of={state} icon={icon}>{words.verdicts[row.verdict] ?? text.math.verdicts[row.verdict] ?? row.verdict}</State>;
            },
          },
        ]}
      />
      <p class="quiet small sources">{text.math.printed_sources}: {[...new Set(rows.map(({ document }) => document))].join('; ')}.</p>
    </Panel>
  );
}
