import type { Link } from '../../../floor_live';
import { text } from '../../../text';
import { PageHead } from '../page_head';
import type { Details } from './link_parts';
export function ChangeLink({ close }: { link: Link; details: Details; close: () => void; changed: () => void }) {
  return <PageHead title={text.console.links.change_rules}><button onClick={close}>{text.common.cancel}</button></PageHead>;
}
