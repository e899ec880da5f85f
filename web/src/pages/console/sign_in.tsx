// Signing in: card and PIN, the one-time code of the first start, and the sign-in that covers a console whose session
// has ended.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Refused } from '../../api';
import { sentence } from '../../names';
import { text } from '../../text';
import { Brand } from '../../ui/brand';
import { Button } from '../../ui/button';
import { CardAndPinForm } from '../../ui/card_and_pin';
import { TextField } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { first_start, me, session, sign_in } from './session';

const words = text.console.sign_in;

export function SignInPage() {
  return (
    <main class="entrance">
      <Brand />
      <div class="panel column">
        <h1>{words.title}</h1>
        <p class="quiet">{words.how}</p>
        <CardAndPinForm action={words.action} submit={sign_in} />
      </div>
    </main>
  );
}

// Covers everything, including an open sheet, whose fields keep what was typed.
export function SignInCover() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog ref={dialog} class="cover" aria-label={words.title} onCancel={(event) => event.preventDefault()}>
      <div class="entrance">
        <Brand />
        <div class="panel column">
          <h1>{words.again_title}</h1>
          <p class="quiet">{words.again}</p>
          <CardAndPinForm action={words.action} submit={sign_in} staff={me.value?.staff ?? ''} />
        </div>
      </div>
    </dialog>
  );
}

export function FirstStartPage() {
  const [given, set_given] = useState({ code: '', staff: '', name: '', pin: '' });
  const [again, set_again] = useState('');
  const [refused, set_refused] = useState<Refused | null>(null);
  const [busy, set_busy] = useState(false);
  const set = (part: Partial<typeof given>) => set_given((now) => ({ ...now, ...part }));
  const at = (field: string) => (refused?.field === field ? sentence(refused.message) : undefined);
  const differ = again !== '' && again !== given.pin;
  const submit = async (event: Event) => {
    event.preventDefault();
    set_busy(true);
    set_refused(null);
    try {
      await first_start({ ...given, code: given.code.trim(), staff: given.staff.trim(), name: given.name.trim() });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === 'first_start_over') session.value = 'out';
      set_refused(error);
    } finally {
      set_busy(false);
    }
  };
  const known = ['code', 'staff', 'name', 'pin'].includes(refused?.field ?? '');
  return (
    <main class="entrance">
      <Brand />
      <form class="panel column" onSubmit={submit} autocomplete="off">
        <h1>{words.first_title}</h1>
        <p class="quiet">{words.first_how}</p>
        {refused && !known && <Notice kind="alarm">{sentence(refused.message)}</Notice>}
        <TextField label={words.code} value={given.code} onInput={(code) => set({ code })} error={at('code')} hint={words.code_hint} autofocus autocomplete="off" />
        <div class="fields two">
          <TextField label={text.sign_in.card} value={given.staff} onInput={(staff) => set({ staff })} error={at('staff')} hint={words.card_hint} autocomplete="off" />
          <TextField label={words.name} value={given.name} onInput={(name) => set({ name })} error={at('name')} autocomplete="off" />
          <TextField label={text.sign_in.pin} type="password" mode="numeric" value={given.pin} onInput={(pin) => set({ pin })} error={at('pin')} hint={words.pin_hint} autocomplete="new-password" />
          <TextField label={words.pin_again} type="password" mode="numeric" value={again} onInput={set_again} error={differ ? words.pins_differ : undefined} autocomplete="new-password" />
        </div>
        <Button kind="primary" large type="submit" busy={busy} disabled={given.code.trim() === '' || given.staff.trim() === '' || given.pin.length < 4 || again !== given.pin}>{words.first_action}</Button>
        <Button kind="quiet" onClick={() => (session.value = 'out')}>{words.have_card}</Button>
      </form>
    </main>
  );
}
