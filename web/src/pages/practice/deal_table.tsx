// The table as the dealer sees it: the players beyond, position 1 on the left, and the dealer's hand on the near side.
import { is_zero } from '../../format';
import { text } from '../../text';
import { Cards } from './card';
import { MeterPlate, Print } from './play';
import type { Circle, DealView, Game, Seat } from './shapes';
import { LineSpot } from './spot';

const words = text.practice;

export interface Place {
  position: number;
  wager: string;
}

// How far below the top of the arc a seat lies, as a fraction of the arc's depth.
function depth(index: number, count: number): number {
  const across = count < 2 ? 0 : ((index + 0.5) / count) * 2 - 1;
  return 1 - Math.sqrt(1 - across * across);
}

// Awards are listed once hands are turned over: the dealer has to know whether one is due.
const is_shown = (seat: Seat, circle: Circle, exposed: boolean) =>
  !is_zero(circle.stake) || circle.result !== '' || (circle.kind === 'award' && exposed && !seat.folded && seat.choice !== '');

export function spots_of(view: DealView): Place[] {
  const exposed = view.seats.some(({ cards }) => cards.some((card) => card !== ''));
  return view.seats.flatMap((seat) => seat.circles.filter((circle) => is_shown(seat, circle, exposed)).map(({ wager }) => ({ position: seat.position, wager })));
}

function TableSeat({ seat, exposed, chosen, choose, picked, pick }: {
  seat: Seat;
  exposed: boolean;
  chosen: Place | null;
  choose: ((place: Place) => void) | null;
  picked: boolean;
  pick: (() => void) | null;
}) {
  const name = words.position(seat.position);
  return (
    <section class={`seat ${seat.folded ? 'folded' : ''} ${picked ? 'picked' : ''}`} aria-label={name}>
      {pick ? <button type="button" class="seat-name can-pick" aria-pressed={picked} onClick={pick}>{name}</button> : <h3 class="seat-name">{name}</h3>}
      <Cards cards={seat.cards} small />
      <p class="seat-words small quiet">{seat.words || seat.choice}</p>
      <ul class="line-spots">
        {seat.circles.filter((circle) => is_shown(seat, circle, exposed)).map((circle) => (
          <LineSpot
            key={circle.wager}
            circle={circle}
            position={seat.position}
            chosen={chosen?.position === seat.position && chosen.wager === circle.wager}
            choose={choose && (() => choose({ position: seat.position, wager: circle.wager }))}
          />
        ))}
      </ul>
    </section>
  );
}

export function DealFelt({ view, game, chosen, choose, picked, pick }: {
  view: DealView;
  game: Game;
  chosen: Place | null;
  choose: ((place: Place) => void) | null;
  picked: readonly number[];
  pick: ((position: number) => void) | null;
}) {
  const exposed = view.seats.some(({ cards }) => cards.some((card) => card !== ''));
  const { dealer } = view;
  return (
    <main class="felt for-dealer">
      <div class="arc">
        {view.seats.map((seat, index) => (
          <div key={seat.position} class="arc-place" style={{ '--depth': depth(index, view.seats.length) }}>
            <TableSeat seat={seat} exposed={exposed} chosen={chosen} choose={choose} picked={picked.includes(seat.position)} pick={pick && (() => pick(seat.position))} />
          </div>
        ))}
      </div>
      <Print game={game} needs={game.needs} />
      {view.seats.some(({ circles }) => circles.some(({ kind, stake }) => kind === 'progressive' && !is_zero(stake))) && <MeterPlate meters={view.meters} />}
      <div class="dealer">
        <div class="dealer-cards">
          {game.dealer_cards === 0 ? <Cards cards={view.community} empty={game.community_cards} /> : <Cards cards={dealer.cards} empty={game.dealer_cards} />}
          {game.dealer_cards > 0 && view.community.length > 0 && <div class="community"><span class="quiet small">{words.community}</span><Cards cards={view.community} small /></div>}
        </div>
        <p class="hand-words">
          <b>{game.dealer_cards === 0 ? words.community : words.your_hand_dealer}</b> {dealer.words}
          {dealer.qualifies === false && <span class="quiet"> · {words.does_not_qualify}</span>}
        </p>
      </div>
    </main>
  );
}
