// King, queen and jack, drawn for Cardroom: half a figure in a frame, and the same half rotated about the middle.
import { Pip, type Suit } from '../../ui/suit';

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
    <path class="gold edge" d="M39.6 34.2 37.6 23.8l6 4.2L50 20.2l6.4 7.8 6-4.2-2 10.4q-10.4-3-20.8 0z" />
    <circle class="gold edge" cx="50" cy="18.8" r="1.9" />
    <path class="ink" d="M40 34.3q10-2.9 20 0v2.1q-10-2.9-20 0z" />
  </>
);

const Queen = () => (
  <>
    <path class="hair" d="M50 29.5c-8 0-11.8 5-11.4 12.5.2 5-.6 9-2.6 12.5h6.8l1.2-18.5h12l1.2 18.5h6.8c-2-3.5-2.8-7.5-2.6-12.5.4-7.5-3.4-12.5-11.4-12.5z" />
    <Face />
    <path class="gold edge" d="M41.4 32.4l-2.2-7.6 5 2.8 2.4-5.4 3.4 4.6 3.4-4.6 2.4 5.4 5-2.8-2.2 7.6q-8.6-2.6-17.2 0z" />
    <g class="pearl"><circle cx="39.2" cy="24" r="1.5" /><circle cx="46.6" cy="21.4" r="1.5" /><circle cx="53.4" cy="21.4" r="1.5" /><circle cx="60.8" cy="24" r="1.5" /></g>
    <circle class="gold" cx="50" cy="58.8" r="1.5" />
  </>
);

const Jack = () => (
  <>
    <path class="hair" d="M41.5 33q-3 7-1.2 16.6h4.5l-.4-14zM58.5 33q3 7 1.2 16.6h-4.5l.4-14z" />
    <Face />
    <path class="ink" d="M38.6 34.6q-1.8-9.4 8-11.6 10.6-1.8 14.4 5 1.6 3.2.6 6.6-11.6-3.4-23 0z" />
    <path class="gold edge" d="M38.2 33.4q11.8-3.7 23.8 0v2.7q-12-3.5-23.8 0z" />
    <path class="gold edge" d="M58.6 25.6q1.6-6.8 8-8.4-1.8 2.8-.8 4.6-2.8-.4-2.4 2-2.6-.6-2.4 2.6z" />
  </>
);

const figures = { K: King, Q: Queen, J: Jack };

function Half({ rank, suit }: { rank: 'K' | 'Q' | 'J'; suit: Suit }) {
  const Figure = figures[rank];
  return (
    <g>
      <path class="robe" d="M25.5 70.4V66q2-10.5 14.5-13l4-1 6 7 6-7 4 1q12.5 2.5 14.5 13v4.4z" />
      <path class="trim" d="M42.5 52.6 50 61.4l7.5-8.8 2.9.8L52.4 64v6.4h-4.8V64l-8-10.6z" />
      <path class="gold" d="M29.5 70.4l3.6-10.8 2.3-1.3-3 12.1zM70.5 70.4l-3.6-10.8-2.3-1.3 3 12.1z" />
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
