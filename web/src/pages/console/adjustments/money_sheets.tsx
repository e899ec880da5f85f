// Moving a jackpot to another link, and recording the balance of the prize fund's account.
import { useState } from 'preact/hooks';
import { money } from '../../../format';
import { text } from '../../../text';
import { SelectField, TextField } from '../../../ui/field';
import { ActionSheet, useSending } from '../commanding';
import { links } from '../session';
import { typed_amount } from '../typed';

const words = text.console.adjustments;

export function TransferSheet({ close, changed }: { close: () => void; changed: () => void }) {
  const sending = useSending();
  const live = [...links.value.values()].filter((link) => !link.retired);
  const closed = live.filter((link) => !link.open);
  const places = (from: typeof live): [string, string][] => from.flatMap((link) => link.levels.map((level, index): [string, string] => [`${index} ${link.link}`, `${link.title || link.link} – ${level.name}, ${money(level.meter)}`]));
  const [from, set_from] = useState(places(closed)[0]?.[0] ?? '');
  const [to, set_to] = useState('');
  const [document, set_document] = useState('');
  const split = (place: string) => ({ level: Number(place.split(' ')[0]), link: place.slice(place.indexOf(' ') + 1) });
  const targets = places(live).filter(([place]) => place !== from);
  const perform = async () => {
    const done = await sending.send({ transfer_jackpot: { from: split(from).link, from_level: split(from).level, to: split(to).link, to_level: split(to).level, document } });
    if (done) changed();
    return done;
  };
  return (
    <ActionSheet title={words.transfer_title} action={words.transfer_action} danger two_people sending={sending} close={close} perform={perform} ready={from !== '' && to !== '' && document.trim() !== ''} changes={<p>{words.transfer_changes}</p>}>
      <SelectField label={words.transfer_from} hint={closed.length === 0 ? words.transfer_none : words.transfer_from_hint} value={from} onInput={set_from} error={sending.at('from', 'from_level')} options={[['', words.choose], ...places(closed)]} />
      <SelectField label={words.transfer_to} hint={words.transfer_to_hint} value={to} onInput={set_to} error={sending.at('to', 'to_level')} options={[['', words.choose], ...targets]} />
      <TextField label={words.document} hint={words.document_hint} value={document} onInput={set_document} error={sending.at('document')} autocomplete="off" />
    </ActionSheet>
  );
}

export function BankSheet({ held, close, changed }: { held: string; close: () => void; changed: () => void }) {
  const sending = useSending();
  const [balance, set_balance] = useState('');
  const [document, set_document] = useState('');
  const perform = async () => {
    const done = await sending.send({ record_bank_balance: { balance: typed_amount(balance), document } });
    if (done) changed();
    return done;
  };
  return (
    <ActionSheet title={words.bank_title} action={words.bank_action} sending={sending} close={close} perform={perform} ready={balance.trim() !== '' && document.trim() !== ''}
      said={(done) => (done.outcome.short_of_funds ? words.bank_short_said : words.bank_said)}
      changes={<p>{words.bank_changes(money(held))}</p>}>
      <TextField label={words.bank_balance} before="$" mode="decimal" value={balance} onInput={set_balance} error={sending.at('balance')} autocomplete="off" autofocus />
      <TextField label={words.document} hint={words.bank_document_hint} value={document} onInput={set_document} error={sending.at('document')} autocomplete="off" />
    </ActionSheet>
  );
}
