// Sending a command: one id until it is decided, refusals shown at the field the game manager names, the second person.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Users } from 'lucide-preact';
import { Refused, next_command_id, post } from '../../api';
import type { Sent } from '../../decode';
import { Recorded, type Command, type Outcome } from '../../protocol';
import { sentence } from '../../names';
import { text } from '../../text';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { Sheet } from '../../ui/sheet';
import { say } from './said';

const words = text.console.commanding;

export interface Done {
  sequence: number;
  outcome: Outcome;
}

export interface Sending {
  busy: boolean;
  refused: Refused | null;
  second: { staff: string; pin: string };
  set_second: (part: Partial<{ staff: string; pin: string }>) => void;
  // The text of a refusal of this field, to be shown beside it.
  at: (...fields: string[]) => string | undefined;
  // A refusal that no field has shown.
  rest: () => string | null;
  send: (command: Sent<Command>) => Promise<Done | null>;
  ask: <T>(body: object, ask: (id: string) => Promise<T>) => Promise<T | null>;
}

const unknown_outcome = (error: unknown) => error instanceof Refused && (error.status === 0 || error.status === 503);
// In a body that could not be read, "command.adjust_fund.change" is the field "change".
const plain_field = (field: string) => field.replace(/^command\.[a-z_]+\.?/, '');

export function useSending(): Sending {
  const [busy, set_busy] = useState(false);
  const [refused, set_refused] = useState<Refused | null>(null);
  const [second, set_second] = useState({ staff: '', pin: '' });
  const open = useRef<{ body: string; id: string } | null>(null);
  const shown = new Set<string>();

  const ask = async <T,>(body: object, request: (id: string) => Promise<T>): Promise<T | null> => {
    if (busy) return null;
    set_busy(true);
    set_refused(null);
    const written = JSON.stringify(body);
    if (open.current?.body !== written) open.current = { body: written, id: next_command_id() };
    try {
      const answer = await request(open.current.id);
      open.current = null;
      return answer;
    } catch (error) {
      // An undecided command keeps its id, so it is never recorded twice; a decided one gets a new id.
      if (!unknown_outcome(error)) open.current = null;
      if (!(error instanceof Refused)) throw error;
      if (error.code === 'wrong_card_or_pin') set_second((now) => ({ ...now, pin: '' }));
      set_refused(unknown_outcome(error) ? new Refused(error.status, error.code, '', words.unknown(sentence(error.message))) : error);
      return null;
    } finally {
      set_busy(false);
    }
  };

  return {
    busy,
    refused,
    second,
    set_second: (part) => set_second((now) => ({ ...now, ...part })),
    at: (...fields) => {
      for (const field of fields) shown.add(field);
      return refused && fields.includes(plain_field(refused.field)) ? sentence(refused.message) : undefined;
    },
    rest: () => (refused && !shown.has(plain_field(refused.field)) ? sentence(refused.message) : null),
    ask,
    send: (command) => {
      const body = { command, ...(second.staff.trim() ? { second: { staff: second.staff.trim(), pin: second.pin } } : {}) };
      return ask(body, (id) => post('/v1/commands', { id, ...body }, Recorded));
    },
  };
}

export function SecondPerson({ sending, who }: { sending: Sending; who?: string }) {
  const error = sending.at('second');
  return (
    <fieldset class="second-person">
      <legend><Users size={16} aria-hidden="true" />{words.second}</legend>
      <p class="small quiet">{who ?? words.second_who}</p>
      <div class="fields two">
        <TextField label={text.sign_in.card} value={sending.second.staff} onInput={(staff) => sending.set_second({ staff })} autocomplete="off" error={error} />
        <TextField label={text.sign_in.pin} type="password" mode="numeric" value={sending.second.pin} onInput={(pin) => sending.set_second({ pin: pin.replace(/\D/g, '').slice(0, 12) })} autocomplete="off" />
      </div>
    </fieldset>
  );
}

interface ActionSheetProps {
  title: string;
  changes?: ComponentChildren; // the effect in words, before the button is pressed
  action: string; // on the button
  danger?: boolean;
  wide?: boolean;
  two_people?: boolean;
  second_who?: string; // who the second person may be, if not the usual roles
  ready?: boolean;
  sending: Sending;
  close: () => void;
  perform: () => Promise<Done | null>;
  said?: (done: Done) => string; // shown once it is recorded
  children?: ComponentChildren;
}

// A form whose button records something.
export function ActionSheet({ title, changes, action, danger, wide, two_people, second_who, ready = true, sending, close, perform, said, children }: ActionSheetProps) {
  // The game manager may require a second person where the page could not know it.
  const asked = useRef(false);
  asked.current ||= sending.refused?.code.startsWith('second_person') === true;
  const with_second = two_people === true || asked.current;
  const submit = async (event: Event) => {
    event.preventDefault();
    const done = await perform();
    if (!done) return;
    say(said ? said(done) : words.recorded(done.sequence));
    close();
  };
  return (
    <Sheet title={title} close={close} {...(wide ? { wide } : {})}>
      <form class="column action" onSubmit={submit} autocomplete="off" noValidate>
        {changes && <div class="changes">{changes}</div>}
        {children}
        {with_second && <SecondPerson sending={sending} {...(second_who ? { who: second_who } : {})} />}
        <Remainder sending={sending} />
        <div class="sheet-foot">
          <Button onClick={close}>{text.common.cancel}</Button>
          <Button kind={danger ? 'danger solid' : 'primary'} type="submit" busy={sending.busy} disabled={!ready || (with_second && (sending.second.staff.trim() === '' || sending.second.pin.length < 4))}>{action}</Button>
        </div>
      </form>
    </Sheet>
  );
}

// Rendered after the fields, so that it knows what they have shown.
export function Remainder({ sending }: { sending: Sending }) {
  const rest = sending.rest();
  return rest ? <Notice kind="alarm">{rest}</Notice> : null;
}
