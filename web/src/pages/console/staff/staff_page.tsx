// Who holds a card, with which role, and whether it can sign in now.
import { useState } from 'preact/hooks';
import { KeyRound, Lock, Pencil, Plus, Power } from 'lucide-preact';
import { get } from '../../../api';
import { hours_minutes } from '../../../format';
import { StaffList } from '../../../protocol';
import { text } from '../../../text';
import { Button } from '../../../ui/button';
import { ListTable, type ListColumn } from '../../../ui/list_table';
import { Failed, Loading } from '../../../ui/notice';
import { State } from '../../../ui/state';
import { useAnswer } from '../../../ui/use_answer';
import { PageHead } from '../page_head';
import { may } from '../rights';
import { me, now_ms } from '../session';
import { PinSheet } from './pin_sheet';
import { EnrolSheet, MemberSheet, type Member } from './staff_sheets';

const words = text.console.staff;
type Open = { enrol: true } | { change: Member } | { pin: Member } | null;

const is_locked = (member: Member) => member.locked_until_ms > now_ms.value;
const status_text = (member: Member) =>
  !member.active ? words.off : is_locked(member) ? words.locked(hours_minutes(member.locked_until_ms)) : !member.has_pin ? words.no_pin : words.active;

function Status({ member }: { member: Member }) {
  if (!member.active) return <State of="empty" icon={Power}>{words.off}</State>;
  if (is_locked(member)) return <State of="alarm" icon={Lock}>{status_text(member)}</State>;
  if (!member.has_pin) return <State of="placed">{words.no_pin}</State>;
  return <State of="locked" icon={KeyRound}>{words.active}</State>;
}

function columns(open: (what: Open) => void): ListColumn<Member>[] {
  const shown: ListColumn<Member>[] = [
    { head: text.sign_in.card, cell: (row) => <b class="figures">{row.staff}</b>, sort_by: (row) => row.staff, plain: (row) => row.staff },
    { head: words.name, cell: (row) => row.name, sort_by: (row) => row.name, plain: (row) => row.name },
    { head: words.role, cell: (row) => text.console.roles[row.role], sort_by: (row) => row.role, plain: (row) => text.console.roles[row.role] },
    { head: words.status, cell: (row) => <Status member={row} />, sort_by: status_text, plain: status_text },
    { head: words.failures, cell: (row) => row.failures || '', sort_by: (row) => row.failures, plain: (row) => row.failures, number: true },
  ];
  if (!may(me.value!.role, 'change_staff')) return shown;
  return [...shown, {
    head: words.actions, cell: (row) => (
      <div class="row-actions">
        <Button kind="quiet" icon={KeyRound} label={words.set_pin(row.name || row.staff)} onClick={() => open({ pin: row })} />
        <Button kind="quiet" icon={Pencil} label={words.change(row.name || row.staff)} onClick={() => open({ change: row })} />
      </div>
    ),
  }];
}

export function StaffPage() {
  const [open, set_open] = useState<Open>(null);
  const { value, error, again } = useAnswer((signal) => get('/v1/staff', StaffList, signal), []);
  const close = () => set_open(null);
  return (
    <>
      <PageHead title={text.console.pages.staff} under={words.under}>
        {may(me.value!.role, 'change_staff') && <Button kind="primary" icon={Plus} onClick={() => set_open({ enrol: true })}>{words.enrol}</Button>}
      </PageHead>
      {error ? <Failed error={error} again={again} /> : !value ? <Loading lines={6} height={40} /> : (
        <ListTable caption={text.console.pages.staff} file="staff" rows={value.staff} columns={columns(set_open)} key_of={(row) => row.staff} />
      )}
      {open && 'enrol' in open && <EnrolSheet close={close} changed={again} />}
      {open && 'change' in open && <MemberSheet member={open.change} close={close} changed={again} />}
      {open && 'pin' in open && <PinSheet staff={open.pin.staff} name={open.pin.name} close={close} changed={again} />}
    </>
  );
}
