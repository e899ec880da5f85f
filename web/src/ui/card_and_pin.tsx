// A person's card and PIN, by touch or by keyboard. The PIN is shown as dots and forgotten when it is sent.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Delete } from 'lucide-preact';
import { sentence } from '../names';
import { text } from '../text';
import { Button } from './button';
import { TextField } from './field';
import { Notice } from './notice';

export interface CardAndPin {
  staff: string;
  pin: string;
}

const pin_length_max = 12;

interface Props {
  action: string; // on the button
  submit: (given: CardAndPin) => Promise<void>; // throws the error to show
  pad?: boolean; // large keys for a touch screen
  staff?: string; // the card, if known
  children?: ComponentChildren; // under the button
}

export function CardAndPinForm({ action, submit, pad, staff: known = '', children }: Props) {
  const [staff, set_staff] = useState(known);
  const [pin, set_pin] = useState('');
  const [error, set_error] = useState('');
  const [busy, set_busy] = useState(false);
  // The pad types where the cursor was last. A card reader ends with Enter, which moves to the PIN.
  const form = useRef<HTMLFormElement>(null);
  const [on_pin, set_on_pin] = useState(known !== '');
  const change = (to: (now: string) => string) => (on_pin ? set_pin((now) => to(now).slice(0, pin_length_max)) : set_staff(to));
  // Large keys must not move under a finger, so with the pad an error stays until the form is sent again.
  const typed = <T,>(set: (value: T) => void) => (value: T) => {
    if (!pad) set_error('');
    set(value);
  };
  const fields = () => [...form.current!.querySelectorAll('input')];
  const go_to_pin = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== fields()[0] || pin !== '') return;
    event.preventDefault();
    fields()[1]!.focus();
  };
  const send = async (event: Event) => {
    event.preventDefault();
    if (busy) return;
    set_busy(true);
    set_error('');
    const given = { staff: staff.trim(), pin };
    set_pin('');
    try {
      await submit(given);
    } catch (failure) {
      set_error(sentence(failure instanceof Error ? failure.message : String(failure)));
    } finally {
      set_busy(false);
    }
  };
  return (
    <form ref={form} class="column" onSubmit={send} onKeyDown={go_to_pin} onFocusIn={(event) => event.target instanceof HTMLInputElement && set_on_pin(event.target === fields()[1])} autocomplete="off">
      {error && <Notice kind="alarm">{error}</Notice>}
      <TextField label={text.sign_in.card} value={staff} onInput={typed(set_staff)} mode={pad ? 'numeric' : 'text'} autofocus={known === ''} autocomplete="off" />
      <TextField label={text.sign_in.pin} type="password" value={pin} onInput={typed((value: string) => set_pin(value.replace(/\D/g, '').slice(0, pin_length_max)))} {...(pad ? {} : { hint: text.sign_in.pin_hint })} mode="numeric" autofocus={known !== ''} autocomplete="off" />
      {pad && (
        <div class="pin-pad" role="group" aria-label={text.sign_in.pin_pad} onMouseDown={(event) => event.preventDefault()}>
          {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => <Button key={digit} onClick={() => change((now) => now + digit)}>{digit}</Button>)}
          <Button onClick={() => change(() => '')}>{text.sign_in.clear}</Button>
          <Button onClick={() => change((now) => now + '0')}>0</Button>
          <Button icon={Delete} label={text.sign_in.back} onClick={() => change((now) => now.slice(0, -1))} />
        </div>
      )}
      <Button kind="primary" large type="submit" busy={busy} disabled={staff.trim() === '' || pin.length < 4}>{action}</Button>
      {children}
    </form>
  );
}
