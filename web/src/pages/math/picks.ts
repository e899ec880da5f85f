// Which cards are in which group of a situation. Cards in the link beyond a group's size are dropped.
import { cards_of } from './cards_text';
import type { Decision } from './answers';
import { change, view, type View } from './view';

export const groups = ['own', 'dealer', 'community', 'hole', 'seen'] as const;
export type Group = (typeof groups)[number];
export type Picks = Record<Group, string[]>;
export type Room = Record<Group, number>; // how many cards each holds

export function room_of(decision: Decision, hole_max: number, deck_size: number): Room {
  const { own, dealer, community } = decision;
  return { own, dealer, community, hole: hole_max, seen: deck_size - own - dealer - community - 1 };
}

export function picks_of(now: View, room: Room): Picks {
  const used = new Set<string>();
  const picks = { own: [], dealer: [], community: [], hole: [], seen: [] } as Picks;
  for (const group of groups) {
    for (const card of cards_of(now[group]).cards) {
      if (used.has(card) || picks[group].length >= room[group]) continue;
      used.add(card);
      picks[group].push(card);
    }
  }
  return picks;
}

export const is_full = (group: Group, picks: Picks, room: Room) => picks[group].length >= room[group];
// The groups that must be full before a situation can be answered.
export const missing = (picks: Picks, room: Room): Group[] => (['own', 'dealer', 'community'] as const).filter((group) => !is_full(group, picks, room));

export const put = (group: Group, cards: readonly string[]) => change({ [group]: cards.join(' ') });

// Adds a card to the active group, or removes it from the group it is in. If the group is full, its first card is
// dropped. Returns the group to fill next.
export function press(card: string, active: Group, picks: Picks, room: Room): Group {
  const holder = groups.find((group) => picks[group].includes(card));
  if (holder) {
    put(holder, picks[holder].filter((each) => each !== card));
    return holder;
  }
  const cards = is_full(active, picks, room) ? picks[active].slice(1) : picks[active];
  put(active, [...cards, card]);
  if (cards.length + 1 < room[active]) return active;
  return missing({ ...picks, [active]: [...cards, card] }, room)[0] ?? 'seen';
}

// A random deal to start from. No figure is computed from this randomness.
export function deal(room: Room, hands_seen: number, cards_of_a_hand: number, deck: readonly string[]): void {
  const left = [...deck];
  const draw = (count: number) => Array.from({ length: count }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]!).join(' ');
  change({ own: draw(room.own), dealer: draw(room.dealer), community: draw(room.community), hole: '', seen: draw(Math.min(hands_seen * cards_of_a_hand, room.seen)) });
}

export const cards_left = () => groups.some((group) => view.value[group] !== '');
