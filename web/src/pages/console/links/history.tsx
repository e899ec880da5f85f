// A link's meters over time.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { get } from '../../../api';
import { HistoryView } from '../../../protocol';
import type { Of } from '../../../decode';
import type { Link } from '../../../floor_live';
import { money } from '../../../format';
import { text } from '../../../text';
import { Segments } from '../../../ui/field';
import { Failed, Loading } from '../../../ui/notice';
import { Panel } from '../../../ui/panel';
import { Plot } from '../../../ui/plot';
import { useAnswer, type Asked } from '../../../ui/use_answer';
import { look } from '../look';
import { now_ms } from '../session';
import type { Details } from './link_parts';

const words = text.console.links;
const spans = { day: 86_400_000, week: 7 * 86_400_000, month: 31 * 86_400_000, year: 366 * 86_400_000 };
type Span = keyof typeof spans;
export type History = Of<typeof HistoryView>;

const again_ms = 30_000;
const rest_ms = 1_500; // while the game manager is still reading the past

// Requested again from time to time, because it grows.
export function useHistory(link: string, span_ms: number, points: number): Asked<History> {
  const asked = useAnswer((signal) => {
    const until = now_ms.value;
    return get(`/v1/links/${encodeURIComponent(link)}/history?since=${until - span_ms}&until=${until + 60_000}&points=${points}`, HistoryView, signal);
  }, [link, span_ms, points]);
  useEffect(() => {
    const timer = setInterval(asked.again, asked.value?.whole === false ? rest_ms : again_ms);
    return () => clearInterval(timer);
  }, [link, asked.value?.whole]);
  return asked;
}

export function HistoryPanel({ link, details }: { link: Link; details: Details }) {
  const [span, set_span] = useState<Span>('day');
  const [level, set_level] = useState('0');
  const { value, error, again } = useHistory(link.link, spans[span], 400);
  const plot = useMemo(() => {
    if (!value) return null;
    const index = Number(level);
    const seen = link.levels[index];
    // The stored points, and the current meter.
    const points = [...value.points.filter((point) => point.meters[index] !== undefined).map((point) => ({ time_ms: point.time_ms, meter: point.meters[index]! })), { time_ms: now_ms.value, meter: seen?.exact ?? seen?.meter ?? '0' }];
    const from = points[0]?.time_ms ?? 0;
    const hits = (details.hits[index] ?? []).filter((hit) => hit.time_ms > from);
    return {
      label: words.history_of(link.levels[index]?.name ?? ''), time: true, height: 260, legend: false,
      x: points.map((point) => point.time_ms / 1000),
      y_format: (amount: number) => money(amount.toFixed(2)).replace(/\.\d+$/, ''),
      lines: [{ label: link.levels[index]?.name ?? '', values: points.map((point) => Number(point.meter)), colour: '--gold', fill: true, stepped: true }],
      marks: hits.slice(-6).map((hit) => ({ x: hit.time_ms / 1000, label: money(hit.amount) })),
    };
  }, [value, level, details, look.value]); // drawn in the colors of the look
  return (
    <Panel
      title={words.history}
      actions={(
        <>
          {link.levels.length > 1 && <Segments label={words.level} value={level} options={link.levels.map((each, index) => [String(index), each.name])} onInput={set_level} />}
          <Segments label={words.span} value={span} options={[['day', words.spans.day], ['week', words.spans.week], ['month', words.spans.month], ['year', words.spans.year]]} onInput={set_span} />
        </>
      )}
    >
      {error ? <Failed error={error} again={again} /> : !plot ? <Loading lines={1} height={260} /> : plot.x.length < 2 ? <p class="nothing">{words.history_short}</p> : <Plot {...plot} />}
      {value && !value.whole && <p class="small quiet" role="status">{words.history_reading}</p>}
    </Panel>
  );
}
