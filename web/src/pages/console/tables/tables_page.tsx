// Tables and their devices.
import { useState } from 'preact/hooks';
import { Ban, Monitor, Pencil, Plus, Trash2, Wifi, WifiOff, Wrench } from 'lucide-preact';
import { get } from '../../../api';
import { DeviceList } from '../../../protocol';
import type { Of } from '../../../decode';
import type { Table } from '../../../floor_live';
import { text } from '../../../text';
import { Button } from '../../../ui/button';
import { ListTable, type ListColumn } from '../../../ui/list_table';
import { Failed, Loading, Nothing } from '../../../ui/notice';
import { Panel } from '../../../ui/panel';
import { State } from '../../../ui/state';
import { useAnswer } from '../../../ui/use_answer';
import { game_name } from '../names';
import { PageHead } from '../page_head';
import { may } from '../rights';
import { me, tables } from '../session';
import { EnrolDeviceSheet, RevokeSheet } from './device_sheets';
import { CancelRoundSheet, FaultSheet, RemoveTableSheet, TableSheet } from './table_sheets';

const words = text.console.tables;
type DeviceRow = Of<typeof DeviceList>['devices'][number];
type Open = { place: true } | { change: Table } | { remove: Table } | { cancel: Table } | { fault: true } | { enrol: string } | { revoke: string } | null;

function table_columns(open: (what: Open) => void): ListColumn<Table>[] {
  const { role } = me.value!;
  return [
    { head: words.table, cell: (row) => <b>{row.table}</b>, sort_by: (row) => row.table, plain: (row) => row.table },
    { head: words.game, cell: (row) => game_name(row.game), sort_by: (row) => row.game, plain: (row) => game_name(row.game) },
    { head: words.positions, cell: (row) => row.positions, sort_by: (row) => row.positions, plain: (row) => row.positions, number: true },
    { head: words.keypad, cell: (row) => <>{words.keypads[row.keypad]}{row.keypads > 0 && <div class="small quiet">{words.keypads_connected(row.keypads)}</div>}</>, sort_by: (row) => row.keypad, plain: (row) => words.keypads[row.keypad] },
    { head: words.links, cell: (row) => row.links.join(', '), sort_by: (row) => row.links.join(), plain: (row) => row.links.join(' ') },
    { head: words.connection, cell: (row) => (row.connected ? <State of="locked" icon={Wifi}>{words.connected}</State> : <State of="alarm" icon={WifiOff}>{words.not_connected}</State>), sort_by: (row) => (row.connected ? 0 : 1), plain: (row) => (row.connected ? words.connected : words.not_connected) },
    { head: words.round, cell: (row) => row.round?.number ?? '', sort_by: (row) => row.round?.number ?? 0, plain: (row) => row.round?.number ?? null, number: true },
    {
      head: words.actions, cell: (row) => (
        <div class="row-actions">
          {may(role, 'cancel_round') && row.round && <Button kind="quiet" icon={Ban} label={words.cancel_round(row.table)} onClick={() => open({ cancel: row })} />}
          {may(role, 'configure') && <Button kind="quiet" icon={Pencil} label={words.change(row.table)} onClick={() => open({ change: row })} />}
          {may(role, 'configure') && <Button kind="quiet" icon={Trash2} label={words.remove(row.table)} onClick={() => open({ remove: row })} />}
        </div>
      ),
    },
  ];
}

function device_columns(open: (what: Open) => void): ListColumn<DeviceRow>[] {
  return [
    { head: words.device, cell: (row) => <b>{row.device}</b>, sort_by: (row) => row.device, plain: (row) => row.device },
    { head: words.kind, cell: (row) => words.kinds[row.kind], sort_by: (row) => row.kind, plain: (row) => words.kinds[row.kind] },
    { head: words.table, cell: (row) => row.table || words.no_table, sort_by: (row) => row.table, plain: (row) => row.table },
    { head: words.actions, cell: (row) => <div class="row-actions">{may(me.value!.role, 'enrol_devices') && <Button kind="quiet" icon={Trash2} label={words.revoke(row.device)} onClick={() => open({ revoke: row.device })} />}</div> },
  ];
}

function Devices({ turn, open }: { turn: number; open: (what: Open) => void }) {
  const { value, error, again } = useAnswer((signal) => get('/v1/devices', DeviceList, signal), [turn]);
  return (
    <Panel title={words.devices} actions={may(me.value!.role, 'enrol_devices') && <Button kind="primary" icon={Plus} onClick={() => open({ enrol: '' })}>{words.enrol}</Button>}>
      {error ? <Failed error={error} again={again} /> : !value ? <Loading lines={4} /> : (
        <ListTable caption={words.devices} file="devices" rows={value.devices} columns={device_columns(open)} key_of={(row) => row.device} empty={<Nothing title={words.no_devices}>{words.no_devices_how}</Nothing>} />
      )}
    </Panel>
  );
}

export function TablesPage() {
  const { role } = me.value!;
  const [open, set_open] = useState<Open>(null);
  const [turn, set_turn] = useState(0);
  const rows = [...tables.value.values()].sort((a, b) => a.table.localeCompare(b.table, 'en', { numeric: true }));
  const names = rows.map((row) => row.table);
  const close = () => set_open(null);
  const changed = () => set_turn((now) => now + 1);
  return (
    <>
      <PageHead title={text.console.pages.tables} under={words.under}>
        {may(role, 'report_malfunction') && <Button icon={Wrench} onClick={() => set_open({ fault: true })}>{words.fault}</Button>}
        {may(role, 'configure') && <Button kind="primary" icon={Plus} onClick={() => set_open({ place: true })}>{words.place}</Button>}
      </PageHead>
      <Panel title={words.tables}>
        <ListTable caption={words.tables} file="tables" rows={rows} columns={table_columns(set_open)} key_of={(row) => row.table} empty={<Nothing title={words.no_tables} icon={Monitor}>{words.no_tables_how}</Nothing>} />
      </Panel>
      {may(role, 'see_devices') ? <Devices turn={turn} open={set_open} /> : <p class="quiet small">{words.devices_hidden}</p>}
      {open && 'place' in open && <TableSheet table={null} close={close} />}
      {open && 'change' in open && <TableSheet table={open.change} close={close} />}
      {open && 'remove' in open && <RemoveTableSheet table={open.remove} close={close} />}
      {open && 'cancel' in open && <CancelRoundSheet table={open.cancel} close={close} />}
      {open && 'fault' in open && <FaultSheet tables={names} close={close} />}
      {open && 'enrol' in open && <EnrolDeviceSheet tables={names} start={open.enrol} close={close} changed={changed} />}
      {open && 'revoke' in open && <RevokeSheet device={open.revoke} close={close} changed={changed} />}
    </>
  );
}
