// Results over many rounds.
import { useMemo } from 'preact/hooks';
import { text } from '../../text';
import { Panel } from '../../ui/panel';
import { Failed, Loading, Nothing } from '../../ui/notice';
import { Plot } from '../../ui/plot';
import { Segments, TextField } from '../../ui/field';
import { useAnswer } from '../../ui/use_answer';
import { whole_number } from '../../format';
import { ask_in_turn, type Game, type Session } from './answers';
import { useTyped } from './use_typed';
import { change, view, type WagerQuestion } from './view';

const words = text.math;
const rounds_offered = [100, 1000, 10_000] as const;

const share_text = (value: number) => value === 0 ? '0%' : `${(100 * value).toFixed(value < 0.001 ? 3 : value < 0.1 ? 1 : 0)}%`;

function Distribution({ session }: { session: Session }) {
  return useMemo(() => {
    const middle = session.bars.map(({ from, to }) => (from + to) / 2);
    const side = (wins: boolean) => session.bars.map(({ probability }, index) => (middle[index]! > 0 === wins ? probability : null));
    return (
      <Plot
        label={words.session}
        height={240}
        x={middle}
        x_label={words.session_axis}
        x_format={(value) => (value > 0 ? '+' : value < 0 ? '−' : '') + whole_number(Math.abs(Math.round(value)))}
        y_format={share_text}
        lines={[
          { label: words.session_lose, values: side(false), bars: true, colour: '--empty' },
          { label: words.session_win, values: side(true), bars: true, colour: '--accent' },
        ]}
        marks={[{ x: Number(session.mean.decimal), label: `${words.mean.toLowerCase()} ${session.mean_text.replace('-', '−')}` }]}
      />
    );
  }, [session]);
}

function Ruin({ session }: { session: Session }) {
  return useMemo(() => {
    const points = session.ruin_by_round ?? [];
    return <Plot label={words.ruin_plot} height={170} legend={false} x={points.map(({ rounds }) => rounds)} x_format={(value) => whole_number(Math.round(value))} x_label={words.rounds.toLowerCase()} y_format={share_text} lines={[{ label: words.ruin, values: points.map(({ risk }) => risk), fill: true, colour: '--alarm' }]} />;
  }, [session]);
}

function Shown({ session }: { session: Session }) {
  const at = (level: string) => session.quantiles.find((each) => each.level === level)!.net.replace('-', '−');
  return (
    <>
      <dl class="tiles chances">
        <div class="tile"><dt class="with-shade ahead">{words.session_ahead}</dt><dd class="figures">{session.win_percent}%</dd></div>
        <div class="tile"><dt>{words.session_even}</dt><dd class="figures">{session.even_percent}%</dd></div>
        <div class="tile"><dt class="with-shade behind">{words.session_behind}</dt><dd class="figures">{session.lose_percent}%</dd></div>
        {session.ruin_percent && <div class="tile"><dt>{words.ruin}</dt><dd class="figures">{session.ruin_percent}%</dd><dd class="tile-exact figures">{words.ruin_ever} {session.ruin_ever_percent}%</dd></div>}
      </dl>
      <Distribution session={session} />
      <p class="quiet small">{words.session_range(at('0.05'), at('0.95'))}. {words.standard_deviation} {session.deviation_text}.</p>
      {session.ruin_by_round && (
        <>
          <h3>{words.ruin_plot}</h3>
          <Ruin session={session} />
          <p class="quiet small">{words.session_says(session.stake_needed ?? 0)}</p>
        </>
      )}
    </>
  );
}

export function SessionPanel({ game, question }: { game: Game; question: WagerQuestion | null }) {
  const { rounds, bankroll } = view.value;
  const progressive = game.wagers.find(({ id }) => id === question?.wager)?.kind === 'progressive';
  const asked = question && !progressive ? { ...question, rounds, bankroll } : null;
  const { value, error, again } = useAnswer<Session | null>((signal) => (asked ? ask_in_turn<Session>('session', asked, signal) : Promise.resolve(null)), [JSON.stringify(asked)]);
  const { wrong, ...typed } = useTyped(bankroll, (units) => (units ? String(units) : ''), (text_now) => (/^\d{0,6}$/.test(text_now.trim()) ? Number(text_now) : null), (units) => change({ bankroll: units }));
  if (progressive) return <Panel title={words.session}><Nothing title={words.session_no}>{words.session_no_says}</Nothing></Panel>;
  return (
    <Panel
      title={words.session}
      class={`session-panel ${wrong ? 'of-before' : ''}`}
      actions={
        <>
          <Segments label={words.rounds} value={String(rounds)} options={rounds_offered.map((count) => [String(count), whole_number(count)] as const)} onInput={(count) => change({ rounds: Number(count) })} />
          <div class="bankroll"><TextField label={words.bankroll} after={words.units} mode="numeric" {...typed} error={wrong ? words.bankroll_wrong : undefined} /></div>
        </>
      }
    >
      {error ? <Failed error={error} again={again} /> : value ? <Shown session={value} /> : <Loading lines={6} height={36} />}
    </Panel>
  );
}
