// On the right, beside the arc: the hand list of the selected spot, the pays, or what is owed now. It never covers the
// arc.
import { Ban, OctagonX, Wrench, X } from 'lucide-preact';
import type { Table } from '../../floor_live';
import { text } from '../../text';
import { Button } from '../../ui/button';
import { Segments } from '../../ui/field';
import { Scrolls } from '../../ui/scrolls';
import type { Desk } from './desk';
import { HandList } from './hand_list';
import { can_mark, link_listed, listed_spot } from './listing';
import { OwedList } from './owed_list';

const words = text.table;

export function SidePanel({ desk, table }: { desk: Desk; table: Table }) {
  const spot = listed_spot(desk, table);
  // Between rounds only what an earlier round still owes.
  const owes = table.round !== null || table.view.owed.length > 0;
  const owed = desk.owed_shown.value && spot === null && owes;
  // Beside the heading, to leave room for all hands below.
  const folded = can_mark(desk, table) && link_listed(desk, table, spot) && (
    <label class="check folded">
      <input type="checkbox" aria-label={words.folded} checked={desk.folded.value} disabled={desk.lost.value} onInput={(event) => (desk.folded.value = event.currentTarget.checked)} />
      <span aria-hidden="true">{words.folded_short}</span>
    </label>
  );
  return (
    <aside class="side panel" aria-label={words.side}>
      <header class="side-head">
        {spot !== null ? (
          <>
            <h2>{words.position(spot)}</h2>
            {folded}
            <Button kind="quiet" icon={X} label={words.close_list} onClick={() => (desk.list_closed.value = true)} />
          </>
        ) : owes ? (
          <>
            <Segments label={words.side} value={owed ? 'owed' : 'hands'} options={[['hands', table.round ? words.hands : words.pays], ['owed', words.owed_now]]} onInput={(value) => (desk.owed_shown.value = value === 'owed')} />
            {!owed && folded}
          </>
        ) : (
          <h2>{words.pays}</h2>
        )}
      </header>
      <Scrolls way="down" class={`side-body ${spot !== null ? 'slid' : ''}`} key={spot ?? (owed ? 'owed' : 'hands')}>
        {owed ? <OwedList desk={desk} table={table} /> : <HandList desk={desk} table={table} spot={spot} />}
      </Scrolls>
      <footer class="side-foot">
        {table.round ? (
          <>
            <Button icon={OctagonX} disabled={desk.lost.value} onClick={() => (desk.sheet.value = 'void')}>{words.void_deal}</Button>
            <Button icon={Ban} disabled={desk.lost.value} onClick={() => (desk.sheet.value = 'cancel')}>{words.cancel_round}</Button>
          </>
        ) : (
          <Button icon={Wrench} disabled={desk.lost.value} onClick={() => (desk.sheet.value = 'fault')}>{words.report_fault}</Button>
        )}
      </footer>
    </aside>
  );
}
