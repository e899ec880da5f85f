// The house edge, large and exact, and the outcomes that add up to it.
import { useEffect, useState } from 'preact/hooks';
import { TrendingDown, TrendingUp, Undo2 } from 'lucide-preact';
import { text } from '../../text';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { State } from '../../ui/state';
import { Failed, Loading, Notice } from '../../ui/notice';
import { look_up, type Figures, type Outcome, type Progress, type Share } from './answers';
import { change } from './view';

const words = text.math;

export const signed = (share: Share) => `${share.percent.startsWith('-') ? '−' + share.percent.slice(1) : '+' + share.percent}%`;
export const percent_text = (share: Share) => `${share.percent.replace('-', '−')}%`;
const group = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
export const grouped = group;

const time_text = (microseconds: number) => (microseconds < 10_000 ? `${(microseconds / 1000).toFixed(1)} ms` : microseconds < 1_000_000 ? `${Math.round(microseconds / 1000)} ms` : `${(microseconds / 1_000_000).toFixed(1)} s`);

// A long fraction breaks at its bar, never within a number.
export function Fraction({ exact }: { exact: string }) {
  const [above, below] = exact.replace('-', '−').split('/');
  return <span class="fraction figures">{group(above!)}{below && <>/<wbr />{group(below)}</>}</span>;
}

// The change made by the edited pays, or the note that the figures are for earlier pays, appears beside the heading,
// where nothing moves.
function Edge({ figures, refused }: { figures: Figures; refused: boolean }) {
  const { house_edge, change: changed, printed } = figures;
  const moved = changed && changed.house_edge.exact !== '0' ? changed.house_edge : null;
  const Icon = moved?.percent.startsWith('-') ? TrendingDown : TrendingUp;
  return (
    <div class="edge" aria-live="polite">
      <div class="edge-head">
        <h2 class="truncate">{words.house_edge_of(figures.name)}</h2>
        {refused ? <State of="alarm">{words.of_before}</State> : moved && printed && (
          <span class="edge-moved">
            <b class={moved.percent.startsWith('-') ? 'down' : 'up'}><Icon size={18} aria-hidden="true" />{signed(moved)}</b>
            <span class="quiet small">{words.against(figures.paytable, percent_text(printed.house_edge))}</span>
          </span>
        )}
      </div>
      <output class="edge-large figures" data-test="edge">{percent_text(house_edge)}</output>
      <p class="edge-exact"><span class="quiet">{words.exact} </span><Fraction exact={house_edge.exact} /></p>
    </div>
  );
}

function Tile({ label, value, exact }: { label: string; value: string; exact?: string | undefined }) {
  return (
    <div class="tile">
      <dt>{label}</dt>
      <dd class="figures">{value}</dd>
      {exact && exact.length < 16 && <dd class="tile-exact figures">= {exact}</dd>}
    </div>
  );
}

function Tiles({ figures }: { figures: Figures }) {
  if (figures.kind === 'progressive') {
    return (
      <dl class="tiles">
        <Tile label={words.return} value={percent_text(figures.return!)} exact={figures.return!.exact} />
        <Tile label={words.fixed_return} value={percent_text(figures.fixed_return!)} exact={figures.fixed_return!.exact} />
        <Tile label={words.envy_return} value={percent_text(figures.envy_return!)} exact={figures.envy_return!.exact} />
        {figures.levels?.map(({ level, break_even }) => <Tile key={level} label={level === 'meter' ? words.break_even : `${words.break_even} ${level}`} value={break_even.money} exact={break_even.exact} />)}
      </dl>
    );
  }
  const raised = figures.average_total_wager!.exact !== '1';
  return (
    <dl class="tiles">
      <Tile label={words.hit_frequency} value={percent_text(figures.hit_frequency)} exact={figures.hit_frequency.exact} />
      {raised && <Tile label={words.per_total} value={percent_text(figures.element_of_risk!)} exact={figures.element_of_risk!.exact} />}
      {raised && <Tile label={words.total_wager} value={Number(figures.average_total_wager!.decimal).toFixed(4)} exact={figures.average_total_wager!.exact} />}
      <Tile label={words.standard_deviation} value={figures.standard_deviation!} />
      {!raised && <Tile label={words.skewness} value={figures.skewness!} />}
    </dl>
  );
}

// Lengths are for display: the longest bar fills its side.
function Bar({ row, most_up, most_down }: { row: Outcome; most_up: number; most_down: number }) {
  const value = Number(row.contribution.decimal);
  const zero = (100 * most_down) / (most_up + most_down);
  const length = (100 * Math.abs(value)) / (most_up + most_down);
  return (
    <span class="bar" aria-hidden="true">
      <i class="axis" style={{ left: `${zero}%` }} />
      <i class={value < 0 ? 'loss' : 'gain'} style={{ left: `${value < 0 ? zero - length : zero}%`, width: `${Math.max(length, value === 0 ? 0 : 0.6)}%` }} />
    </span>
  );
}

function OutcomeTable({ figures }: { figures: Figures }) {
  const values = figures.outcomes.map(({ contribution }) => Number(contribution.decimal));
  const most_up = Math.max(...values, 1e-9);
  const most_down = Math.max(...values.map((value) => -value), 0);
  const progressive = figures.kind === 'progressive';
  const folds = figures.outcomes.some(({ folded }) => folded);
  return (
    <table class={`table outcomes ${figures.outcomes.some(({ outcome }) => outcome.length > 24) ? 'long-names' : ''}`}>
      <caption class="unseen">{words.outcomes}</caption>
      <thead>
        <tr>
          <th scope="col">{words.outcome}</th>
          <th scope="col" class="number">{progressive ? words.pays : words.net}</th>
          <th scope="col" class="number deals">{words.deals}</th>
          <th scope="col" class="number">{words.probability}</th>
          <th scope="col" class="number contribution">{progressive ? words.returns : words.contributes}</th>
        </tr>
      </thead>
      <tbody>
        {figures.outcomes.map((row, index) => (
          <tr key={`${row.outcome}-${index}`} class={row.change ? 'changed' : ''}>
            <th scope="row">{row.outcome}{folds && row.folded ? <span class="quiet"> (−{row.folded.percent}% folded)</span> : null}</th>
            <td class="number">{row.net?.text.replace('-', '−') ?? row.pays}{(row.printed_net || row.printed_pays) && <s class="quiet">{row.printed_net?.text.replace('-', '−') ?? row.printed_pays}</s>}</td>
            <td class="number deals">{group(row.deals)}</td>
            <td class="number">{percent_text(row.probability)}<span class="deals-below">{group(row.deals)}</span></td>
            <td class="number contribution">
              <span>{row.change && <b class={row.change.percent.startsWith('-') ? 'gave' : 'took'}>{signed(row.change)}</b>}{percent_text(row.contribution)}</span>
              <Bar row={row} most_up={most_up} most_down={most_down} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{words.total}</th>
          <td />
          <td class="number deals">{group(figures.deals)}</td>
          <td class="number">{progressive ? percent_text(figures.hit_frequency) : '100%'}<span class="deals-below">{group(figures.deals)}</span></td>
          <td class="number">{progressive ? percent_text(figures.return!) : figures.house_edge.percent.startsWith('-') ? `+${figures.house_edge.percent.slice(1)}%` : `−${figures.house_edge.percent}%`}</td>
        </tr>
      </tfoot>
    </table>
  );
}

// Shown while a game is counted for the first time, which takes longer than other answers.
function Counting({ game }: { game: string }) {
  const [progress, set_progress] = useState<Progress | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const timer = setInterval(() => look_up<Progress>('progress', { game }, abort.signal).then(set_progress, () => undefined), 400);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [game]);
  if (!progress?.busy) return null;
  const share = progress.steps > 0 ? progress.done / progress.steps : 0;
  return (
    <div class="counting" role="status">
      <span>{progress.counting ? words.counting(progress.counting) : words.counting_begins}</span>
      <progress value={share} max={1} aria-label={words.counting_begins} />
    </div>
  );
}

interface Props {
  figures: Figures | null; // for the last valid pays
  loading: boolean;
  error: Error | null;
  refused: boolean; // the current pays were refused
  untold: readonly (readonly [edit: string, why: string])[]; // why, if no field shows it
  again: () => void;
  game: string;
}

function RefusedPays({ untold, shown }: { untold: Props['untold']; shown: boolean }) {
  if (untold.length === 0) return null;
  return (
    <Notice kind="alarm">
      <div class="row spread wrap">
        <div class="grow">
          {untold.map(([edit, why]) => <p key={edit}>{edit ? <b>{edit.slice(edit.indexOf('/') + 1)}: </b> : null}{why}</p>)}
          {!shown && <p class="small">{words.none_before}</p>}
        </div>
        <Button icon={Undo2} onClick={() => change({ edits: {} })}>{words.put_back_all}</Button>
      </div>
    </Notice>
  );
}

export function FiguresPanel({ figures, loading, error, refused, untold, again, game }: Props) {
  return (
    <Panel class={`figures-panel ${refused ? 'of-before' : ''}`}>
      {loading && <Counting game={game} />}
      {error && <Failed error={error} again={again} />}
      <RefusedPays untold={untold} shown={figures !== null} />
      {!figures ? (
        !error && !refused && <Loading lines={8} height={28} />
      ) : (
        <>
          <Edge figures={figures} refused={refused} />
          {figures.warnings.map((warning) => <Notice key={warning} kind="placed">{warning}</Notice>)}
          <Tiles figures={figures} />
          {figures.kind === 'progressive' && words.meters_at[figures.meters_from!] && <p class="quiet small">{words.meters_at[figures.meters_from!]}</p>}
          <div class="outcomes-frame"><OutcomeTable figures={figures} /></div>
          {figures.by_hands && (
            <div class="by-hands">
              <h3>{words.by_hands}</h3>
              <dl class="tiles">
                {figures.by_hands.map(({ hands, house_edge }) => <Tile key={hands} label={`${hands} ${words.hands.split(' ')[0]!.toLowerCase()}`} value={percent_text(house_edge)} />)}
              </dl>
            </div>
          )}
          <p class="quiet small made">{words.made_in(time_text(figures.microseconds))}</p>
        </>
      )}
    </Panel>
  );
}
