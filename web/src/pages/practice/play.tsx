// The table for a player: bets, cards, decisions with their cost, and the settlement.
import { useMemo, useState } from 'preact/hooks';
import { ArrowRight, RotateCcw } from 'lucide-preact';
import { post } from '../../api';
import { chips, is_zero, money } from '../../format';
import { text } from '../../text';
import { Button } from '../../ui/button';
import { useKeys, type KeyWay } from '../../ui/keys';
import { Money } from '../../ui/money';
import { Panel } from '../../ui/panel';
import { useAnswer } from '../../ui/use_answer';
import { Advice } from './advice';
import { Cards } from './card';
import { Lines } from './lines';
import { change, no_play_tally, play_question, play_tally, your_position, type Round } from './round';
import { PlayView, type Action, type Game, type Meter, type Seat } from './shapes';
import { BetSpot, RoundSpot } from './spot';
import { Stuck } from './stuck';

const words = text.practice;

const useRound = (round: Round) =>
  useAnswer<PlayView | null>((signal) => (round.dealt ? post('/v1/practice/play', play_question(round, play_tally.value), PlayView, signal) : Promise.resolve(null)), [JSON.stringify(round)]);

function set_bet(game: Game, round: Round, wager: string, amount: string | undefined): void {
  const bets = { ...round.bets };
  if (amount === undefined) delete bets[wager];
  else bets[wager] = amount;
  // A wager that must equal another follows it.
  for (const { id, kind, base } of game.wagers) {
    if (kind !== 'companion' || base !== wager) continue;
    if (amount === undefined) delete bets[id];
    else bets[id] = amount;
  }
  change({ bets });
}

function OtherSeat({ seat, small_empty }: { seat: Seat | null; small_empty: number }) {
  return (
    <div class={`other ${seat?.folded ? 'folded' : ''}`}>
      <Cards cards={seat?.cards ?? []} small empty={small_empty} />
      <div class="other-words">
        <b>{seat ? words.position(seat.position) : ''}</b>
        <span class="quiet small">{seat?.words || seat?.choice || ' '}</span>
        {seat?.net != null && <Gain amount={seat.net} />}
      </div>
    </div>
  );
}

export function Gain({ amount }: { amount: string }) {
  const tone = amount.startsWith('-') ? 'lost' : is_zero(amount) ? 'even' : 'won';
  return <span class={`gain figures ${tone}`}>{tone === 'won' ? '+' : ''}{money(amount)}</span>;
}

function DealerHand({ view, game }: { view: PlayView | null; game: Game }) {
  const dealer = view?.dealer;
  // No dealer hand to beat: the cards in front of the dealer are community cards.
  if (game.dealer_cards === 0) {
    return <div class="dealer"><Cards cards={view?.community ?? []} empty={game.community_cards} /><p class="hand-words"><b>{words.community}</b></p></div>;
  }
  return (
    <div class="dealer">
      <Cards cards={dealer?.cards ?? []} empty={game.dealer_cards} />
      <p class="hand-words">
        <b>{words.dealer}</b> {dealer?.words}
        {dealer?.qualifies === false && <span class="quiet"> · {words.does_not_qualify}</span>}
      </p>
      {view && view.community.length > 0 && <div class="community"><Cards cards={view.community} small /></div>}
    </div>
  );
}

// What is printed on the layout.
export function Print({ game, needs }: { game: Game; needs: string }) {
  return <p class="print" aria-hidden="true"><b>{game.name}</b>{needs && <span>{words.print_needs(needs)}</span>}</p>;
}

export function MeterPlate({ meters }: { meters: readonly Meter[] }) {
  return <p class="meter-plate">{meters.map(({ level, amount }) => <span key={level}>{level || words.meter}<Money amount={amount} /></span>)}</p>;
}

function Felt({ round, game, view }: { round: Round; game: Game; view: PlayView | null }) {
  const you = your_position(round);
  const seat = view?.seats.find(({ position }) => position === you) ?? null;
  const others = Array.from({ length: round.others }, (_, index) => (index + 1 < you ? index + 1 : index + 2));
  // As a player sees it: position 1, to the dealer's left, is on the right.
  const right = others.filter((position) => position < you);
  const left = others.filter((position) => position > you).reverse();
  const other = (position: number) => <OtherSeat key={position} seat={view?.seats.find((each) => each.position === position) ?? null} small_empty={game.player_cards} />;
  const spots = game.wagers.filter(({ kind }) => kind !== 'award');
  return (
    <main class="felt for-player">
      <div class="side-seats">{left.map(other)}</div>
      <div class="middle">
        <DealerHand view={view} game={game} />
        <Print game={game} needs={game.needs} />
        {view && seat?.circles.some(({ kind, stake }) => kind === 'progressive' && !is_zero(stake)) && <MeterPlate meters={view.meters} />}
        <section class={`you ${seat?.folded ? 'folded' : ''}`} aria-label={words.your_hand}>
          <Cards cards={seat?.cards ?? []} empty={game.player_cards} />
          <p class="hand-words"><b>{words.you}</b> {seat?.words}{seat?.folded && <span class="quiet"> · {words.folded}</span>}</p>
          <ul class="spots">
            {seat
              ? seat.circles.filter(({ kind, result }) => kind !== 'award' || result !== '').map((circle) => <RoundSpot key={circle.wager} circle={circle} />)
              : spots.map((wager) => <BetSpot key={wager.id} wager={wager} amount={round.bets[wager.id]} set={(amount) => set_bet(game, round, wager.id, amount)} />)}
          </ul>
        </section>
      </div>
      <div class="side-seats">{right.map(other)}</div>
    </main>
  );
}

const next_round = (round: Round, view: PlayView | null, deal: boolean) => {
  if (view?.stage === 'settled') play_tally.value = view.tally;
  change({ round: round.round + 1, actions: [], dealt: deal });
};

function Score({ view }: { view: PlayView | null }) {
  const tally = view?.tally ?? play_tally.value;
  return (
    <Panel title={words.score} class="score" actions={tally.rounds > 0 && <Button kind="quiet" icon={RotateCcw} label={words.score_reset} onClick={() => { play_tally.value = no_play_tally; change({}); }} />}>
      <dl class="score-list">
        <div><dt>{words.rounds}</dt><dd class="figures">{tally.rounds}</dd></div>
        <div><dt>{words.mistakes}</dt><dd class="figures">{words.mistakes_of(tally.mistakes, tally.decisions)}</dd></div>
        <div><dt>{words.lost_to_mistakes}</dt><dd class="figures" title={tally.price}>{money(tally.price_text)}</dd></div>
        <div><dt>{words.net_result}</dt><dd><Gain amount={tally.net} /></dd></div>
      </dl>
    </Panel>
  );
}

const act_of = ({ kind, wager, amount }: Action) => (kind === 'bet' ? { kind, wager, amount } : kind === 'take_back' ? { kind, wager } : { kind });
const key_of = { fold: 'f', check: 'c', take_back: 't' };

export function PlayTable({ round, game }: { round: Round; game: Game }) {
  const [advice, set_advice] = useState(false);
  const { value, error, loading, again } = useRound(round);
  const view = round.dealt ? value : null;
  const waiting = round.dealt && loading;
  const turn = view?.stage === 'decide' ? view.turn : null;
  const settled = view?.stage === 'settled';
  const decision = settled ? view.decisions[view.decisions.length - 1] : undefined;
  const take = (action: Action) => !waiting && change({ actions: [...round.actions, act_of(action)] });

  const ways = useMemo(() => {
    const list: KeyWay[] = [{ key: 'a', says: words.key_advice, does: () => set_advice((shown) => !shown) }];
    if (!round.dealt) list.push({ key: 'd', says: words.deal, does: () => change({ dealt: true }) }, { key: 'Enter', says: words.deal, does: () => change({ dealt: true }) });
    let bets = 0;
    for (const action of turn?.actions ?? [])
      list.push({ key: action.kind === 'bet' ? String(++bets) : key_of[action.kind], says: action.label, does: () => take(action) });
    if (settled) list.push({ key: 'Enter', says: words.next_round, does: () => next_round(round, view, true) }, { key: 'w', says: words.change_wagers, does: () => next_round(round, view, false) });
    return list;
  }, [round, view, turn, settled, waiting]);
  useKeys(ways);

  let bets = 0;
  return (
    <>
      <Felt round={round} game={game} view={view} />
      <footer class="bar">
        <div class="bar-words" role="status">
          {!round.dealt && <p class="bar-line">{words.place_wagers}</p>}
          {turn && <p class="bar-line">{turn.question}</p>}
          {settled && <p class="bar-line"><Gain amount={view.net!} /><span>{decision ? decision.text : view.says}</span></p>}
          {error && round.dealt && !waiting && <Stuck error={error} again={again} reset={() => change({ dealt: round.actions.length > 1, actions: round.actions.slice(0, -1) })} />}
        </div>
        <div class="bar-keys">
          {!round.dealt && <Button kind="primary" large hint="D" icon={ArrowRight} onClick={() => change({ dealt: true })}>{words.deal}</Button>}
          {turn?.actions.map((action) => (
            <Button key={action.label} large class="act" busy={waiting} hint={action.kind === 'bet' ? String(++bets) : key_of[action.kind].toUpperCase()} onClick={() => take(action)}>
              <span class="act-words">{action.label}{!is_zero(action.amount) && <span class="act-amount figures">{chips(action.amount)}</span>}</span>
            </Button>
          ))}
          {settled && <Button large hint="W" onClick={() => next_round(round, view, false)}>{words.change_wagers}</Button>}
          {settled && <Button kind="primary" large icon={ArrowRight} busy={waiting} onClick={() => next_round(round, view, true)}>{words.next_round}</Button>}
        </div>
      </footer>
      <aside class="side">
        {settled && <Panel title={words.settlement} actions={<Gain amount={view.net!} />}><Lines lines={view.lines.filter(({ position }) => position === your_position(round))} /></Panel>}
        {!settled && <Advice turn={turn} shown={advice} toggle={() => set_advice((shown) => !shown)} />}
        <Score view={view} />
      </aside>
    </>
  );
}
