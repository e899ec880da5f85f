// The queue of claims from all tables, oldest first.
import { useMemo, useState } from 'preact/hooks';
import { CircleCheckBig } from 'lucide-preact';
import { text } from '../../../text';
import { useKeys } from '../../../ui/keys';
import { Notice, Nothing } from '../../../ui/notice';
import { PageHead } from '../page_head';
import { may } from '../rights';
import { claims, me } from '../session';
import { ClaimCard } from './claim_card';
import { facts_of, type ClaimFacts } from './claim_facts';
import { ClaimSheet, type Decision } from './claim_sheets';
import { OwedSection } from './owed';

const words = text.console.approvals;

export function ApprovalsPage() {
  const [chosen, set_chosen] = useState(0); // a claim's number
  // As of when the sheet was opened: the sheet keeps its text even if the claim leaves the queue meanwhile.
  const [open, set_open] = useState<{ facts: ClaimFacts; decision: Decision } | null>(null);
  const decides = may(me.value!.role, 'decide_claims');
  const queue = claims.value.map(facts_of);
  const at = Math.max(0, queue.findIndex(({ claim }) => claim.claim === chosen));
  const keys = useMemo(() => {
    const move = (by: number) => {
      const next = claims.value[Math.min(claims.value.length - 1, Math.max(0, claims.value.findIndex(({ claim }) => claim === chosen) + by))];
      if (next) set_chosen(next.claim);
    };
    const decide = (decision: Decision) => {
      const claim = claims.value.find((each) => each.claim === chosen) ?? claims.value[0];
      if (!claim || !decides) return;
      const held = claim.status === 'held';
      if (decision === 'confirm' && claim.executive && me.value!.role !== 'executive') return;
      if (held !== (decision === 'release')) return;
      set_open({ facts: facts_of(claim), decision });
    };
    return [
      { key: 'ArrowDown', shown: '↓', says: words.key_next, does: () => move(1) },
      { key: 'ArrowUp', shown: '↑', says: words.key_before, does: () => move(-1) },
      ...(decides ? [
        { key: 'c', says: words.confirm, does: () => decide('confirm') },
        { key: 'h', says: words.hold, does: () => decide('hold') },
        { key: 'r', says: words.reject, does: () => decide('reject') },
        { key: 'l', says: words.release, does: () => decide('release') },
      ] : []),
    ];
  }, [chosen, decides]);
  useKeys(keys);
  return (
    <>
      <PageHead title={text.console.pages.approvals} under={words.under} />
      {!decides && <Notice kind="info">{words.looks_on}</Notice>}
      {queue.length === 0 ? (
        <div class="panel"><Nothing title={words.empty} icon={CircleCheckBig}>{words.empty_how}</Nothing></div>
      ) : (
        <div class="claims">
          {queue.map((facts, index) => (
            <ClaimCard key={facts.claim.claim} facts={facts} chosen={index === at && queue.length > 1} choose={() => set_chosen(facts.claim.claim)}
              decide={(decision) => set_open({ facts, decision })} />
          ))}
        </div>
      )}
      <OwedSection />
      {open && <ClaimSheet facts={open.facts} decision={open.decision} close={() => set_open(null)} />}
    </>
  );
}
