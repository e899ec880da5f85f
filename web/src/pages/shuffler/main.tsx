// The small screen on a shuffler: its mode, the number of hands dealt beside the number of bets locked, the Cover All
// pays for that number of hands, and a button to report a fault.
import { render } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { RotateCcw, TriangleAlert, Wrench } from 'lucide-preact';
import { DevicePage } from '../../device_page';
import type { CoverAllPays, FloorLive, Table } from '../../floor_live';
import { hours_minutes } from '../../format';
import { game_name, hand_name } from '../../names';
import { text } from '../../text';
import { Button } from '../../ui/button';
import { ConnectionMark } from '../../ui/connection';
import { KeyDesk, useKeys } from '../../ui/keys';
import { Loading } from '../../ui/notice';
import { State } from '../../ui/state';
import { hands_of, is_void, pays_now, positions_in } from './deal';
import { ReportFault, remember_fault, remembered_fault, type Fault } from './fault';
import '../../ui/theme.css';
import './shuffler.css';

const words = text.shuffler;

function Count({ name, says, value }: { name: string; says: string; value: number | null }) {
  return (
    <div class="count panel">
      <h2>{name}</h2>
      <p class="count-number figures">{value ?? '–'}</p>
      <p class="quiet">{says}</p>
    </div>
  );
}

function CoverAllPanel({ pays, hands }: { pays: CoverAllPays | null; hands: number }) {
  return (
    <section class="panel cover-all">
      <h2>{pays ? words.cover_all_pays(pays.hands) : words.cover_all}</h2>
      {pays ? (
        <dl>
          {pays.pays.map(({ hand, pays: pay }) => <div key={hand}><dt>{hand_name(hand)}</dt><dd class="figures">{pay}</dd></div>)}
        </dl>
      ) : (
        <p class="quiet">{hands > 0 ? words.cover_all_none(hands) : words.cover_all_waits}</p>
      )}
    </section>
  );
}

function Deal({ table, cover_all }: { table: Table; cover_all: CoverAllPays | null }) {
  const { round } = table;
  const hands = hands_of(table);
  return (
    <div class={`deal ${cover_all ? 'with-cover-all' : ''}`}>
      {is_void(table) ? (
        <section class="void panel" role="alert">
          <RotateCcw aria-hidden="true" />
          <h2>{words.void_title}</h2>
          <p>{words.void_says}</p>
        </section>
      ) : (
        <Count name={words.hands} says={hands > 0 ? words.hands_says(hands - 1) : round ? words.hands_waits : words.no_round} value={hands > 0 ? hands : null} />
      )}
      <Count name={words.bets} says={round ? words.bets_says(round.number) : words.no_round} value={round ? positions_in(table) : null} />
      {cover_all && <CoverAllPanel pays={pays_now(cover_all, table)} hands={hands} />}
    </div>
  );
}

function Shuffler({ live, name }: { live: FloorLive; name: string }) {
  const table = live.tables.value.get(name);
  const cover_all = live.cover_all.value;
  const connected = live.connection.value === 'live';
  const [fault, set_fault] = useState<Fault | null>(remembered_fault);
  const [reporting, set_reporting] = useState(false);
  useKeys(useMemo(() => (connected ? [{ key: 'f', says: words.report, does: () => set_reporting(true) }] : []), [connected]));
  const keep = (now: Fault | null) => {
    remember_fault(now);
    set_fault(now);
    set_reporting(false);
  };
  return (
    <div class={`shuffler ${connected ? '' : 'is-lost'}`}>
      <header>
        <h1>{table ? game_name(table.game) : words.title}</h1>
        <span class="quiet">{words.table(name)}</span>
        <State of={cover_all ? 'info' : 'empty'}>{cover_all ? words.mode_cover_all : words.mode_plain}</State>
        <span class="grow" />
        <ConnectionMark of={live.connection} />
      </header>
      <main>
        {fault && (
          <section class="fault panel" role="alert">
            <TriangleAlert aria-hidden="true" />
            <div class="grow">
              <h2>{words.fault_title}</h2>
              <p>{words.fault_says(fault.cause, hours_minutes(fault.time_ms))}</p>
            </div>
            <Button large onClick={() => keep(null)}>{words.back_in_service}</Button>
          </section>
        )}
        {!connected && table ? <section class="fault panel" role="alert"><TriangleAlert aria-hidden="true" /><div><h2>{text.connection.lost}</h2><p>{words.lost_says}</p></div></section> : null}
        {connected && (table ? <Deal table={table} cover_all={cover_all} /> : <Loading />)}
      </main>
      <footer>
        <span class="quiet grow">{table?.round?.voided && !is_void(table) ? words.voided_once : ''}</span>
        <Button large icon={Wrench} hint="F" disabled={!connected} onClick={() => set_reporting(true)}>{words.report}</Button>
      </footer>
      {reporting && <ReportFault live={live} reported={keep} close={() => set_reporting(false)} />}
      <KeyDesk />
    </div>
  );
}

render(<DevicePage kinds={['shuffler']}>{(live, name) => <Shuffler live={live} name={name} />}</DevicePage>, document.getElementById('page')!);
