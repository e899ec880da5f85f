// A keypad sends no commands itself. A command that needs a person's permission is sent in that person's name: they
// sign in with card and PIN for this one command and are signed out immediately.
import { useState } from 'preact/hooks';
import { next_command_id, post, Refused } from '../../api';
import type { Command } from '../../commands';
import { dealers_words } from './dealers_words';
import { hand_name } from '../../names';
import { Me, Recorded, type Owed } from '../../protocol';
import { text } from '../../text';
import { CardAndPinForm, type CardAndPin } from '../../ui/card_and_pin';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Money } from '../../ui/money';
import { Notice } from '../../ui/notice';
import { Sheet } from '../../ui/sheet';

const words = text.table;

async function ask_as(person: CardAndPin, command: Command): Promise<void> {
  try {
    await post('/v1/sign-in', person, Me);
    try {
      await post('/v1/commands', { id: next_command_id(), command }, Recorded);
    } finally {
      await post('/v1/sign-out').catch(() => undefined);
    }
  } catch (error) {
    throw error instanceof Refused ? new Error(dealers_words(error.message)) : error;
  }
}

// A hand pay of an earlier round: a supervisor or executive says that the player has the money.
export function HandPaySheet({ owed, close }: { owed: Owed; close: () => void }) {
  const { table, round, claim, position, hand, amount } = owed;
  const submit = async (person: CardAndPin) => {
    await ask_as(person, { acknowledge_payment: { table, round, claim, position } });
    close();
  };
  return (
    <Sheet title={words.hand_pay_title} wide close={close}>
      <div class="two-sides">
        <div class="claim-facts">
          <span class="claim-sum"><Money amount={amount} small_cents /></span>
          <dl>
            <dt>{words.hand}</dt><dd>{hand_name(hand)}, {words.earlier_round(round).toLowerCase()}</dd>
            <dt>{words.position_head}</dt><dd>{position ?? words.position_missing}</dd>
          </dl>
          <p>{words.hand_pay_means}</p>
        </div>
        <CardAndPinForm pad action={words.paid} submit={submit} />
      </div>
    </Sheet>
  );
}

export function PersonSheet({ table, waits, what, close }: { table: string; waits: boolean; what: 'void' | 'cancel'; close: () => void }) {
  const [reason, set_reason] = useState('');
  const say = words[what];
  const submit = async (person: CardAndPin) => {
    const why = reason.trim();
    if (why === '') throw new Error(words.reason_first);
    await ask_as(person, what === 'void' ? { void_deal: { table, reason: why } } : { cancel_round: { table, reason: why } });
    close();
  };
  return (
    <Sheet title={say.title} wide close={close}>
      <div class="two-sides">
        <div class="column">
          <p>{say.means}</p>
          <p class="quiet small">{say.who}</p>
          {waits && <Notice kind="pending">{say.waits}</Notice>}
          <TextField label={words.reason} value={reason} onInput={set_reason} lines={2} />
          <div class="row wrap" role="group" aria-label={words.reason}>
            {say.reasons.map((each) => <Button key={each} pressed={reason === each} onClick={() => set_reason(each)}>{each}</Button>)}
          </div>
        </div>
        <CardAndPinForm pad action={say.action} submit={submit} />
      </div>
    </Sheet>
  );
}
