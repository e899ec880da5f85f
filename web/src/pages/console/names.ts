// Names of hands and games as people say them, and of members of closed lists.
import { links } from './session';

export { game_name, hand_name } from '../../names';

// A link by its title, as displays show it.
export const link_title = (link: string) => links.value.get(link)?.title || link;

// "house_receipts" of a closed list; a sentence that begins small.
export function spoken(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
