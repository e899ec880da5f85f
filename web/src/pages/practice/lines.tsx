// A settlement, wager by wager, with its reasons.
import { is_zero, money } from '../../format';
import { text } from '../../text';
import type { Line } from './shapes';

const words = text.practice;
const sentence = (line: Line) => [line.reason, line.arithmetic].filter(Boolean).join(': ');
const gain = (amount: string) => (amount.startsWith('-') || is_zero(amount) ? money(amount) : `+${money(amount)}`);

export function Lines({ lines, with_position = false }: { lines: readonly Line[]; with_position?: boolean }) {
  return (
    <ul class="lines">
      {lines.map((line, index) => (
        <li key={index} class={line.result}>
          <div class="row spread">
            <b>{with_position ? `${line.position} · ` : ''}{line.name}{line.kind === 'envy' ? ` ${words.envy}` : ''}</b>
            <span class="figures">{words.results[line.result] ?? line.result} {gain(line.net)}</span>
          </div>
          <p class="quiet small">{sentence(line)}</p>
        </li>
      ))}
    </ul>
  );
}
