// The dealer's keypad: a touch screen at one table.
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { DevicePage } from '../../device_page';
import type { FloorLive } from '../../floor_live';
import { text } from '../../text';
import { KeyDesk } from '../../ui/keys';
import { Arc } from './arc';
import { BottomBar } from './bottom_bar';
import { CentreNotices } from './centre';
import { Desk } from './desk';
import { Head } from './head';
import { KeypadKeys } from './keypad_keys';
import { Sheets } from './sheets';
import { SidePanel } from './side_panel';
import '../../ui/theme.css';
import './table.css';
import './seats.css';
import './side.css';

function Waiting({ desk }: { desk: Desk }) {
  return (
    <>
      <Head desk={desk} />
      <main class="middle" aria-busy="true">
        <div class="felt loading" role="status" aria-label={text.common.loading}>
          {Array.from({ length: 6 }, (_, seat) => <span key={seat} class="skeleton" />)}
        </div>
        <div class="side panel"><span class="skeleton" /><span class="skeleton" /><span class="skeleton" /></div>
      </main>
      <BottomBar desk={desk} />
    </>
  );
}

function Keypad({ live, name }: { live: FloorLive; name: string }) {
  const [desk, set_desk] = useState<Desk | null>(null);
  useEffect(() => {
    const opened = new Desk(live, name);
    set_desk(opened);
    return () => opened.close();
  }, [live, name]);
  useEffect(() => {
    document.title = text.table.page_title(name);
  }, [name]);
  if (!desk) return null;
  const table = desk.table.value;
  return (
    <div class={`keypad ${desk.lost.value ? 'lost' : ''}`} data-connection={desk.connection.value}>
      {!table ? (
        <Waiting desk={desk} />
      ) : (
        <>
          <Head desk={desk} />
          <main class="middle">
            <div class="felt">
              <Arc desk={desk} table={table} />
              <CentreNotices desk={desk} table={table} />
            </div>
            <SidePanel desk={desk} table={table} />
          </main>
          <BottomBar desk={desk} />
          {!desk.lost.value && <KeypadKeys desk={desk} table={table} />}
          {!desk.lost.value && <Sheets desk={desk} table={table} />}
        </>
      )}
      <div class="red-frame" aria-hidden="true" />
      <KeyDesk />
    </div>
  );
}

render(<DevicePage kinds={['keypad', 'controller']}>{(live, name) => <Keypad live={live} name={name} />}</DevicePage>, document.getElementById('page')!);
