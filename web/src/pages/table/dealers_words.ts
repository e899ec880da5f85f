// What the game manager refuses, as a dealer reads it: a claim's number is not on the keypad.
import { sentence } from '../../names';
import { text } from '../../text';

export const dealers_words = (said: string, hands: readonly string[] = []) => sentence(said.replace(/\bclaim \d+\b/g, text.table.the_claim), hands);
