// Setting a PIN: one's own, or anyone's by an administrator.
import { useState } from 'preact/hooks';
import { post } from '../../../api';
import { Recorded } from '../../../protocol';
import { text } from '../../../text';
import { TextField } from '../../../ui/field';
import { ActionSheet, useSending, type Sending } from '../commanding';
import { me } from '../session';

const words = text.console.staff;
export const digits = (typed: string) => typed.replace(/\D/g, '').slice(0, 12);

export function PinFields({ pin, again, set_pin, set_again, error }: { pin: string; again: string; set_pin: (pin: string) => void; set_again: (pin: string) => void; error: string | undefined }) {
  return (
    <div class="fields two">
      <TextField label={words.new_pin} type="password" mode="numeric" value={pin} onInput={(next) => set_pin(digits(next))} hint={words.pin_hint} error={error} autocomplete="new-password" />
      <TextField label={words.pin_again} type="password" mode="numeric" value={again} onInput={(next) => set_again(digits(next))} error={again !== '' && again !== pin && again.length >= pin.length ? text.console.sign_in.pins_differ : undefined} autocomplete="new-password" />
    </div>
  );
}

// The id of a PIN command cannot be reused, because the hash is new each time.
export const send_pin = (sending: Sending, staff: string, pin: string) =>
  sending.ask({ staff, pin }, (id) => post('/v1/pin', { id, staff, pin }, Recorded));

export function PinSheet({ staff, name, close, changed }: { staff: string; name: string; close: () => void; changed?: () => void }) {
  const sending = useSending();
  const [pin, set_pin] = useState('');
  const [again, set_again] = useState('');
  const own = staff === me.value!.staff;
  const perform = async () => {
    const done = await send_pin(sending, staff, pin);
    if (done) changed?.();
    return done;
  };
  return (
    <ActionSheet title={own ? words.own_pin_title : words.pin_title(name || staff)} action={words.pin_action} sending={sending} close={close} perform={perform} ready={pin.length >= 4 && pin === again}
      said={() => words.pin_said(name || staff)} changes={<p>{own ? words.own_pin_changes : words.pin_changes}</p>}>
      <PinFields pin={pin} again={again} set_pin={set_pin} set_again={set_again} error={sending.at('pin', 'verifier', 'staff')} />
    </ActionSheet>
  );
}

export const OwnPinSheet = ({ close }: { close: () => void }) => <PinSheet staff={me.value!.staff} name={me.value!.name} close={close} />;
