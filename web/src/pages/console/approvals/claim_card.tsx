// One claim in the queue: amount, hand, location, requirements and actions.
import { Ban, Check, Pause, Play, UserRoundCheck } from 'lucide-preact';
import { ago, is_zero, money } from '../../../format';
import { text } from '../../../text';
import { Button } from '../../../ui/button';
import { State } from '../../../ui/state';
import { game_name, hand_name } from '../names';
import { may } from '../rights';
import { me, now_ms, person_name, sign_out } from '../session';
import type { ClaimFacts } from './claim_facts';
import type { Decision } from './claim_sheets';

const words = text.console.approvals;

function Needs({ facts }: { facts: ClaimFacts }) {
  const { claim } = facts;
  return (
    <div class="row wrap needs">
      {claim.status === 'held' && <State of="alarm" icon={Pause}>{words.held}</State>}
      {claim.status === 'acknowledged' && <State of="info">{words.acknowledged}</State>}
      {facts.waits && <State of="empty">{words.waits}</State>}
      {claim.executive && <State of="pending" icon={UserRoundCheck}>{words.needs_executive}</State>}
      {facts.two_people && <State of="pending" icon={UserRoundCheck}>{words.needs_two}</State>}
      {claim.position === null && <State of="placed">{words.needs_position}</State>}
    </div>
  );
}

export function ClaimCard({ facts, chosen, choose, decide }: { facts: ClaimFacts; chosen: boolean; choose: () => void; decide: (decision: Decision) => void }) {
  const { claim, link, table } = facts;
  const { role } = me.value!;
  const executive_missing = claim.executive && role !== 'executive';
  return (
    <article class={`claim-card ${claim.status} ${chosen ? 'chosen' : ''}`} aria-label={words.claim(claim.claim)} onFocusCapture={choose} onClick={choose}>
      <div class="claim-main">
        <p class="claim-amount">{money(claim.amount)}</p>
        <p class="claim-hand">{hand_name(claim.hand)}</p>
      </div>
      <dl class="claim-facts">
        <div><dt>{words.where}</dt><dd>{words.table(claim.table)}, {claim.position === null ? words.position_unknown : words.position(claim.position)}</dd></div>
        <div><dt>{words.from}</dt><dd>{claim.from_meter ? [link?.title ?? claim.link, facts.level].filter(Boolean).join(' – ') : words.from_tray(link?.title ?? claim.link)}</dd></div>
        <div><dt>{words.wager}</dt><dd>{is_zero(claim.wager) ? words.not_known : money(claim.wager)}{table && ` · ${game_name(table.game)}, ${words.round(claim.round)}`}</dd></div>
        <div><dt>{words.marked}</dt><dd><time>{ago(claim.marked_ms, now_ms.value)}</time> · {words.claim(claim.claim)}</dd></div>
        {facts.envy && <div class="wide"><dt>{words.envy}</dt><dd>{facts.envy}</dd></div>}
        {claim.status === 'held' && (claim.held_reason || claim.held_by) && <div class="wide"><dt>{words.held_why}</dt><dd>{[claim.held_reason, person_name(claim.held_by)].filter(Boolean).join(' · ')}</dd></div>}
      </dl>
      <div class="claim-side">
        <Needs facts={facts} />
        {may(role, 'decide_claims') && (
          <div class="claim-actions">
            {claim.status === 'held' ? <Button kind="primary" icon={Play} onClick={() => decide('release')}>{words.release}</Button>
              : executive_missing ? <Button kind="primary" icon={UserRoundCheck} onClick={() => void sign_out(true)}>{words.executive_signs_in}</Button>
                : <Button kind="primary" icon={Check} disabled={facts.waits} onClick={() => decide('confirm')}>{words.confirm}</Button>}
            {claim.status !== 'held' && <Button icon={Pause} onClick={() => decide('hold')}>{words.hold}</Button>}
            {claim.status !== 'held' && <Button kind="danger" icon={Ban} onClick={() => decide('reject')}>{words.reject}</Button>}
          </div>
        )}
      </div>
    </article>
  );
}
