// A table at a glance: its state, the positions that bet, and what is pending.
import type { Table } from '../../../floor_live';
import { duration, money } from '../../../format';
import { text } from '../../../text';
import { State, type StateName } from '../../../ui/state';
import { Eye, WifiOff } from 'lucide-preact';
import { game_name, link_title } from '../names';
import { alarms, now_ms } from '../session';

const words = text.console.floor;
type TableState = 'lost' | 'claim' | 'round' | 'placed' | 'idle';

// Red until someone acknowledges it. Roles that do not receive alarms still see sensor alarms of the round and a lost
// table.
function alarm_of(table: Table, state: TableState): 'unseen' | 'seen' | null {
  const here = alarms.value.filter((alarm) => alarm.table === table.table);
  const alarmed = (kind: string) => here.some((alarm) => alarm.kind === kind);
  const unexplained = (state === 'lost' && !alarmed('table_lost')) || ((table.round?.alarms ?? 0) > 0 && !alarmed('sensor_changed'));
  if (unexplained || here.some((alarm) => alarm.acknowledged_ms === 0)) return 'unseen';
  return here.length > 0 ? 'seen' : null;
}

function state_of(table: Table): TableState {
  if (!table.connected) return 'lost';
  if (table.view.pending.length > 0) return 'claim';
  if (table.round) return 'round';
  return table.lit.length > 0 ? 'placed' : 'idle';
}

const marks: Record<TableState, StateName> = { lost: 'alarm', claim: 'pending', round: 'locked', placed: 'placed', idle: 'empty' };

export function TableTile({ table }: { table: Table }) {
  const state = state_of(table);
  const alarm = alarm_of(table, state);
  const lost_seen = state === 'lost' && alarm === 'seen';
  const locked = new Set(table.view.seats.filter((seat) => seat.lights.length > 0).map((seat) => seat.position));
  const placed = new Set(table.lit.map((wager) => wager.position));
  const first = table.view.pending[0];
  return (
    <article class={`tile ${lost_seen ? '' : state} ${alarm === 'unseen' ? 'alarm' : ''}`} aria-label={words.table(table.table)}>
      <header>
        <h3>{table.table}</h3>
        <span class="tile-states">
          {alarm === 'unseen' && state !== 'lost' && <State of="alarm">{words.states.alarm}</State>}
          {alarm === 'seen' && <State of="empty" icon={Eye}>{words.states.alarm_seen}</State>}
          <State of={lost_seen ? 'empty' : marks[state]} {...(state === 'lost' ? { icon: WifiOff } : {})}>{words.states[state]}</State>
        </span>
      </header>
      <div class="small quiet">
        <p class="truncate">{game_name(table.game)}</p>
        <p class="truncate">{table.links.map(link_title).join(', ')}</p>
      </div>
      <div class="seats" role="img" aria-label={words.seats(locked.size, table.positions)}>
        {table.view.seats.map(({ position }) => <i key={position} class={locked.has(position) ? 'locked' : table.round === null && placed.has(position) ? 'placed' : ''}>{position}</i>)}
      </div>
      <p class="small tile-line">
        {first ? <b class="pending-words">{words.waits(money(first.amount), table.view.pending.length - 1)}</b>
          : table.round ? <span>{words.round(table.round.number, locked.size)} · <span class="figures">{duration(Math.max(0, (now_ms.value - table.round.started_ms) / 1000))}</span></span>
            : <span class="quiet">{state === 'lost' ? words.lost_how : state === 'placed' ? words.placed(placed.size) : words.idle_how}</span>}
      </p>
    </article>
  );
}
