// The deck as small cards to choose from, by touch and by keyboard: arrow keys walk, Enter or Space chooses.
import { useRef, useState } from 'preact/hooks';
import type { LucideIcon } from 'lucide-preact';
import { text } from '../text';
import { Pip, type Suit } from './suit';
import './card_grid.css';

export const suits: readonly Suit[] = ['s', 'h', 'd', 'c'];
export const ranks = ['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'] as const;
export const deck: readonly string[] = suits.flatMap((suit) => ranks.map((rank) => rank + suit));

const words = text.practice;
const rank_shown = (card: string) => (card[0] === 'T' ? '10' : card[0]!);
// As it is shown: whoever speaks to the page says what stands on the card.
export const card_words = (card: string) => words.card(card[0] === 'T' ? '10' : words.ranks[card[0]!] ?? card[0]!, words.suits[card[1] as Suit]);

// Where a chosen card lies: a colour, an icon and words.
export interface CardMark { class: string; icon: LucideIcon; says: string }

export function SmallCard({ card }: { card: string }) {
  return (
    <span class={`small-card suit-${card[1]}`} role="img" aria-label={card_words(card)}>
      <b aria-hidden="true">{rank_shown(card)}</b>
      <svg viewBox="-10 -10 20 20" aria-hidden="true"><Pip suit={card[1] as Suit} x={0} y={0} size={20} /></svg>
    </span>
  );
}

const steps: Record<string, readonly [number, number]> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export function CardGrid({ label, marks, press }: { label: string; marks: ReadonlyMap<string, CardMark>; press: (card: string) => void }) {
  const frame = useRef<HTMLDivElement>(null);
  const [here, set_here] = useState(0);
  const go = (index: number) => {
    set_here(index);
    frame.current!.querySelectorAll('button')[index]?.focus();
  };
  const walk = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const column = here % ranks.length;
    const row = Math.floor(here / ranks.length);
    if (step) go(((row + step[0] + suits.length) % suits.length) * ranks.length + ((column + step[1] + ranks.length) % ranks.length));
    else if (event.key === 'Home' || event.key === 'End') go(row * ranks.length + (event.key === 'Home' ? 0 : ranks.length - 1));
    else return;
    event.preventDefault();
  };
  return (
    <div ref={frame} class="card-grid" role="group" aria-label={label} onKeyDown={walk}>
      {deck.map((card, index) => {
        const mark = marks.get(card);
        const Icon = mark?.icon;
        return (
          <button
            key={card}
            type="button"
            class={`grid-card suit-${card[1]} ${mark ? `chosen ${mark.class}` : ''}`}
            tabIndex={index === here ? 0 : -1}
            aria-pressed={mark !== undefined}
            aria-label={mark ? `${card_words(card)}, ${mark.says}` : card_words(card)}
            data-card={card}
            onFocus={() => set_here(index)}
            onClick={() => press(card)}
          >
            <b aria-hidden="true">{rank_shown(card)}</b>
            {Icon ? <Icon size={16} aria-hidden="true" /> : <svg viewBox="-10 -10 20 20" aria-hidden="true"><Pip suit={card[1] as Suit} x={0} y={0} size={20} /></svg>}
          </button>
        );
      })}
    </div>
  );
}
