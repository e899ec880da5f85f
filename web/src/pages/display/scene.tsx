// A win, on the full screen.
import { money_parts } from '../../format';
import { hand_name } from '../../names';
import { text } from '../../text';
import { unit_of } from './fit';
import { cents_of, reels_needed } from './rolling';
import type { Win } from './wins';

const words = text.display;

export function Amount({ amount }: { amount: string }) {
  const { sign, whole, cents } = money_parts(amount);
  return (
    <div class="meter" style={unit_of(reels_needed(cents_of(amount)))}>
      <span class="unseen">{sign}{whole}.{cents}</span>
      <div class="reels" aria-hidden="true">
        {[...whole].map((sign, index) => <span key={index} class={sign === ',' ? 'group' : /\d/.test(sign) ? 'figure' : 'currency'}>{sign}</span>)}
        {[...cents].map((digit, index) => <span key={`${index}-cent`} class="figure cent">{digit}</span>)}
      </div>
    </div>
  );
}

export function Scene({ win }: { win: Win }) {
  return (
    <section class="scene" role="status" aria-label={words.won}>
      <p class="scene-title">{win.title}</p>
      <h2>{words.won_level(win.level)}</h2>
      <Amount amount={win.amount} />
      <p class="scene-hand">{hand_name(win.hand)}</p>
      <p class="scene-table">{words.at_table(win.table)}</p>
    </section>
  );
}
