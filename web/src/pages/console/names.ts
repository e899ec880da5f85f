// Display names of hands, games, links and enumerators.
import { links } from './session';

export { game_name, hand_name } from '../../names';

// A link's title, as displays show it.
export const link_title = (link: string) => links.value.get(link)?.title || link;

// "house_receipts" is "House receipts"; also capitalizes a sentence.
export function spoken(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
