// A refusal of the game manager as the dealer reads it: without claim numbers, which the keypad does not show.
import { sentence } from '../../names';
import { text } from '../../text';

export const dealers_words = (said: string, hands: readonly string[] = []) => sentence(said.replace(/ \(claim \d+\)/g, '').replace(/\bclaim \d+\b/g, text.table.the_claim), hands);
