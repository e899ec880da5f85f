// The game manager's refusals as a dealer reads them: the keypad does not show claim numbers.
import { sentence } from '../../names';
import { text } from '../../text';

export const dealers_words = (said: string, hands: readonly string[] = []) =>
  sentence(said.replace(/ \(claim \d+\)/g, '').replace(/\bclaim \d+\b/g, text.table.the_claim), hands);
