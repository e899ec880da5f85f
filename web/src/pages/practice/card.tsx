// Draws a playing card. Large cards have pips and court figures; small ones a large index, to stay readable.
import { text } from '../../text';
import { Court } from './court';
import { Pip, type Suit } from '../../ui/suit';

const words = text.practice;

// Positions of the pips of two to ten. Below the middle they are upside down.
const columns = { left: 35, middle: 50, right: 65 };
const both = (...ys: number[]) => ys.flatMap((y) => [[columns.left, y], [columns.right, y]] as [number, number][]);
const middle = (...ys: number[]) => ys.map((y) => [columns.middle, y] as [number, number]);
const places: Record<string, [number, number][]> = {
  '2': middle(28, 112),
  '3': middle(28, 70, 112),
  '4': both(28, 112),
  '5': [...both(28, 112), ...middle(70)],
  '6': both(28, 70, 112),
  '7': [...both(28, 70, 112), ...middle(49)],
  '8': [...both(28, 70, 112), ...middle(49, 91)],
  '9': [...both(28, 56, 84, 112), ...middle(70)],
  T: [...both(28, 56, 84, 112), ...middle(42, 98)],
};

const rank_shown = (rank: string) => (rank === 'T' ? '10' : rank);

function Index({ rank, suit }: { rank: string; suit: Suit }) {
  return (
    <g>
      <text class={`index ink ${rank === 'T' ? 'ten' : ''}`} x="12" y="21" text-anchor="middle">{rank_shown(rank)}</text>
      <Pip suit={suit} x={12} y={31.5} size={13} />
    </g>
  );
}

function Face({ rank, suit }: { rank: string; suit: Suit }) {
  const pips = places[rank];
  return (
    <>
      <rect class="card-face" x=".75" y=".75" width="98.5" height="138.5" rx="8" />
      {pips?.map(([x, y]) => <Pip key={`${x} ${y}`} suit={suit} x={x} y={y} size={19} turned={y > 70} />)}
      {rank === 'A' && <Pip suit={suit} x={50} y={70} size={46} />}
      {(rank === 'K' || rank === 'Q' || rank === 'J') && <Court rank={rank} suit={suit} />}
      <Index rank={rank} suit={suit} />
      <g transform="rotate(180 50 70)"><Index rank={rank} suit={suit} /></g>
    </>
  );
}

function SmallFace({ rank, suit }: { rank: string; suit: Suit }) {
  return (
    <>
      <rect class="card-face" x=".75" y=".75" width="98.5" height="138.5" rx="10" />
      <text class={`index-large ink ${rank === 'T' ? 'ten' : ''}`} x="27" y="50" text-anchor="middle">{rank_shown(rank)}</text>
      <Pip suit={suit} x={27} y={76} size={30} />
      <Pip suit={suit} x={64} y={104} size={52} />
    </>
  );
}

// A cap with bells. The word takes the place of the index.
function JokerFace({ small }: { small: boolean }) {
  const word = <text class={`joker-word ink ${small ? 'small-word' : ''}`} x="50" y={small ? 34 : 27} text-anchor="middle">{words.joker}</text>;
  return (
    <>
      <rect class="card-face" x=".75" y=".75" width="98.5" height="138.5" rx={small ? 10 : 8} />
      {word}
      {!small && <g transform="rotate(180 50 70)">{word}</g>}
      <g class="joker" transform={small ? 'translate(0 12)' : ''}>
        <path class="cap-left" d="M50 88H28C28 74 24 66 16 62 24 50 40 50 50 66Z" />
        <path class="cap-right" d="M50 88H72C72 74 76 66 84 62 76 50 60 50 50 66Z" />
        <path class="cap-middle" d="M36 88C36 68 42 54 50 42 58 54 64 68 64 88Z" />
        <rect class="cap-band" x="26" y="88" width="48" height="8" rx="3" />
        <circle class="bell" cx="16" cy="64" r="4.5" />
        <circle class="bell" cx="84" cy="64" r="4.5" />
        <circle class="bell" cx="50" cy="40" r="4.5" />
      </g>
    </>
  );
}

function Back({ small }: { small: boolean }) {
  const lines = Array.from({ length: 12 }, (_, line) => -70 + line * 20);
  return (
    <>
      <rect class="card-face" x=".75" y=".75" width="98.5" height="138.5" rx="8" />
      <rect class="back-ground" x="6" y="6" width="88" height="128" rx="5" />
      <svg class="back-lines" x="6" y="6" width="88" height="128" viewBox="6 6 88 128">
        {lines.map((x) => <path key={x} d={`M${x} 146 L${x + 146} 0M${x} -6 L${x + 146} 140`} />)}
      </svg>
      <rect class="back-frame" x="6" y="6" width="88" height="128" rx="5" />
      {!small && (
        <>
          <circle class="back-ground" cx="50" cy="70" r="17" />
          <circle class="back-ring" cx="50" cy="70" r="17" />
          <g class="back-mark"><Pip suit="s" x={50} y={70} size={18} /></g>
        </>
      )}
    </>
  );
}

const joker = 'Jk';

export const card_name = (card: string) => (card === '' ? words.card_down : card === joker ? words.joker : words.card(words.ranks[card[0]!] ?? card[0]!, words.suits[card[1] as Suit]));

export function PlayingCard({ card, small = false }: { card: string; small?: boolean }) {
  const [rank = '', suit = ''] = card;
  const Seen = small ? SmallFace : Face;
  const seen = card === joker ? <JokerFace small={small} /> : <Seen rank={rank} suit={suit as Suit} />;
  return (
    <svg class={`card ${card === '' ? 'down' : `suit-${suit}`}`} viewBox="0 0 100 140" role="img" aria-label={card_name(card)}>
      {card === '' ? <Back small={small} /> : seen}
    </svg>
  );
}

// A hand. Cards are keyed by their face, so that a turned card is animated.
export function Cards({ cards, small = false, empty = 0 }: { cards: readonly string[]; small?: boolean; empty?: number }) {
  return (
    <div class={`cards ${small ? 'small-cards' : ''} ${Math.max(cards.length, empty) > 5 ? 'many-cards' : ''}`}>
      {cards.map((card, index) => <PlayingCard key={`${index}${card}`} card={card} small={small} />)}
      {cards.length === 0 && Array.from({ length: empty }, (_, index) => <span key={index} class="card-place" />)}
    </div>
  );
}
