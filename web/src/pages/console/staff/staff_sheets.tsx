// Enrolling a card and editing one.
import { useState } from 'preact/hooks';
import type { Of } from '../../../decode';
import { StaffList, type Role } from '../../../protocol';
import { text } from '../../../text';
import { CheckField, SelectField, TextField } from '../../../ui/field';
import { ActionSheet, useSending, type Done } from '../commanding';
import { PinFields, send_pin } from './pin_sheet';

const words = text.console.staff;
export type Member = Of<typeof StaffList>['staff'][number];
const roles = Object.keys(text.console.roles) as Role[];
const role_options = roles.map((role): [Role, string] => [role, text.console.roles[role]]);

export function EnrolSheet({ close, changed }: { close: () => void; changed: () => void }) {
  const sending = useSending();
  const [given, set_given] = useState<{ staff: string; name: string; role: Role }>({ staff: '', name: '', role: 'dealer' });
  const [pin, set_pin] = useState('');
  const [again, set_again] = useState('');
  const [enrolled, set_enrolled] = useState<Done | null>(null); // the card is enrolled; only its PIN was refused
  const set = (part: Partial<typeof given>) => set_given((now) => ({ ...now, ...part }));
  const perform = async () => {
    const staff = given.staff.trim();
    const done = enrolled ?? (await sending.send({ enrol_staff: { staff, name: given.name.trim(), role: given.role } }));
    if (!done) return null;
    set_enrolled(done);
    changed();
    if (pin === '') return done;
    const with_pin = await send_pin(sending, staff, pin);
    if (with_pin) changed();
    return with_pin;
  };
  return (
    <ActionSheet title={words.enrol_title} action={words.enrol_action} sending={sending} close={close} perform={perform} ready={given.staff.trim() !== '' && pin === again && (pin === '' || pin.length >= 4)}
      said={() => words.enrolled_said(given.staff)} changes={<p>{enrolled ? words.pin_still : words.enrol_changes}</p>}>
      <div class="fields two">
        <TextField label={text.sign_in.card} value={given.staff} onInput={(staff) => set({ staff })} disabled={enrolled !== null} error={sending.at('staff')} hint={words.card_hint} autocomplete="off" autofocus />
        <TextField label={words.name} value={given.name} onInput={(name) => set({ name })} disabled={enrolled !== null} error={sending.at('name')} autocomplete="off" />
      </div>
      <SelectField label={words.role} hint={words.role_says[given.role]} value={given.role} onInput={(role) => set({ role })} disabled={enrolled !== null} options={role_options} error={sending.at('role')} />
      <PinFields pin={pin} again={again} set_pin={set_pin} set_again={set_again} error={sending.at('pin', 'verifier')} />
    </ActionSheet>
  );
}

export function MemberSheet({ member, close, changed }: { member: Member; close: () => void; changed: () => void }) {
  const sending = useSending();
  const [name, set_name] = useState(member.name);
  const [role, set_role] = useState<Role>(member.role);
  const [active, set_active] = useState(member.active);
  const perform = async () => {
    const done = await sending.send({ change_staff: { staff: member.staff, name: name.trim(), role, active } });
    if (done) changed();
    return done;
  };
  return (
    <ActionSheet title={words.change_title(member.name || member.staff)} action={words.change_action} danger={!active && member.active} sending={sending} close={close} perform={perform}
      said={() => words.changed_said(member.staff)} changes={<p>{!active && member.active ? words.off_changes : words.change_changes}</p>}>
      <TextField label={words.name} value={name} onInput={set_name} error={sending.at('name')} autocomplete="off" />
      <SelectField label={words.role} hint={words.role_says[role]} value={role} onInput={set_role} options={role_options} error={sending.at('role', 'staff')} />
      <CheckField label={words.active_label} checked={active} onInput={set_active} />
    </ActionSheet>
  );
}
