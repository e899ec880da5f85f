import { text } from '../../../text';
import { PageHead } from '../page_head';
export function CreateLink({ close }: { close: () => void }) {
  return <PageHead title={text.console.links.create}><button onClick={close}>{text.common.cancel}</button></PageHead>;
}
