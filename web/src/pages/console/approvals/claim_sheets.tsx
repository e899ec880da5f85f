// What a supervisor or executive can do with a claim; each sheet states the effect before the button is pressed.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { money } from '../../../format';
import { text } from '../../../text';
import { SelectField, TextField, Segments } from '../../../ui/field';
import { ActionSheet, useSending, type Done } from '../commanding';
import { hand_name } from '../names';
import type { ClaimFacts } from './claim_facts';

const words = text.console.approvals;
export type Decision = 'confirm' | 'reject' | 'hold' | 'release';

function Amount({ facts: { claim }, position }: { facts: ClaimFacts; position: number | null }) {
  return (
    <div class="decide-head">
      <span class="decide-amount">{money(claim.amount)}</span>
      <span>{hand_name(claim.hand)} · {words.table(claim.table)} · {position === null ? words.position_unknown : words.position(position)}</span>
    </div>
  );
}

// Position by position: the dealer must know whom to pay.
const envy_each = (pays: readonly { position: number | null; amount: string }[]) => pays.map(({ position, amount }) => text.common.envy_to(money(amount), position ?? 0)).join(', ');

const Happens = ({ children }: { children: ComponentChildren }) => <ul class="happens">{children}</ul>;

function ConfirmSheet({ facts, close }: { facts: ClaimFacts; close: () => void }) {
  const { claim } = facts;
  const sending = useSending();
  const [position, set_position] = useState('');
  const asks_position = claim.position === null && (claim.from_meter || facts.has_envy);
  const perform = async (): Promise<Done | null> => {
    // If the mark has no position, the acknowledgment supplies it.
    if (asks_position && !(await sending.send({ acknowledge_claim: { claim: claim.claim, position: Number(position) } }))) return null;
    return sending.send({ confirm_claim: { claim: claim.claim } });
  };
  return (
    <ActionSheet
      title={words.confirm_title} action={words.confirm_action(money(claim.amount))} sending={sending} close={close} perform={perform}
      two_people={facts.two_people} second_who={words.second_who} ready={!asks_position || position !== ''}
      said={(done) => words.confirmed_said(money(claim.amount), done.outcome.win_page, facts.envy)}
      changes={(
        <>
          <Amount facts={facts} position={claim.position} />
          <Happens>
            <li>{claim.from_meter ? words.pays_meter(facts.link?.title ?? claim.link, facts.level, facts.resets) : words.pays_tray}</li>
            {facts.envy && <li>{words.pays_envy(facts.envy)}</li>}
            <li>{words.makes_page}</li>
          </Happens>
        </>
      )}
    >
      {asks_position && (
        <SelectField label={words.position_field} hint={words.position_hint} error={sending.at('position')} value={position} onInput={set_position}
          options={[['', words.choose], ...facts.positions.map((each): [string, string] => [String(each), words.position(each)])]} />
      )}
    </ActionSheet>
  );
}

function ReasonField({ value, set, error, offers }: { value: string; set: (value: string) => void; error: string | undefined; offers: readonly string[] }) {
  return (
    <div class="column tight">
      <TextField label={words.reason} value={value} onInput={set} error={error} autocomplete="off" autofocus />
      <div class="row wrap offers" role="group" aria-label={words.reason_offers}>
        {offers.map((offer) => <button key={offer} type="button" class="offer" onClick={() => set(offer)}>{offer}</button>)}
      </div>
    </div>
  );
}

function ReasonSheet({ facts, close, decision }: { facts: ClaimFacts; close: () => void; decision: 'reject' | 'hold' }) {
  const { claim } = facts;
  const sending = useSending();
  const [reason, set_reason] = useState('');
  const rejects = decision === 'reject';
  const command = rejects ? { reject_claim: { claim: claim.claim, reason } } : { hold_claim: { claim: claim.claim, reason } };
  return (
    <ActionSheet
      title={rejects ? words.reject_title : words.hold_title} action={rejects ? words.reject_action : words.hold_action} danger={rejects}
      sending={sending} close={close} perform={() => sending.send(command)} ready={reason.trim() !== ''}
      said={() => (rejects ? words.rejected_said(claim.claim) : words.held_said(claim.claim))}
      changes={(
        <>
          <Amount facts={facts} position={claim.position} />
          <Happens><li>{rejects ? (claim.from_meter ? words.reject_meter : words.reject_tray) : claim.from_meter ? words.hold_meter : words.hold_tray}</li></Happens>
        </>
      )}
    >
      <ReasonField value={reason} set={set_reason} error={sending.at('reason')} offers={rejects ? words.reject_reasons : words.hold_reasons} />
    </ActionSheet>
  );
}

function ReleaseSheet({ facts, close }: { facts: ClaimFacts; close: () => void }) {
  const { claim } = facts;
  const sending = useSending();
  const [verdict, set_verdict] = useState<'pay' | 'reject'>('pay');
  const [reason, set_reason] = useState('');
  return (
    <ActionSheet
      title={words.release_title} action={verdict === 'pay' ? words.confirm_action(money(claim.amount)) : words.reject_action} danger={verdict === 'reject'}
      sending={sending} close={close} perform={() => sending.send({ release_claim: { claim: claim.claim, verdict, reason } })} ready={reason.trim() !== ''}
      two_people={facts.two_people} second_who={words.second_who} 
      said={(done) => (verdict === 'pay' ? words.paid_said(claim.claim, money(claim.amount), done.outcome.win_page, envy_each(done.outcome.envy)) : words.released_said(claim.claim))}
      changes={(
        <>
          <Amount facts={facts} position={claim.position} />
          <Happens>
            <li>{verdict === 'pay' ? words.release_pays : claim.from_meter ? words.release_rejects : words.reject_tray}</li>
            {verdict === 'pay' && claim.envy_pays.length > 0 && <li>{words.release_envy(envy_each(claim.envy_pays))}</li>}
            {verdict === 'pay' && <li>{facts.in_round ? words.owed_to_end : words.owed_to_paid}</li>}
          </Happens>
        </>
      )}
    >
      <Segments label={words.verdict} value={verdict} options={[['pay', words.verdict_pay], ['reject', words.verdict_reject]]} onInput={set_verdict} />
      <ReasonField value={reason} set={set_reason} error={sending.at('reason')} offers={words.release_reasons} />
    </ActionSheet>
  );
}

export function ClaimSheet({ facts, decision, close }: { facts: ClaimFacts; decision: Decision; close: () => void }) {
  if (decision === 'confirm') return <ConfirmSheet facts={facts} close={close} />;
  if (decision === 'release') return <ReleaseSheet facts={facts} close={close} />;
  return <ReasonSheet facts={facts} close={close} decision={decision} />;
}
