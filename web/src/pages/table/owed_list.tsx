// What each seat is owed now: its own pay and envy from the tray, a jackpot, and what awaits confirmation.
import type { Table } from '../../floor_live';
import { is_zero, money } from '../../format';
import { hand_name } from '../../names';
import { text } from '../../text';
import { Nothing } from '../../ui/notice';
import type { Desk } from './desk';

const words = text.table;

function Line({ label, amount, of = 'tray', tax }: { label: string; amount: string; of?: 'tray' | 'meter' | 'waits'; tax?: boolean }) {
  return (
    <div class={of}>
      <dt>{label}{tax && <em>{words.tax_form}</em>}</dt>
      <dd class="money">{money(amount)}</dd>
    </div>
  );
}

export function OwedList({ desk, table }: { desk: Desk; table: Table }) {
  const marks = desk.marks.value.marks;
  const seats = table.view.seats.filter(({ position, fixed_pay, envy }) => !is_zero(fixed_pay) || !is_zero(envy) || marks.some((mark) => mark.position === position && mark.kind !== 'tray'));
  const somewhere = table.view.fixed_pay_somewhere;
  const adrift = marks.filter(({ position, kind }) => position === null && kind !== 'tray');
  if (seats.length === 0 && is_zero(somewhere) && adrift.length === 0) return <Nothing title={words.nothing_owed}>{words.nothing_owed_more}</Nothing>;
  return (
    <div class="owed-list">
      {seats.map(({ position, fixed_pay, envy }) => {
        const here = marks.filter((mark) => mark.position === position);
        const from_meter = here.filter(({ kind }) => kind === 'meter');
        const waiting = here.filter(({ kind }) => kind === 'waits');
        // A position with only envy takes one line, so that all positions fit.
        const short = here.length === 0 && is_zero(fixed_pay);
        return (
          <section key={position} class={short ? 'short' : ''} aria-label={words.position(position)}>
            <h3>{words.position(position)}{!short && <span class="quiet">{here.map(({ hand }) => hand_name(hand)).join(', ')}</span>}</h3>
            <dl>
              {!is_zero(fixed_pay) && <Line label={`${words.from_tray}, ${words.own_hand}`} amount={fixed_pay} />}
              {!is_zero(envy) && <Line label={`${words.from_tray}, ${words.envy.toLowerCase()}`} amount={envy} />}
              {from_meter.map((mark) => <Line key={mark.claim} of="meter" label={words.from_meter} amount={mark.amount} tax={mark.tax} />)}
              {waiting.map((mark) => <Line key={mark.claim} of="waits" label={words.not_yet} amount={mark.amount} />)}
            </dl>
          </section>
        );
      })}
      {(!is_zero(somewhere) || adrift.length > 0) && (
        <section aria-label={words.position_missing}>
          <h3>{words.position_missing}</h3>
          <dl>
            {!is_zero(somewhere) && <Line label={`${words.from_tray}, ${words.own_hand}`} amount={somewhere} />}
            {adrift.map((mark) => <Line key={mark.claim} of="waits" label={words.not_yet} amount={mark.amount} />)}
          </dl>
        </section>
      )}
    </div>
  );
}
