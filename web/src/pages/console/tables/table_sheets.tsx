// Adding, editing and removing a table, canceling its round, reporting a device fault.
import { useState } from 'preact/hooks';
import type { Table } from '../../../floor_live';
import { text } from '../../../text';
import { CheckField, SelectField, Segments, TextField } from '../../../ui/field';
import { ActionSheet, useSending } from '../commanding';
import { game_name } from '../names';
import { links } from '../session';
import { typed_number } from '../typed';

const words = text.console.tables;
const games = ['three-card-poker', 'four-card-poker', 'crazy-4-poker', 'caribbean-stud', 'three-card-poker-face-up'];

export function TableSheet({ table, close }: { table: Table | null; close: () => void }) {
  const sending = useSending();
  const open_links = [...links.value.values()].filter((link) => !link.retired);
  const [name, set_name] = useState(table?.table ?? '');
  const [game, set_game] = useState(table?.game ?? games[0]!);
  const [positions, set_positions] = useState(String(table?.positions ?? 6));
  const [keypad, set_keypad] = useState<'first_generation' | 'second_generation'>(table?.keypad ?? 'second_generation');
  const [chosen, set_chosen] = useState<readonly string[]>(table?.links ?? []);
  const settings = { table: name.trim(), game, positions: typed_number(positions), keypad, links: [...chosen] };
  const known = games.includes(game) ? games : [...games, game];
  return (
    <ActionSheet
      title={table ? words.change_title(table.table) : words.place_title} action={table ? words.change_action : words.place_action} two_people sending={sending} close={close}
      perform={() => sending.send(table ? { change_table: { table: settings } } : { place_table: { table: settings } })} ready={settings.table !== '' && chosen.length > 0}
      said={() => (table ? words.changed_said(settings.table) : words.placed_said(settings.table))}
      changes={<p>{table ? words.change_changes : words.place_changes}</p>}
    >
      <div class="fields two">
        <TextField label={words.name} hint={words.name_hint} value={name} onInput={set_name} disabled={table !== null} error={sending.at('table.table', 'table')} autocomplete="off" autofocus={!table} />
        <SelectField label={words.game} value={game} onInput={set_game} error={sending.at('table.game')} options={known.map((each) => [each, game_name(each)])} />
        <TextField label={words.positions} hint={words.positions_hint} mode="numeric" value={positions} onInput={set_positions} error={sending.at('table.positions')} autocomplete="off" />
        <div class="field"><span class="label">{words.keypad}</span><Segments label={words.keypad} value={keypad} options={[['second_generation', words.keypads.second_generation], ['first_generation', words.keypads.first_generation]]} onInput={set_keypad} /></div>
      </div>
      <fieldset class="choices">
        <legend class="label">{words.links}</legend>
        {open_links.length === 0 && <p class="small quiet">{words.links_none}</p>}
        {open_links.map((link) => <CheckField key={link.link} label={`${link.title || link.link} (${link.paytable})`} checked={chosen.includes(link.link)} onInput={(on) => set_chosen(on ? [...chosen, link.link] : chosen.filter((each) => each !== link.link))} />)}
        <p class="error">{sending.at('table.links', ...chosen.map((_, index) => `table.links[${index}]`))}</p>
      </fieldset>
    </ActionSheet>
  );
}

export function RemoveTableSheet({ table, close }: { table: Table; close: () => void }) {
  const sending = useSending();
  return (
    <ActionSheet title={words.remove_title(table.table)} action={words.remove_action} danger two_people sending={sending} close={close}
      perform={() => sending.send({ remove_table: { table: table.table } })} said={() => words.removed_said(table.table)} changes={<p>{words.remove_changes}</p>} />
  );
}

export function CancelRoundSheet({ table, close }: { table: Table; close: () => void }) {
  const sending = useSending();
  const [reason, set_reason] = useState('');
  return (
    <ActionSheet title={words.cancel_title(table.table)} action={words.cancel_action} danger sending={sending} close={close} ready={reason.trim() !== ''}
      perform={() => sending.send({ cancel_round: { table: table.table, reason } })} said={() => words.cancelled_said(table.table)}
      changes={<p>{words.cancel_changes(table.round?.number ?? 0, table.round?.wagers.length ?? 0)}</p>}>
      <TextField label={text.console.approvals.reason} value={reason} onInput={set_reason} error={sending.at('reason')} autocomplete="off" autofocus />
    </ActionSheet>
  );
}

export function FaultSheet({ tables, close }: { tables: readonly string[]; close: () => void }) {
  const sending = useSending();
  const [given, set_given] = useState({ table: '', device: '', serial: '', cause: '', remedy: '', minutes: '' });
  const set = (part: Partial<typeof given>) => set_given((now) => ({ ...now, ...part }));
  const { minutes, ...report } = given;
  return (
    <ActionSheet title={words.fault_title} action={words.fault_action} sending={sending} close={close} ready={report.device.trim() !== '' && report.cause.trim() !== ''} changes={<p>{words.fault_changes}</p>}
      perform={() => sending.send({ report_malfunction: { ...report, out_of_service_ms: minutes.trim() === '' ? 0 : typed_number(minutes) * 60_000 } })}>
      <div class="fields two">
        <SelectField label={words.table} value={given.table} onInput={(table) => set({ table })} error={sending.at('table')} options={[['', words.no_table], ...tables.map((each): [string, string] => [each, each])]} />
        <TextField label={words.device} value={given.device} onInput={(device) => set({ device })} error={sending.at('device')} placeholder={words.fault_device} autocomplete="off" />
        <TextField label={words.serial} value={given.serial} onInput={(serial) => set({ serial })} error={sending.at('serial')} autocomplete="off" />
        <TextField label={words.minutes} mode="numeric" value={minutes} onInput={(next) => set({ minutes: next })} error={sending.at('out_of_service_ms')} autocomplete="off" />
      </div>
      <TextField label={words.cause} value={given.cause} onInput={(cause) => set({ cause })} error={sending.at('cause')} autocomplete="off" />
      <TextField label={words.remedy} value={given.remedy} onInput={(remedy) => set({ remedy })} error={sending.at('remedy')} autocomplete="off" />
    </ActionSheet>
  );
}
