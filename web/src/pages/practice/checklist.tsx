// The course as a checklist that fills in.
import { useEffect, useRef } from 'preact/hooks';
import { Check, CircleDashed, Eye, PenLine } from 'lucide-preact';
import { text } from '../../text';
import { Panel } from '../../ui/panel';
import type { DealView } from './shapes';

const words = text.practice;
const icons = { right: Check, corrected: PenLine, shown: Eye } as const;

export function Checklist({ view }: { view: DealView }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const frame = list.current;
    const next = frame?.querySelector<HTMLElement>('.next');
    if (frame && next) frame.scrollTop += next.getBoundingClientRect().bottom - frame.getBoundingClientRect().bottom + 8;
  }, [view.checklist.length, view.done]);
  return (
    <Panel title={words.course} class="checklist" actions={<b class="figures" role="status">{view.score.text}</b>}>
      <ol class="phases" ref={list} tabIndex={0} aria-label={words.course}>
        {view.phases.map((phase) => (
          <li key={phase.id} class={`phase ${phase.state}`}>
            <h3>{phase.name}</h3>
            <ol>
              {view.checklist.filter((row) => row.phase === phase.id).map((row, index) => {
                const Icon = icons[row.state];
                return <li key={index} class={row.state}><Icon size={16} strokeWidth={2.5} aria-label={words.row_state[row.state]} /><span>{row.text}</span></li>;
              })}
              {phase.state === 'now' && !view.done && <li class="next"><CircleDashed size={16} aria-hidden="true" /><span>{view.question?.text}</span></li>}
            </ol>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
