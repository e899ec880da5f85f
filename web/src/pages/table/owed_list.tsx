// What each seat is owed now: its own pay and envy from the tray, a jackpot, what awaits confirmation, and what earlier
// rounds still owe until someone marks it paid.
import type { Table } from '../../floor_live';
import { is_zero, money } from '../../format';
import { hand_name } from '../../names';
import { text } from '../../text';
import { owed_earlier, owed_groups, type OwedGroup } from '../../owed';
import { Button } from '../../ui/button';
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

// A round that has ended: END GAME does not cover it, so each position has a key of its own.
function Earlier({ desk, group }: { desk: Desk; group: OwedGroup }) {
  const { round, claim, hand, places } = group;
  const at_once = places.length > 1 && !places.some(({ hand_pay }) => hand_pay);
  return (
    <section class="earlier" aria-label={words.earlier_round(round)}>
      <h3>{words.earlier_round(round)}<span class="quiet">{claim === 0 ? words.canceled : hand_name(hand)}</span></h3>
      {places.map(({ position, lines, hand_pay }) => (
        <div key={position} class="earlier-place">
          <dl>
            {lines.map(({ kind, link, amount, from_meter, tax }) => (
              <Line key={`${kind}${link}`} of={from_meter ? 'meter' : 'tray'} label={`${position === null ? words.position_missing : words.position(position)}, ${words.owed_for[kind]}`} amount={amount} tax={tax === true} />
            ))}
          </dl>
          <Button disabled={desk.lost.value} onClick={() => (hand_pay ? (desk.hand_pay.value = lines[0]!) : void desk.press({ kind: 'paid', round, claim, position: position ?? 0 }))}>
            {hand_pay ? words.paid_card : words.paid}
          </Button>
        </div>
      ))}
      {at_once && <Button class="all-paid" disabled={desk.lost.value} onClick={() => void desk.press({ kind: 'paid', round, claim, position: 0 })}>{words.all_paid}</Button>}
    </section>
  );
}

export function OwedList({ desk, table }: { desk: Desk; table: Table }) {
  const marks = desk.marks.value.marks;
  const hand_pays = table.view.owed.filter(({ from_meter, earlier }) => from_meter && !earlier);
  const earlier = owed_groups(owed_earlier(table.view.owed));
  const seats = table.view.seats.filter(({ position, fixed_pay, envy }) => !is_zero(fixed_pay) || !is_zero(envy) || marks.some((mark) => mark.position === position && mark.kind !== 'tray'));
  const somewhere = table.view.fixed_pay_somewhere;
  const adrift = marks.filter(({ position, kind }) => position === null && kind !== 'tray');
  if (seats.length === 0 && is_zero(somewhere) && adrift.length === 0 && earlier.length === 0) return <Nothing title={words.nothing_owed}>{words.nothing_owed_more}</Nothing>;
  return (
    <div class="owed-list">
      {earlier.map((group) => <Earlier key={group.key} desk={desk} group={group} />)}
      {seats.map(({ position, fixed_pay, envy }) => {
        const here = marks.filter((mark) => mark.position === position);
        const from_meter = hand_pays.filter((owed) => owed.position === position);
        const waiting = here.filter(({ kind }) => kind === 'waits');
        // A position with only envy takes one line, so that all positions fit.
        const short = here.length === 0 && is_zero(fixed_pay);
        return (
          <section key={position} class={short ? 'short' : ''} aria-label={words.position(position)}>
            <h3>{words.position(position)}{!short && <span class="quiet">{here.map(({ hand }) => hand_name(hand)).join(', ')}</span>}</h3>
            <dl>
              {!is_zero(fixed_pay) && <Line label={`${words.from_tray}, ${words.own_hand}`} amount={fixed_pay} />}
              {!is_zero(envy) && <Line label={`${words.from_tray}, ${words.envy.toLowerCase()}`} amount={envy} />}
              {from_meter.map(({ claim, amount, tax }) => <Line key={claim} of="meter" label={words.from_meter} amount={amount} tax={tax === true} />)}
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
