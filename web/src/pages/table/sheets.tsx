// Sheets that need a person: confirming a win, the supervisor's key, a void deal, a canceled round, a fault.
import { useState } from 'preact/hooks';
import type { Table } from '../../floor_live';
import { money } from '../../format';
import { hand_name } from '../../names';
import { text } from '../../text';
import { Button } from '../../ui/button';
import { CardAndPinForm } from '../../ui/card_and_pin';
import { TextField } from '../../ui/field';
import { Money } from '../../ui/money';
import { Notice } from '../../ui/notice';
import { Sheet } from '../../ui/sheet';
import { envy_words, whose_card } from './centre';
import type { Desk } from './desk';
import { confirming, takes_card, unseen } from './moment';
import { HandPaySheet, PersonSheet } from './person_sheet';

const words = text.table;
type Pending = Table['view']['pending'][number];

function ClaimFacts({ claim, first_card }: { claim: Pending; first_card: string }) {
  const envy = envy_words(claim);
  return (
    <div class="claim-facts">
      <span class="claim-sum"><Money amount={claim.amount} small_cents /></span>
      <dl>
        <dt>{words.hand}</dt><dd>{hand_name(claim.hand)}</dd>
        <dt>{words.position_head}</dt><dd>{claim.position ?? words.position_missing}</dd>
        <dt>{words.who}</dt><dd>{whose_card(claim)}</dd>
        {envy && <><dt>{words.envy}</dt><dd>{envy}</dd></>}
      </dl>
      {claim.waits && <Notice kind="pending">{words.waits_for_earlier_more}</Notice>}
      {first_card && <Notice kind="locked">{words.first_card(first_card)}</Notice>}
      <p class="quiet small">{words.reject_at_console}</p>
    </div>
  );
}

// Second generation: CONFIRM was pressed and a card is required.
function ConfirmSheet({ desk, table, claim }: { desk: Desk; table: Table; claim: Pending }) {
  const second_person = claim.two_people && table.steps.card !== '';
  const action = second_person ? words.pay_as_second(money(claim.amount)) : claim.two_people ? words.first_of_two : words.pay(money(claim.amount));
  return (
    <Sheet title={words.confirm_title} wide close={() => (desk.card_closed_for.value = claim.claim)}>
      <div class="two-sides">
        <ClaimFacts claim={claim} first_card={second_person ? table.steps.card : ''} />
        <CardAndPinForm key={second_person ? 'second' : 'first'} pad action={action} submit={({ staff, pin }) => desk.press_with_card('card', staff, pin)} />
      </div>
    </Sheet>
  );
}

// First generation: the supervisor's key, then another person's card if required.
function KeySheet({ desk, kind, claim }: { desk: Desk; kind: 'key_to_jph' | 'card'; claim: Pending }) {
  const close = () => (desk.sheet.value = null);
  return (
    <Sheet title={kind === 'key_to_jph' ? words.key_title : words.card_title} wide close={close}>
      <div class="two-sides">
        <ClaimFacts claim={claim} first_card="" />
        <CardAndPinForm
          pad
          action={kind === 'key_to_jph' ? words.turn_key : words.swipe_card}
          submit={async ({ staff, pin }) => {
            await desk.press_with_card(kind, staff, pin);
            close();
          }}
        />
      </div>
    </Sheet>
  );
}

function FaultSheet({ desk, close }: { desk: Desk; close: () => void }) {
  const [cause, set_cause] = useState('');
  const [error, set_error] = useState('');
  const send = async () => {
    try {
      await desk.report_fault(cause.trim());
      close();
    } catch (failure) {
      set_error(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return (
    <Sheet title={words.report_fault} close={close} foot={<Button kind="primary" large disabled={cause.trim() === ''} onClick={() => void send()}>{words.send_fault}</Button>}>
      {error && <Notice kind="alarm">{error}</Notice>}
      <TextField label={words.fault_cause} hint={words.fault_hint} value={cause} onInput={set_cause} lines={3} autofocus />
    </Sheet>
  );
}

export function Sheets({ desk, table }: { desk: Desk; table: Table }) {
  const close = () => (desk.sheet.value = null);
  const awaited = confirming(table);
  if (awaited && desk.card_closed_for.value !== awaited.claim) return <ConfirmSheet desk={desk} table={table} claim={awaited} />;
  // It closes by itself when the payment is acknowledged elsewhere.
  const hand_pay = table.view.owed.find(({ claim, kind }) => kind === 'award' && claim === desk.hand_pay.value?.claim);
  if (hand_pay) return <HandPaySheet owed={hand_pay} close={() => (desk.hand_pay.value = null)} />;
  switch (desk.sheet.value) {
    case 'key': {
      const claim = unseen(table);
      return claim && !table.steps.key_at_jph ? <KeySheet desk={desk} kind="key_to_jph" claim={claim} /> : null;
    }
    case 'card': {
      const claim = takes_card(table);
      return claim ? <KeySheet desk={desk} kind="card" claim={claim} /> : null;
    }
    case 'void':
    case 'cancel':
      return table.round ? <PersonSheet table={table.table} waits={table.view.pending.length > 0} what={desk.sheet.value} close={close} /> : null;
    case 'fault':
      return <FaultSheet desk={desk} close={close} />;
    default:
      return null;
  }
}
