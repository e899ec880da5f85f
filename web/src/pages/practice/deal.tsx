// The table for a dealer in training: what to do now, every wager in its order, and the reason for every correction.
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { ArrowRight, CircleCheck, CircleX, Eye } from 'lucide-preact';
import { post } from '../../api';
import { text } from '../../text';
import { Button } from '../../ui/button';
import { useKeys, type KeyWay } from '../../ui/keys';
import { Loading, Nothing } from '../../ui/notice';
import { Panel } from '../../ui/panel';
import { useAnswer } from '../../ui/use_answer';
import { ChoiceAnswers, HandledAnswers, PositionAnswers, ShowAnswer } from './answers';
import { Checklist } from './checklist';
import { DealFelt, spots_of, type Place } from './deal_table';
import { Lines } from './lines';
import { Stuck } from './stuck';
import { change, deal_question, deal_tally, type Round } from './round';
import { DealView, type Answer, type Game } from './shapes';

const words = text.practice;

const next_round = (round: Round, view: DealView) => {
  if (view.done) deal_tally.value = view.tally;
  change({ round: round.round + 1, answers: [] });
};

// Answers that were shown instead of given.
const shown_in = (view: DealView) => view.checklist.filter(({ state }) => state === 'shown').length;

function Verdict({ view }: { view: DealView }) {
  if (!view.verdict) return null;
  const { state, text: says } = view.verdict;
  const Icon = { right: CircleCheck, wrong: CircleX, shown: Eye }[state];
  return (
    <p class={`verdict ${state}`} role={state === 'wrong' ? 'alert' : 'status'}>
      <Icon size={20} aria-hidden="true" />
      <span><b>{words.verdict[state]}</b> {says}</span>
    </p>
  );
}

function Review({ view }: { view: DealView }) {
  return (
    <>
      <Panel title={words.corrections} class="corrections">
        {view.corrections.length === 0 ? <Nothing title={shown_in(view) > 0 ? words.no_mistake_shown : words.no_mistake} icon={shown_in(view) > 0 ? Eye : CircleCheck} /> : (
          <ul class="lines">
            {view.corrections.map((correction, index) => (
              <li key={index}>
                <p class="small quiet">{correction.asked}</p>
                <p><s>{correction.answered}</s></p>
                <p class="small">{correction.text}</p>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={words.settlement}><Lines lines={view.lines} with_position /></Panel>
    </>
  );
}

function Done({ round, view }: { round: Round; view: DealView }) {
  const ways = useMemo((): KeyWay[] => [{ key: 'Enter', says: words.next_round, does: () => next_round(round, view) }], [round, view]);
  useKeys(ways);
  return (
    <Panel class="done" title={words.round_done}>
      <p class="done-score" role="status">{view.score.text}</p>
      <p>{words.done_says(view.score.mistakes, shown_in(view))}</p>
      <p class="quiet small">{words.deal_tally(view.tally.rounds, view.tally.right, view.tally.questions)}</p>
      <div class="row">
        <Button large onClick={() => change({ answers: [] })}>{words.again}</Button>
        <Button kind="primary" large icon={ArrowRight} class="grow" onClick={() => next_round(round, view)}>{words.next_round}</Button>
      </div>
    </Panel>
  );
}

function Asking({ round, view, game, loading, error, again }: { round: Round; view: DealView; game: Game; loading: boolean; error: Error | null; again: () => void }) {
  const [chosen, set_chosen] = useState<Place | null>(null);
  const [picked, set_picked] = useState<readonly number[]>([]);
  const { question } = view;
  const at = round.answers.length;
  useEffect(() => set_picked([]), [at]);
  // A settled wager is no longer selected. After a wrong answer it stays selected.
  useEffect(() => {
    if (view.verdict?.state !== 'wrong') set_chosen(null);
  }, [view.checklist.length]);
  const answer = useCallback((given: Answer) => !loading && change({ answers: [...round.answers, given] }), [round, loading]);
  const pick = useCallback((position: number) => set_picked((now) => (now.includes(position) ? now.filter((each) => each !== position) : [...now, position])), []);
  const places = useMemo(() => spots_of(view), [view]);
  const move = useCallback((by: 1 | -1) => set_chosen((now) => {
    const index = now ? places.findIndex((place) => place.position === now.position && place.wager === now.wager) : by > 0 ? -1 : 0;
    return places[(index + by + places.length) % places.length] ?? null;
  }), [places]);
  const handling = question?.kind === 'handled';
  const name = chosen ? words.chosen(chosen.position, game.wagers.find(({ id }) => id === chosen.wager)?.name ?? '') : '';
  return (
    <>
      <DealFelt view={view} game={game} chosen={handling ? chosen : null} choose={handling ? set_chosen : null} picked={picked} pick={question?.kind === 'positions' ? pick : null} />
      <aside class={`side ${view.done ? 'scrolls' : ''}`}>
        {view.done || !question ? (
          <>
            <Done round={round} view={view} />
            <Review view={view} />
          </>
        ) : (
          <Panel class="asking" title={question.text} actions={<ShowAnswer busy={loading} answer={answer} />}>
            {question.kind === 'choice' && <ChoiceAnswers question={question} busy={loading} answer={answer} />}
            {question.kind === 'positions' && <PositionAnswers question={question} picked={picked} pick={pick} busy={loading} answer={answer} />}
            {handling && <HandledAnswers chosen={chosen} chosen_name={name} move={move} busy={loading} answer={answer} />}
            {error ? <Stuck error={error} again={again} reset={() => change({ answers: round.answers.slice(0, -1) })} /> : <Verdict view={view} />}
          </Panel>
        )}
        <Checklist view={view} />
      </aside>
    </>
  );
}

export function DealTable({ round, game }: { round: Round; game: Game }) {
  const { value: view, error, loading, again } = useAnswer((signal) => post('/v1/practice/deal', deal_question(round, deal_tally.value), DealView, signal), [JSON.stringify(round)]);
  if (!view) return <main class="felt for-dealer waits">{error ? <Stuck error={error} again={again} reset={() => change({ answers: [] })} /> : <Loading />}</main>;
  return <Asking round={round} view={view} game={game} loading={loading} error={error} again={again} />;
}
