// Current figures on a link's card: the meter over the last day, the house edge now and as configured, break-even,
// average to the next hit.
import { useEffect } from 'preact/hooks';
import { get } from '../../../api';
import { LinkDetails } from '../../../protocol';
import { money, percent, whole_number } from '../../../format';
import { text } from '../../../text';
import { Spark } from '../../../ui/spark';
import { useAnswer } from '../../../ui/use_answer';
import { useHistory } from '../links/history';
import { time_to_hit } from '../links/now';

const words = text.console.floor;
const again_ms = 15_000;
const day_ms = 86_400_000;

export function LinkFigures({ link }: { link: string }) {
  const { value: details, again } = useAnswer((signal) => get(`/v1/links/${encodeURIComponent(link)}`, LinkDetails, signal), [link]);
  const { value: history } = useHistory(link, day_ms, 80);
  useEffect(() => {
    const timer = setInterval(again, again_ms);
    return () => clearInterval(timer);
  }, [link]);
  const edge = details?.now.edges[0];
  const level = details?.now.levels[0];
  const points = history?.points ?? [];
  return (
    <div class="link-figures">
      <Spark label={words.day_line} x={points.map((point) => point.time_ms)} values={points.map((point) => Number(point.meters[0] ?? 0))} />
      {edge && level && (
        <dl>
          <div><dt>{words.edge_now}</dt><dd><b class={edge.edge.startsWith('-') ? 'negative' : ''}>{percent(edge.edge)}</b></dd></div>
          <div><dt>{words.edge_configured}</dt><dd>{percent(edge.judged)}</dd></div>
          <div><dt>{words.break_even}</dt><dd>{money(edge.break_even[0] ?? '0')}</dd></div>
          <div><dt>{words.next_hit}</dt><dd>{time_to_hit(level) || text.console.links.wagers_to_hit(whole_number(Number(level.wagers_to_hit)))}</dd></div>
        </dl>
      )}
    </div>
  );
}
