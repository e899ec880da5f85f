// The progressive: where a dollar goes, and how the edge falls as the meter rises.
import { useMemo, useState } from 'preact/hooks';
import { text } from '../../text';
import { Panel } from '../../ui/panel';
import { Failed, Loading, Notice, Nothing } from '../../ui/notice';
import { Plot } from '../../ui/plot';
import { Segments, TextField } from '../../ui/field';
import { useAnswer, type Asked } from '../../ui/use_answer';
import { whole_number } from '../../format';
import { ask_in_turn, type Curve, type Game, type Meter } from './answers';
import { MoneyField } from './chooser';
import { grouped, percent_text } from './figures_panel';
import { useTyped } from './use_typed';
import { change, view, type WagerQuestion } from './view';

const words = text.math;
const parts = ['fixed_pays', 'envy', 'contributions', 'reserves', 'seeds', 'house'] as const;
const shades: Record<(typeof parts)[number], string> = { fixed_pays: '--empty', envy: '--info', contributions: '--placed', reserves: '--gold', seeds: '--pending', house: '--accent' };

const money_axis = (value: number) => (value >= 1_000_000 ? `$${value / 1_000_000} M` : `$${whole_number(Math.round(value))}`);

function Dollar({ meter }: { meter: Meter }) {
  return (
    <div class="choices">
      <span class="choices-bar" aria-hidden="true">
        {parts.map((part) => <i key={part} style={{ width: `${Math.max(0, 100 * Number(meter.advantage[part].decimal))}%`, background: `var(${shades[part]})` }} />)}
      </span>
      <ul>
        {parts.map((part) => (
          <li key={part}><i style={{ background: `var(${shades[part]})` }} aria-hidden="true" /><span>{words.meter_parts[part]}</span><span class="figures">{percent_text(meter.advantage[part])}</span></li>
        ))}
      </ul>
    </div>
  );
}

function EdgeCurve({ curve }: { curve: Curve }) {
  return useMemo(() => {
    const marks = [
      { x: Number(curve.seed.decimal), label: `${words.seed.toLowerCase()} ${curve.seed.money}` },
      { x: Number(curve.break_even.decimal), label: `${words.break_even.toLowerCase()} ${curve.break_even.money}` },
    ];
    return (
      <Plot
        label={words.meter}
        height={250}
        x={curve.points.map(([meter]) => meter)}
        x_format={money_axis}
        x_label={words.meter_axis}
        y_format={(value) => `${value.toFixed(Number.isInteger(value) ? 0 : 2)}%`.replace('-', '−')}
        lines={[{ label: words.house_edge, values: curve.points.map(([, edge]) => edge), fill: true }]}
        marks={marks}
      />
    );
  }, [curve]);
}

function HitPlot({ curve }: { curve: Curve }) {
  return useMemo(() => {
    const bars = curve.hit_bars ?? [];
    return (
      <Plot
        label={words.meter_found}
        height={170}
        legend={false}
        x={bars.map(([from, to]) => (from + to) / 2)}
        x_format={money_axis}
        y_format={(value) => `${(100 * value).toFixed(1)}%`}
        lines={[{ label: words.meter_found, values: bars.map(([, , probability]) => probability), bars: true, colour: '--gold' }]}
        marks={curve.mean_at_hit ? [{ x: Number(curve.mean_at_hit.decimal), label: `${words.meter_mean} ${curve.mean_at_hit.money}` }] : []}
      />
    );
  }, [curve]);
}

const rate_of = (typed: string) => (/^\d{1,3}(\.\d{0,4})?$/.test(typed.trim()) && Number(typed) <= 100 ? typed.trim() : null);

function RateField({ rate, onInput }: { rate: string; onInput: (rate: string) => void }) {
  const { wrong, ...typed } = useTyped(rate, (value) => value, rate_of, onInput);
  return <TextField label={words.contribution} after="%" mode="decimal" {...typed} error={wrong ? words.rate_wrong : undefined} />;
}

function Levels({ meter }: { meter: Meter }) {
  const now = view.value;
  const seeds = meter.levels.map(({ seed_cents }, at) => now.seeds_cents[at] ?? seed_cents);
  const rates = meter.levels.map(({ contribution }, at) => now.contributions[at] ?? contribution);
  const replaced = <T,>(list: readonly T[], at: number, value: T) => list.map((each, index) => (index === at ? value : each));
  return (
    <div class="levels">
      {meter.levels.map((level, at) => (
        <fieldset key={level.level}>
          <legend>{level.level === 'meter' ? words.meter_at('meter') : level.level}<span class="quiet small">{words.wagers_to_win(grouped(level.one_in))}</span></legend>
          <MoneyField label={words.seed} cents={seeds[at]!} onInput={(cents) => change({ seeds_cents: replaced(seeds, at, cents) })} />
          <RateField rate={rates[at]!} onInput={(rate) => change({ contributions: replaced(rates, at, rate) })} />
        </fieldset>
      ))}
    </div>
  );
}

function ByPlayers({ meter }: { meter: Meter }) {
  return (
    <table class="table compact">
      <caption class="unseen">{words.by_players}</caption>
      <thead><tr><th scope="col" class="number">{words.players}</th><th scope="col" class="number">{words.house_edge}</th><th scope="col" class="number">{words.long_run}</th><th scope="col" class="number">{words.break_even}</th></tr></thead>
      <tbody>
        {meter.by_players.map((row) => (
          <tr key={row.players} class={row.players === meter.players ? 'current' : ''}>
            <td class="number">{row.players}</td><td class="number">{percent_text(row.house_edge)}</td><td class="number">{percent_text(row.long_run)}</td><td class="number">{row.break_even.money}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Curves({ meter }: { meter: Meter }) {
  const [level, set_level] = useState(0);
  const curve = meter.curves[Math.min(level, meter.curves.length - 1)]!;
  return (
    <>
      <Levels meter={meter} />
      {meter.curves.length > 1 && <div><Segments label={words.level} value={curve.level} options={meter.curves.map((each) => [each.level, each.level] as const)} onInput={(name) => set_level(meter.curves.findIndex((each) => each.level === name))} /></div>}
      <EdgeCurve curve={curve} />
      {curve.hit_bars && (
        <>
          <h3>{words.meter_found}</h3>
          <HitPlot curve={curve} />
        </>
      )}
      <h3>{words.meter_long}</h3>
      <Dollar meter={meter} />
    </>
  );
}

// One answer, two panels: the meter's curves, and the figures by number of players.
export function useMeter(question: WagerQuestion | null) {
  const { seeds_cents, contributions } = view.value;
  const complete = (rate: string) => rate.replace(/\.$/, '');
  const asked = question && { ...question, wager: 'progressive', seeds_cents, contributions: contributions.map(complete) };
  return useAnswer<Meter | null>((signal) => (asked ? ask_in_turn<Meter>('meter', asked, signal) : Promise.resolve(null)), [JSON.stringify(asked)]);
}

interface Parts { game: Game; meter: Asked<Meter | null> }

export function MeterPanel({ game, meter: { value, error, again } }: Parts) {
  const id = view.value.paytables['progressive'] ?? game.groups.find((group) => group.id === 'progressive')?.default ?? '';
  return (
    <Panel title={<h2>{words.meter} <span class="quiet">{id}</span></h2>} class="meter-panel">
      {!id ? <Nothing title={words.meter_none}>{words.meter_none_says}</Nothing> : error ? <Failed error={error} again={again} /> : value ? <Curves meter={value} /> : <Loading lines={6} height={36} />}
    </Panel>
  );
}

export function PlayersPanel({ meter: { value } }: Parts) {
  if (!value) return null;
  return (
    <Panel title={<h2>{words.by_players} <span class="quiet">{value.paytable}</span></h2>} class="players-panel">
      <ByPlayers meter={value} />
      {value.advice.map(({ code, text: advice }) => <Notice key={code} kind="info">{advice}</Notice>)}
    </Panel>
  );
}
