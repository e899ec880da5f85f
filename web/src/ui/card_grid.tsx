// The deck as small cards to choose from, by touch or keyboard: arrow keys move, Enter or Space chooses.
import { useRef, useState } from 'preact/hooks';
import type { LucideIcon } from 'lucide-preact';
import { text } from '../text';
import { Pip, type Suit } from './suit';
import './card_grid.css';

export const suits: readonly Suit[] = ['s', 'h', 'd', 'c'];
export const ranks = ['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'] as const;
const joker = 'Jk';
const plain_deck: readonly string[] = suits.flatMap((suit) => ranks.map((rank) => rank + suit));
// A deck of 53 cards has a joker, after all the others.
export const deck_of = (size: number): readonly string[] => (size > plain_deck.length ? [...plain_deck, joker] : plain_deck);

const words = text.practice;
const rank_shown = (card: string) => (card === joker ? words.joker : card[0] === 'T' ? '10' : card[0]!);
// As shown on the card, so that people who control the page by voice can say what they see.
export const card_words = (card: string) => card === joker ? words.joker : words.card(card[0] === 'T' ? '10' : words.ranks[card[0]!] ?? card[0]!, words.suits[card[1] as Suit]);

// Where a chosen card lies: a color, an icon and words.
export interface CardMark { class: string; icon: LucideIcon; says: string }

const SuitOf = ({ card }: { card: string }) => (card === joker ? null : <svg viewBox="-10 -10 20 20" aria-hidden="true"><Pip suit={card[1] as Suit} x={0} y={0} size={20} /></svg>);

export function SmallCard({ card }: { card: string }) {
  return (
    <span class={`small-card suit-${card[1]}`} role="img" aria-label={card_words(card)}>
      <b aria-hidden="true">{rank_shown(card)}</b>
      <SuitOf card={card} />
    </span>
  );
}

const steps: Record<string, readonly [number, number]> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export function CardGrid({ label, deck, marks, press }: { label: string; deck: readonly string[]; marks: ReadonlyMap<string, CardMark>; press: (card: string) => void }) {
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
    // The last row, with the joker, may be shorter than the others.
    const rows = Math.ceil(deck.length / ranks.length);
    const last_of = (at: number) => Math.min((at + 1) * ranks.length, deck.length) - 1;
    const to_row = step && (row + step[0] + rows) % rows;
    const long = last_of(row) % ranks.length + 1;
    if (step) go(Math.min(to_row! * ranks.length + ((column + step[1] + long) % long), last_of(to_row!)));
    else if (event.key === 'Home' || event.key === 'End') go(event.key === 'Home' ? row * ranks.length : last_of(row));
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
            class={`grid-card suit-${card[1]} ${card === joker ? 'joker-card' : ''} ${mark ? `chosen ${mark.class}` : ''}`}
            tabIndex={index === here ? 0 : -1}
            aria-pressed={mark !== undefined}
            aria-label={mark ? `${card_words(card)}, ${mark.says}` : card_words(card)}
            data-card={card}
            onFocus={() => set_here(index)}
            onClick={() => press(card)}
          >
            <b aria-hidden="true">{rank_shown(card)}</b>
            {Icon ? <Icon size={16} aria-hidden="true" /> : <SuitOf card={card} />}
          </button>
        );
      })}
    </div>
  );
}
