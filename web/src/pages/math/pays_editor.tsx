// The pays, as printed and as edited. Typed text goes into the link at once; the lab decides whether it is a valid pay.
import { useState } from 'preact/hooks';
import { Plus, Undo2 } from 'lucide-preact';
import { text } from '../../text';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import type { Game, PayRow, WagerPays } from './answers';
import { change, edit, pays_shown, view } from './view';

const words = text.math;

// One step up from "3 to 2" is "4 to 2": only the first number changes.
const stepped = (pay: string, by: number) => pay.replace(/^\d+/, (digits) => String(Math.max(1, Number(digits) + by)));

function PayInput({ name, printed, edit_key, error, label }: { name: string; printed: string; edit_key: string; error: string | undefined; label?: string }) {
  const edited = view.value.edits[edit_key];
  const shown = edited ?? printed;
  const put = (value: string) => edit(edit_key, value === printed ? null : value);
  return (
    <div class={`pay ${edited === undefined ? '' : 'edited'}`}>
      <span class="pay-line">
        {label && <span class="pay-label" aria-hidden="true">{label}</span>}
        {edited !== undefined && <button type="button" class="put-back" title={`${words.put_back}: ${printed}`} aria-label={`${words.put_back}: ${name}`} onClick={() => edit(edit_key, null)}><Undo2 size={14} aria-hidden="true" /></button>}
        <input
          class="input figures"
          value={shown}
          aria-label={name}
          aria-invalid={error ? true : undefined}
          spellcheck={false}
          autocomplete="off"
          placeholder={words.remove}
          onInput={(event) => put(event.currentTarget.value.trimStart())}
          onKeyDown={(event) => {
            const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
            if (!by) return;
            event.preventDefault();
            put(stepped(shown, event.shiftKey ? by * 10 : by));
          }}
        />
      </span>
      {error && <span class="pay-error" role="alert">{error}</span>}
    </div>
  );
}

function RowEditor({ pays, row, column, errors }: { pays: WagerPays; row: PayRow; column: number; errors: ReadonlyMap<string, string> }) {
  const key = `${pays.wager}/${row.hand}${pays.hands.length ? `/${pays.hands[column]}` : ''}`;
  const envy_key = `${pays.wager}/${row.hand}/envy`;
  return (
    <tr>
      <th scope="row">
        {row.hand}
        {/* Beside the field, where there is room, so that the first edit moves nothing. */}
        {view.value.edits[key] !== undefined && <span class="pay-note">{words.printed_was(row.pays[column] ?? '')}</span>}
        {view.value.edits[envy_key] !== undefined && <span class="pay-note">{words.envy}, {words.printed_was(row.envy ?? '')}</span>}
      </th>
      <td>
        <PayInput name={`${words.pays}: ${row.hand}`} printed={row.pays[column] ?? ''} edit_key={key} error={errors.get(key)} />
        {row.envy && <PayInput name={`${words.envy}: ${row.hand}`} label={words.envy} printed={row.envy} edit_key={envy_key} error={errors.get(envy_key)} />}
      </td>
    </tr>
  );
}

function AddedRows({ pays, errors }: { pays: WagerPays; errors: ReadonlyMap<string, string> }) {
  const added = Object.keys(view.value.edits).filter((key) => key.startsWith(pays.wager + '/') && key.split('/').length === 2 && !pays.rows.some(({ hand }) => key === `${pays.wager}/${hand}`));
  return (
    <>
      {added.map((key) => (
        <tr key={key}>
          <th scope="row">{key.slice(pays.wager.length + 1)}</th>
          <td><PayInput name={`${words.pays}: ${key.slice(pays.wager.length + 1)}`} printed="" edit_key={key} error={errors.get(key)} /></td>
        </tr>
      ))}
    </>
  );
}

function AddRow({ pays }: { pays: WagerPays }) {
  const [open, set_open] = useState(false);
  const [hand, set_hand] = useState('');
  const [pay, set_pay] = useState('');
  if (!open) return <Button kind="quiet" icon={Plus} class="add" onClick={() => set_open(true)}>{words.add}</Button>;
  const add = (event: Event) => {
    event.preventDefault();
    if (!hand.trim() || !pay.trim()) return;
    edit(`${pays.wager}/${hand.trim().toLowerCase()}`, pay.trim());
    set_open(false);
    set_hand('');
    set_pay('');
  };
  return (
    <form class="add-row" onSubmit={add}>
      <TextField label={words.add_hand} value={hand} onInput={set_hand} placeholder="pair of aces" autofocus />
      <TextField label={words.add_pay} value={pay} onInput={set_pay} placeholder="1 to 1" />
      <Button type="submit" icon={Plus} label={words.add} />
    </form>
  );
}

export function PaysEditor({ game, errors }: { game: Game; errors: ReadonlyMap<string, string> }) {
  const now = view.value;
  const general = errors.get('');
  const count = Object.keys(now.edits).length;
  return (
    <div class="pays-editor">
      {pays_shown(game, now).map((pays) => {
        const name = game.wagers.find(({ id }) => id === pays.wager)!.name;
        const column = Math.max(0, pays.hands.indexOf(now.hands));
        return (
          <div key={pays.wager} class="pays-block">
            <table class={`pays-table ${pays.wager === 'progressive' ? 'wide' : ''}`}>
              <caption>{words.pays_of(name)}</caption>
              <tbody>
                {pays.rows.map((row) => <RowEditor key={row.hand} pays={pays} row={row} column={column} errors={errors} />)}
                <AddedRows pays={pays} errors={errors} />
              </tbody>
            </table>
            {pays.hands.length === 0 && <AddRow pays={pays} />}
          </div>
        );
      })}
      {general && <p class="pay-error" role="alert">{general}</p>}
      <div class="edits-foot">
        {count > 0 ? (
          <>
            <b>{words.edited_says(count)}</b>
            <Button icon={Undo2} onClick={() => change({ edits: {} })}>{words.put_back_all}</Button>
          </>
        ) : (
          <span class="quiet small">{words.edits_keys}</span>
        )}
      </div>
    </div>
  );
}
