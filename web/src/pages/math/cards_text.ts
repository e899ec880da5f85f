// Cards as people write them: "Js 8d 5c", "j♠ 8♦", "10h,9c", the joker "Jk". `left_over` is what is not a card.
export const suits = ['s', 'h', 'd', 'c'] as const;
export const ranks = ['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'] as const;

const suit_signs: Record<string, string> = { '♠': 's', '♤': 's', '♥': 'h', '♡': 'h', '♦': 'd', '♢': 'd', '♣': 'c', '♧': 'c' };

export function cards_of(written: string): { cards: string[]; twice: string[]; left_over: string } {
  const cards: string[] = [];
  const twice: string[] = [];
  const left_over = written.replace(/joker|jk|(10|[2-9tjqka])([cdhs♠♤♥♡♦♢♣♧])\ufe0f?/giu, (_whole, rank?: string, suit?: string) => {
    const card = rank === undefined || suit === undefined ? 'Jk' : (rank === '10' ? 'T' : rank.toUpperCase()) + (suit_signs[suit] ?? suit.toLowerCase());
    (cards.includes(card) ? twice : cards).push(card);
    return '';
  });
  return { cards, twice, left_over: left_over.replace(/[\s,;]+/g, ' ').trim() };
}
