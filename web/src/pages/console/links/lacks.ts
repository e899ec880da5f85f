// What is still missing in a link's form, shown beside the disabled button.
import { text } from '../../../text';
import { id_error } from './typed_rules';

const words = text.console.links;

export function lacks({ link, title, unread, second }: { link?: string; title: string; unread: boolean; second: { staff: string; pin: string } }): string {
  const parts = [
    link !== undefined && link.trim() === '' ? words.lacks.id : '',
    link !== undefined && id_error(link) ? words.lacks.id_right : '',
    title.trim() === '' ? words.lacks.title : '',
    unread ? words.lacks.figures : '',
    second.staff.trim() === '' || second.pin.length < 4 ? words.lacks.second : '',
  ].filter(Boolean);
  return parts.length === 0 ? '' : words.lacking(parts);
}
