// King, queen and jack, our own: half a figure in a frame, and the same half turned about the middle.
import { Pip, type Suit } from './suits';

function Face() {
  return (
    <>
      <path class="skin" d="M46.5 49h7v7h-7z" />
      <ellipse class="skin" cx="50" cy="42" rx="7.6" ry="9.2" />
      <g class="line">
        <path d="M45.4 39.6q1.6-1.2 3 0M51.6 39.6q1.4-1.2 3 0" />
        <path d="M50 41.4v3.4h-1.2" />
        <path d="M48 47.4q2 1.1 4 0" />
      </g>
      <circle class="dot" cx="46.9" cy="41.2" r=".75" />
      <circle class="dot" cx="53.1" cy="41.2" r=".75" />
    </>
  );
}

const King = () => (
  <>
    <path class="hair" d="M41 33.5q-3.4 8-1 16.5l4 1.5v-17zM59 33.5q3.4 8 1 16.5l-4 1.5v-17z" />
    <Face />
    <path class="hair" d="M42.6 45q1.4 12.2 7.4 13.2 6-1 7.4-13.2-2.6 1.6-4 .6-3.4-1.2-6.8 0-1.4 1-4-.6z" />
    <path class="gold edge" d="M39.6 34.2 37.6 23.800l6 4.200L50 20.200l6.4 7.8 6-4.2-2 10.400q-10.4-3-20.8 0z" />
    <circle class="gold edge" cx="50" cy="18.8" r="1.9" />
    <path class="ink" d="M40 34.300q10-2.9 20 0v2.100q-10-2.9-20 0z" />
  </>
);

const Queen = () => (
  <>
    <path class="hair" d="M50 29.500c-8 0-11.8 5-11.4 12.5.2 5-.6 9-2.6 12.500h6.800l1.2-18.500h12l1.2 18.500h6.800c-2-3.5-2.8-7.5-2.6-12.5.4-7.5-3.4-12.5-11.4-12.500z" />
    <Face />
    <path class="gold edge" d="M41.4 32.400l-2.2-7.6 5 2.8 2.4-5.4 3.4 4.6 3.4-4.6 2.4 5.4 5-2.8-2.2 7.600q-8.6-2.6-17.2 0z" />
    <g class="pearl"><circle cx="39.2" cy="24" r="1.5" /><circle cx="46.6" cy="21.4" r="1.5" /><circle cx="53.4" cy="21.4" r="1.5" /><circle cx="60.8" cy="24" r="1.5" /></g>
    <path class="line" d="M44 56q6 5.5 12 0" />
    <circle class="gold" cx="50" cy="58.8" r="1.5" />
  </>
);

const Jack = () => (
  <>
    <path class="hair" d="M41.5 33q-3 7-1.2 16.600h4.500l-.4-14zM58.5 33q3 7 1.2 16.600h-4.500l.4-14z" />
    <Face />
    <path class="ink" d="M38.6 34.600q-1.8-9.4 8-11.6 10.6-1.8 14.4 5 1.6 3.2.6 6.6-11.6-3.4-23 0z" />
    <path class="gold edge" d="M38.2 33.400q11.8-3.7 23.8 0v2.700q-12-3.5-23.8 0z" />
    <path class="gold edge" d="M58.6 25.600q1.6-6.8 8-8.4-1.8 2.8-.8 4.6-2.8-.4-2.4 2-2.6-.6-2.4 2.600z" />
  </>
);

const figures = { K: King, Q: Queen, J: Jack };

function Half({ rank, suit }: { rank: 'K' | 'Q' | 'J'; suit: Suit }) {
  const Figure = figures[rank];
  return (
    <g>
      <path class="robe" d="M25.5 70V66q2-10.5 14.5-13l4-1 6 7 6-7 4 1q12.5 2.5 14.5 13v4z" />
      <path class="trim" d="M42.5 52.6 50 61.400l7.5-8.8 2.9.8L52.4 64v6h-4.800v-6l-8-10.600z" />
      <path class="gold" d="M29.5 70l3.6-10.4 2.3-1.300L32.4 70zM70.5 70l-3.6-10.4-2.3-1.300L67.6 70z" />
      <Figure />
      <Pip suit={suit} x={31.5} y={27} size={12} />
    </g>
  );
}

export function Court({ rank, suit }: { rank: 'K' | 'Q' | 'J'; suit: Suit }) {
  return (
    <g class="court">
      <rect class="court-ground" x="22" y="15" width="56" height="110" rx="3" />
      <Half rank={rank} suit={suit} />
      <g transform="rotate(180 50 70)"><Half rank={rank} suit={suit} /></g>
      <rect class="court-frame" x="22" y="15" width="56" height="110" rx="3" />
    </g>
  );
}
