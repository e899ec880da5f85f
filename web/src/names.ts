// Names that people read, from the ids that the game manager uses.
import { money } from './format';
import { text } from './text';

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

// "four_of_a_kind": "Four of a kind"; "akq_suited": "A-K-Q suited".
export const hand_name = (hand: string) => capital(hand.replace(/_/g, ' ').replace(/^akq\b/, 'A-K-Q'));

// "crazy-4-poker": "Crazy 4 Poker". One game's id is shorter than its name, which is given here.
const game_names: Record<string, string> = { 'caribbean-stud': 'Caribbean Stud Poker' };
export const game_name = (game: string) => game_names[game] ?? game.split('-').map(capital).join(' ');

// "$10.00 each to 3 other positions" if all get the same; otherwise each position's amount. The game manager computes
// the amounts.
export function envy_list(pays: readonly { position: number; amount: string }[]): string {
  const first = pays[0];
  if (!first) return '';
  if (pays.every(({ amount }) => amount === first.amount)) return text.common.envy_same(money(first.amount), pays.length);
  return pays.map(({ position, amount }) => text.common.envy_to(money(amount), position)).join(', ');
}

// The game manager's sentence as a page shows it: hands by name, a capital letter, a period.
export function sentence(said: string, hands: readonly string[] = []): string {
  let words = said;
  for (const hand of hands)
    if (hand.includes('_')) words = words.replaceAll(hand, hand.startsWith('akq_') ? hand_name(hand) : hand.replace(/_/g, ' '));
  words = capital(words.trim());
  return words === '' || /[.!?]$/.test(words) ? words : words + '.';
}
