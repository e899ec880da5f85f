// Opening, closing and retiring a link.
import { useState } from 'preact/hooks';
import type { Link } from '../../../floor_live';
import { text } from '../../../text';
import { TextField } from '../../../ui/field';
import { ActionSheet, useSending } from '../commanding';

const words = text.console.links;
interface Props { link: Link; close: () => void; changed: () => void }

export function OpenLinkSheet({ link, close, changed }: Props) {
  const sending = useSending();
  const perform = async () => {
    const done = await sending.send({ open_link: { link: link.link } });
    if (done) changed();
    return done;
  };
  return <ActionSheet title={words.open_title(link.title || link.link)} action={words.open_action} sending={sending} close={close} perform={perform} said={() => words.opened_said(link.link)} changes={<p>{words.open_changes}</p>} />;
}

export function CloseLinkSheet({ link, close, changed }: Props) {
  const sending = useSending();
  const [reason, set_reason] = useState('');
  const perform = async () => {
    const done = await sending.send({ close_link: { link: link.link, reason } });
    if (done) changed();
    return done;
  };
  return (
    <ActionSheet title={words.close_title(link.title || link.link)} action={words.close_action} danger sending={sending} close={close} perform={perform} ready={reason.trim() !== ''} said={() => words.closed_said(link.link)} changes={<p>{words.close_changes}</p>}>
      <TextField label={text.console.approvals.reason} value={reason} onInput={set_reason} error={sending.at('reason')} autocomplete="off" autofocus />
    </ActionSheet>
  );
}

export function RetireLinkSheet({ link, close, changed }: Props) {
  const sending = useSending();
  const perform = async () => {
    const done = await sending.send({ retire_link: { link: link.link } });
    if (done) changed();
    return done;
  };
  return <ActionSheet title={words.retire_title(link.title || link.link)} action={words.retire_action} danger two_people sending={sending} close={close} perform={perform} said={() => words.retired_said(link.link)} changes={<p>{words.retire_changes}</p>} />;
}
