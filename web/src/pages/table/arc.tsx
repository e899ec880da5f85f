// The positions as the dealer sees them: 1 on the left, the highest on the right, the players beyond.
import type { Table } from '../../floor_live';
import type { Desk } from './desk';
import { Seat } from './seat';

// How far below the top of the arc a seat lies, as a fraction of the arc's depth.
function depth(index: number, count: number): number {
  const across = ((index + 0.5) / count) * 2 - 1;
  return 1 - Math.sqrt(1 - across * across);
}

export function Arc({ desk, table }: { desk: Desk; table: Table }) {
  const count = table.positions;
  return (
    <ol class="arc" style={{ '--seats': count }}>
      {table.view.seats.map((seat, index) => (
        <li key={seat.position} class="place" style={{ left: `${((index + 0.5) / count) * 100}%`, '--depth': depth(index, count) }}>
          <Seat desk={desk} table={table} position={seat.position} />
        </li>
      ))}
    </ol>
  );
}
