// Names of hands and games as people say them. The game manager's own are ids: "akq_of_spades", "three-card-poker".
import { text } from '../../text';

const games: Record<string, string> = text.console.games;
const hands: Record<string, string> = text.console.hands;

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

export const hand_name = (hand: string) => hands[hand.replaceAll(' ', '_')] ?? capital(hand.replaceAll('_', ' '));
export const game_name = (game: string) => games[game] ?? game.split('-').map(capital).join(' ');
// "house_receipts" of a closed list.
export const spoken = (name: string) => capital(name.replaceAll('_', ' '));
