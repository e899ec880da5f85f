// A single situation: the cards are entered, and the answer gives the value of every choice.
import { useMemo, useState } from 'preact/hooks';
import { Eraser, Eye, EyeOff, Layers, Shuffle, User, Users, type LucideIcon } from 'lucide-preact';
import { text } from '../../text';
import { Button } from '../../ui/button';
import { CardGrid, SmallCard, deck_of, type CardMark } from '../../ui/card_grid';
import { Segments, SelectField, TextField } from '../../ui/field';
import { useKeys } from '../../ui/keys';
import { Panel } from '../../ui/panel';
import { useAnswer, type Asked } from '../../ui/use_answer';
import { ask, type Decision, type Exposed, type Situation } from './answers';
import { cards_of } from './cards_text';
import { deal, groups, is_full, missing, picks_of, press, put, room_of, type Group, type Picks, type Room } from './picks';
import { SituationResult } from './situation_result';
import { useSettled } from './use_settled';
import { change, no_cards, view, type TableQuestion } from './view';

const words = text.math.exposed;
const icons: Record<Group, LucideIcon> = { own: User, dealer: Eye, community: Layers, hole: EyeOff, seen: Users };

type Shape = NonNullable<Exposed['situation']>;
const decision_of = (shape: Shape): number => Math.min(view.value.decision, shape.decisions.length - 1);

// Asked as soon as all required cards are entered.
export function useSituation(exposed: Exposed | null, table: TableQuestion): Asked<Situation | null> {
  const shape = exposed?.situation;
  const at = shape ? decision_of(shape) : 0;
  const room = shape && room_of(shape.decisions[at]!, shape.hole_max, shape.deck_size);
  const picks = room && picks_of(view.value, room);
  const made = shape?.decisions.slice(0, at).map(({ made: ways }, index) => ways.find((way) => way.made === view.value.made[index])?.made ?? ways[0]?.made ?? '') ?? [];
  const written = picks ? Object.fromEntries(groups.filter((group) => picks[group].length > 0).map((group) => [group, picks[group].join(' ')])) : {};
  const complete = picks && missing(picks, room!).length === 0;
  const asked_now = complete ? { ...table, ...written, ...(made.length > 0 && made.every(Boolean) ? { made } : {}) } : null;
  const asked = useSettled(asked_now, JSON.stringify(asked_now), 120);
  return useAnswer<Situation | null>((signal) => (asked ? ask<Situation>('situation', asked, signal) : Promise.resolve(null)), [JSON.stringify(asked)]);
}

// Short names to show side by side, for questions such as "PLAY twice the ANTE, or check?".
const made_name = (decision: Decision) => decision.made[0]?.name.replace(/^take | back$| \d+x$/g, '') ?? decision.asks.replace(/:.*|^take |,? back.*|,? or .*/gi, '');

// If no earlier decision has alternatives, decisions are named by the cards on the board.
const short_name = (decision: Decision, shape: Shape) => (shape.decisions.every(({ made }) => made.length === 0) ? words.turned(decision.community) : made_name(decision));

function Before({ shape, at }: { shape: Shape; at: number }) {
  const now = view.value;
  const asked = shape.decisions.slice(0, at).filter(({ made }) => made.length > 1);
  if (asked.length === 0) return null;
  return (
    <div class="made-before">
      {asked.map((decision, index) => (
        <SelectField
          key={decision.asks}
          label={words.made(short_name(decision, shape))}
          value={decision.made.find(({ made }) => made === now.made[index])?.made ?? decision.made[0]!.made}
          options={decision.made.map(({ made, name }) => [made, name] as const)}
          onInput={(made) => change({ made: asked.map((each, other) => (other === index ? made : now.made[other] ?? each.made[0]!.made)) })}
        />
      ))}
    </div>
  );
}

function GroupRow({ group, picks, room, active, choose }: { group: Group; picks: Picks; room: Room; active: boolean; choose: () => void }) {
  const Icon = icons[group];
  const cards = picks[group];
  const open = group === 'seen' || group === 'hole' ? 0 : Math.max(0, room[group] - cards.length);
  return (
    <button type="button" class={`group-row ${group}`} aria-pressed={active} onClick={choose} data-group={group}>
      <span class="group-name"><Icon size={16} aria-hidden="true" />{words.groups[group]}</span>
      <span class="group-cards">
        {cards.map((card) => <SmallCard key={card} card={card} />)}
        {Array.from({ length: open }, (_, index) => <i key={index} class="card-room" aria-hidden="true" />)}
        {cards.length === 0 && open === 0 && <span class="quiet small">{words.optional}</span>}
      </span>
      <span class="quiet small figures">{group === 'seen' ? cards.length : `${cards.length}/${room[group]}`}</span>
    </button>
  );
}

// Typed text stays as it is until it can be read; then the group takes those cards.
function Typed({ group, picks, room }: { group: Group; picks: Picks; room: Room }) {
  const shown = picks[group].join(' ');
  const [typed, set_typed] = useState<string | null>(null);
  const read = cards_of(typed ?? '');
  const taken = read.cards.filter((card) => groups.some((other) => other !== group && picks[other].includes(card)));
  const error = read.left_over.length > 1 ? words.typed_wrong(read.left_over) : read.twice.length > 0 ? words.typed_twice(read.twice.join(' ')) : taken.length > 0 ? words.typed_taken(taken.join(' ')) : read.cards.length > room[group] ? words.typed_many(room[group]) : undefined;
  const same = typed !== null && (read.cards.join(' ') === shown || error !== undefined);
  return (
    <TextField
      label={words.typed(words.groups[group])}
      value={same ? typed : shown}
      error={same ? error : undefined}
      hint={words.typed_hint}
      autocomplete="off"
      onInput={(value) => {
        set_typed(value);
        const { cards } = cards_of(value);
        const free = cards.filter((card) => !groups.some((other) => other !== group && picks[other].includes(card)));
        if (free.length === cards.length && cards.length <= room[group]) put(group, cards);
      }}
    />
  );
}

export function SituationPanel({ exposed, shape, answer }: { exposed: Exposed; shape: Shape; answer: Asked<Situation | null> }) {
  const now = view.value;
  const at = decision_of(shape);
  const room = room_of(shape.decisions[at]!, shape.hole_max, shape.deck_size);
  const picks = picks_of(now, room);
  const [wanted, set_active] = useState<Group>(() => missing(picks, room)[0] ?? 'seen');
  const active = room[wanted] > 0 ? wanted : missing(picks, room)[0] ?? 'seen';
  const shown = groups.filter((group) => group !== 'seen' && room[group] > 0);
  const row = (group: Group) => <GroupRow key={group} group={group} picks={picks} room={room} active={group === active} choose={() => set_active(group)} />;
  const marks = new Map<string, CardMark>(groups.flatMap((group) => picks[group].map((card) => [card, { class: group, icon: icons[group], says: words.group_of[group] }] as const)));
  const clear = () => {
    change({ ...no_cards, decision: now.decision, made: now.made });
    set_active('own');
  };
  const deal_one = () => {
    deal(room, Math.min(now.players, shape.players_max) - 1, shape.cards_of_a_hand, deck_of(shape.deck_size));
    set_active('seen');
  };
  const keys = useMemo(() => [{ key: 'd', says: words.deal_says, does: deal_one }, { key: 'c', says: words.clear, does: clear }], [at, now.players, exposed]);
  useKeys(keys);
  const go_to = (index: number) => {
    change({ decision: index, community: picks.community.slice(0, shape.decisions[index]!.community).join(' ') });
    set_active(shape.decisions[index]!.community > picks.community.length && is_full('own', picks, room) ? 'community' : active);
  };
  return (
    <Panel title={words.situation} class="situation-panel" actions={<><Button icon={Shuffle} onClick={deal_one} hint="D">{words.deal}</Button><Button icon={Eraser} onClick={clear} hint="C">{words.clear}</Button></>}>
      <p class="quiet small lead">{words.situation_lead}</p>
      <div class="asked">
        {shape.decisions.length > 1 && <Segments label={words.decision} value={String(at)} options={shape.decisions.map((decision, index) => [String(index), short_name(decision, shape)] as const)} onInput={(index) => go_to(Number(index))} />}
        <p class="asks">{shape.decisions[at]!.asks}</p>
      </div>
      <Before shape={shape} at={at} />
      <div class="situation-parts">
        <div class="picker">
          <div class="group-rows">{shown.map(row)}</div>
          <CardGrid label={words.deck} deck={deck_of(shape.deck_size)} marks={marks} press={(card) => set_active(press(card, active, picks, room))} />
          {/* Below the deck: it grows line by line, and no card may move under a finger. */}
          <div class="group-rows">{row('seen')}</div>
          <Typed key={active} group={active} picks={picks} room={room} />
        </div>
        <SituationResult answer={answer} missing={missing(picks, room).map((group) => words.groups[group].toLowerCase())} />
      </div>
    </Panel>
  );
}
