// Enrolling a device, whose token is shown once with the address of its page, and revoking one.
import { useState } from 'preact/hooks';
import { Check, Copy, ExternalLink } from 'lucide-preact';
import { post } from '../../../api';
import { NewDevice, type DeviceKind } from '../../../protocol';
import type { Of } from '../../../decode';
import { text } from '../../../text';
import { Button } from '../../../ui/button';
import { SelectField, TextField } from '../../../ui/field';
import { Notice } from '../../../ui/notice';
import { Sheet } from '../../../ui/sheet';
import { ActionSheet, Remainder, useSending } from '../commanding';

const words = text.console.tables;
const kinds: readonly DeviceKind[] = ['keypad', 'display', 'shuffler', 'controller', 'monitor'];
const pages: Partial<Record<DeviceKind, string>> = { keypad: 'table', display: 'display', shuffler: 'shuffler' };

function CopyLine({ label, value, children }: { label: string; value: string; children?: preact.ComponentChildren }) {
  const [copied, set_copied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    set_copied(true);
  };
  return (
    <div class="field">
      <span class="label">{label}</span>
      <div class="copy-line">
        <code class="grow" aria-label={label}>{value}</code>
        <Button icon={copied ? Check : Copy} onClick={() => void copy()}>{copied ? words.copied : words.copy}</Button>
        {children}
      </div>
    </div>
  );
}

function TokenSheet({ made, kind, table, close }: { made: Of<typeof NewDevice>; kind: DeviceKind; table: string; close: () => void }) {
  const page = pages[kind];
  const address = page ? `${location.origin}/${page}/${encodeURIComponent(table)}#${encodeURIComponent(made.token)}` : '';
  return (
    <Sheet title={words.token_title(made.device)} close={close} wide>
      <Notice kind="placed">{words.token_once}</Notice>
      <CopyLine label={words.token} value={made.token} />
      {address && (
        <CopyLine label={words.address} value={address}>
          <a class="button" href={address} target="_blank" rel="noopener"><ExternalLink size={18} aria-hidden="true" />{words.open}</a>
        </CopyLine>
      )}
      <p class="small quiet">{page ? words.address_how : words.token_how}</p>
      <div class="sheet-foot"><Button kind="primary" onClick={close}>{words.token_noted}</Button></div>
    </Sheet>
  );
}

export function EnrolDeviceSheet({ tables, start, close, changed }: { tables: readonly string[]; start: string; close: () => void; changed: () => void }) {
  const sending = useSending();
  const [table, set_table] = useState(start || tables[0] || '');
  const [kind, set_kind] = useState<DeviceKind>('keypad');
  const [typed, set_typed] = useState<string | null>(null);
  const [made, set_made] = useState<Of<typeof NewDevice> | null>(null);
  const at_table = kind !== 'monitor';
  const name = typed ?? (at_table ? `${table}-${kind}` : kind);
  const submit = async (event: Event) => {
    event.preventDefault();
    const body = { device: name.trim(), kind, table: at_table ? table : '' };
    const answer = await sending.ask(body, (id) => post('/v1/devices', { id, ...body }, NewDevice));
    if (!answer) return;
    set_made(answer);
    changed();
  };
  if (made) return <TokenSheet made={made} kind={kind} table={table} close={close} />;
  return (
    <Sheet title={words.enrol_title} close={close}>
      <form class="column action" onSubmit={submit} autocomplete="off">
        <div class="changes"><p>{words.enrol_changes}</p></div>
        <SelectField label={words.kind} hint={words.kind_says[kind]} value={kind} onInput={set_kind} options={kinds.map((each) => [each, words.kinds[each]])} error={sending.at('kind', 'device.kind')} />
        {at_table && <SelectField label={words.table} value={table} onInput={set_table} options={tables.map((each) => [each, each])} error={sending.at('table', 'device.table')} />}
        <TextField label={words.device_name} hint={words.name_hint} value={name} onInput={set_typed} error={sending.at('device', 'device.device')} autocomplete="off" />
        <Remainder sending={sending} />
        <div class="sheet-foot">
          <Button onClick={close}>{text.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={sending.busy} disabled={name.trim() === '' || (at_table && table === '')}>{words.enrol_action}</Button>
        </div>
      </form>
    </Sheet>
  );
}

export function RevokeSheet({ device, close, changed }: { device: string; close: () => void; changed: () => void }) {
  const sending = useSending();
  const [reason, set_reason] = useState('');
  const perform = async () => {
    const done = await sending.send({ revoke_device: { device, reason } });
    if (done) changed();
    return done;
  };
  return (
    <ActionSheet title={words.revoke_title(device)} action={words.revoke_action} danger sending={sending} close={close} perform={perform} ready={reason.trim() !== ''}
      said={() => words.revoked_said(device)} changes={<p>{words.revoke_changes}</p>}>
      <TextField label={text.console.approvals.reason} value={reason} onInput={set_reason} error={sending.at('reason')} autocomplete="off" autofocus />
    </ActionSheet>
  );
}
