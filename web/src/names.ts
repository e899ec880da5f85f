// Names as people read them, from the names that the protocol keeps: "akq_of_spades", "three-card-poker".

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

// "royal_flush" is "Royal flush".
export const hand_name = (hand: string) => capital(hand.replaceAll('_', ' ').replace(/^akq\b/, 'A-K-Q'));

// "crazy-4-poker" is "Crazy 4 Poker".
export const game_name = (game: string) => game.split('-').map(capital).join(' ');
