// A page that acts as a device of a table. It signs in once with the device's token, from the address's fragment or
// typed in, remembers the device's name, and opens its live channel by itself from then on.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Refused, post } from './api';
import { FloorLive } from './floor_live';
import type { DeviceKind } from './protocol';
import { Device } from './commands';
import { text } from './text';
import { Button } from './ui/button';
import { TextField } from './ui/field';
import { Brand } from './ui/brand';
import { Notice } from './ui/notice';

// "T1" of /display/T1.
export const name_in_address = () => decodeURIComponent(location.pathname.split('/')[2] ?? '');

const memory_key = () => `cardroom.device.${location.pathname}`;

async function sign_in(token: string, kinds: readonly DeviceKind[], table: string): Promise<string> {
  const device = await post('/v1/device-sign-in', { token }, Device);
  if (!kinds.includes(device.kind)) throw new Refused(403, 'not_for_this_device', 'token', text.device.wrong_kind(device.device, device.kind));
  if (device.table !== table) throw new Refused(403, 'wrong_table', 'token', text.device.wrong_table(device.device, device.table));
  localStorage.setItem(memory_key(), device.device);
  return device.device;
}

function Pairing({ kinds, table, paired, said }: { kinds: readonly DeviceKind[]; table: string; paired: (device: string) => void; said: string }) {
  const [token, set_token] = useState('');
  const [error, set_error] = useState(said);
  const [busy, set_busy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    set_busy(true);
    try {
      paired(await sign_in(token.trim(), kinds, table));
    } catch (failure) {
      set_error(failure instanceof Error ? failure.message : String(failure));
    } finally {
      set_busy(false);
    }
  };
  return (
    <main class="pairing">
      <Brand />
      <form class="panel column" onSubmit={submit}>
        <h1>{text.device.pair_title(table)}</h1>
        <p class="quiet">{text.device.pair_how(kinds[0]!)}</p>
        {error && <Notice kind="alarm">{error}</Notice>}
        <TextField label={text.device.token} value={token} onInput={set_token} autofocus autocomplete="off" />
        <Button kind="primary" large type="submit" busy={busy} disabled={token.trim() === ''}>{text.device.pair}</Button>
      </form>
    </main>
  );
}

// Another tab or screen is the device now. Reconnecting by itself, this one would take it back, and so on.
function Replaced({ kind, take_back }: { kind: DeviceKind; take_back: () => void }) {
  return (
    <main class="pairing">
      <Brand />
      <section class="panel column" role="alert">
        <h1>{text.device.replaced_title(kind)}</h1>
        <p>{text.device.replaced_how}</p>
        <Button kind="primary" large onClick={take_back}>{text.device.take_back}</Button>
      </section>
    </main>
  );
}

// Shows `children` with the live channel once this browser is the device.
export function DevicePage({ kinds, children }: { kinds: readonly DeviceKind[]; children: (live: FloorLive, table: string) => ComponentChildren }) {
  const table = name_in_address();
  const [device, set_device] = useState<string | null>(null);
  const [said, set_said] = useState('');
  const [checked, set_checked] = useState(false);
  const [live, set_live] = useState<FloorLive | null>(null);
  const [turn, set_turn] = useState(0); // grows when this page takes the device back
  const [replaced, set_replaced] = useState(false);

  useEffect(() => {
    const fragment = decodeURIComponent(location.hash.slice(1));
    if (fragment.includes('.')) {
      // Remove the token from the address, where a passer-by could read it.
      history.replaceState(null, '', location.pathname);
      sign_in(fragment, kinds, table).then(set_device, (failure: Error) => set_said(failure.message)).finally(() => set_checked(true));
    } else {
      set_device(localStorage.getItem(memory_key()));
      set_checked(true);
    }
  }, []);

  useEffect(() => {
    if (device === null) return;
    const opened = new FloorLive({ device });
    set_live(opened);
    set_replaced(false);
    const stop = opened.connection.subscribe((connection) => {
      if (connection === 'replaced') set_replaced(true);
      if (connection !== 'ended') return;
      localStorage.removeItem(memory_key());
      set_said(text.device.ended(opened.ended_why.value));
      set_device(null);
      set_live(null);
    });
    return () => {
      stop();
      opened.close();
    };
  }, [device, turn]);

  if (!checked) return null;
  if (device === null) return <Pairing key={said} kinds={kinds} table={table} paired={set_device} said={said} />;
  if (replaced) return <Replaced kind={kinds[0]!} take_back={() => set_turn(turn + 1)} />;
  return live ? <>{children(live, table)}</> : null;
}

// A clock tick per second for everything that shows how long ago something happened.
export const every_second = signal(Date.now());
setInterval(() => (every_second.value = Date.now()), 1000);
