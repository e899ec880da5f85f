// A large meter of rolling digits. A digit is a reel, moved only by a transform. The width follows from the number of
// digits, so nothing is measured and nothing else on the page moves.
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { currency, money } from '../../format';
import { unit_of } from './fit';
import { move, rest, type Draw } from './frames';
import { cents_of, reels_needed, reels_of, retarget, shown_at, still, type Roll } from './rolling';

const strip = '0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n0';
const line_height = 1.16; // of .strip

const wants_stillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

interface Reel {
  strip: HTMLElement;
  at: number; // as drawn
}

interface Props {
  amount: string;
  pending: string; // if a claim on the level came or went, the meter is set instead of rolled
  at_once: boolean; // hidden: set it without rolling
  fit_count: number; // sized as if it had at least this many digits
  fit_part: number; // of the width
}

export function Meter({ amount, pending, at_once, fit_count, fit_part }: Props) {
  const cents = cents_of(amount);
  const count = reels_needed(cents);
  const reels = useRef<Reel[]>([]); // last cent first
  const roll = useRef<Roll>(still(cents, 0));
  const pending_before = useRef(pending);
  const draw = useMemo<Draw>(() => (now_ms) => {
    const shown = shown_at(roll.current, now_ms);
    const seen = reels_needed(shown);
    reels_of(shown, reels.current.length).forEach((at, index) => {
      const reel = reels.current[index]!;
      if (reel.at === at) return;
      reel.at = at;
      reel.strip.style.transform = `translateY(${(-at * line_height).toFixed(4)}em)`;
      reel.strip.parentElement!.classList.toggle('ahead', index >= seen && at === 0);
    });
    return shown < roll.current.target;
  }, []);

  useLayoutEffect(() => {
    const now_ms = performance.now();
    const set = at_once || pending !== pending_before.current || wants_stillness();
    pending_before.current = pending;
    roll.current = set ? still(cents, now_ms) : retarget(roll.current, cents, now_ms);
    reels.current.length = count;
    for (const reel of reels.current) reel.at = -1;
    if (draw(now_ms)) move(draw);
  }, [cents, pending, at_once]);
  useEffect(() => () => rest(draw), []);

  return (
    <div class="meter" style={unit_of(Math.max(count, fit_count), fit_part)}>
      <span class="unseen">{money(amount)}</span>
      <div class="reels" aria-hidden="true">
        <span class="currency">{currency}</span>
        {Array.from({ length: count }, (_, place) => {
          const index = count - 1 - place;
          return [
            <span key={index} class={index < 2 ? 'reel cent' : 'reel'}>
              <span class="strip" ref={(element) => { if (element) reels.current[index] = { strip: element, at: -1 }; }}>{strip}</span>
            </span>,
            index > 2 && (index - 2) % 3 === 0 ? <span key={`${index}-group`} class="group">,</span> : null,
          ];
        })}
      </div>
    </div>
  );
}
