// Names that people read, from the ids that the game manager uses.
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

// "four_of_a_kind": "Four of a kind"; "akq_suited": "A-K-Q suited".
export const hand_name = (hand: string) => capital(hand.replace(/_/g, ' ').replace(/^akq\b/, 'A-K-Q'));

// "crazy-4-poker": "Crazy 4 Poker".
export const game_name = (game: string) => game.split('-').map(capital).join(' ');

// A sentence of the game manager as it stands on a page: hands by their names, a capital, a full stop.
export function sentence(said: string, hands: readonly string[] = []): string {
  let words = said;
  for (const hand of hands)
    if (hand.includes('_')) words = words.replaceAll(hand, hand.startsWith('akq_') ? hand_name(hand) : hand.replace(/_/g, ' '));
  words = capital(words.trim());
  return words === '' || /[.!?]$/.test(words) ? words : words + '.';
}
