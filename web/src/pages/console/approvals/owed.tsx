// What players are owed at all tables until it is marked paid.
import { useState } from 'preact/hooks';
import { HandCoins } from 'lucide-preact';
import { ago, money } from '../../../format';
import { owed_groups, type OwedGroup } from '../../../owed';
import type { Owed } from '../../../protocol';
import { text } from '../../../text';
import { Button } from '../../../ui/button';
import { ActionSheet, useSending } from '../commanding';
import { hand_name } from '../names';
import { may } from '../rights';
import { me, now_ms, owed } from '../session';

const words = text.console.approvals;

const what_for = ({ kind, from_meter, tax }: Owed) => {
  const form = tax ? words.tax_form : tax === null && kind === 'award' ? words.tax_unknown : '';
  return [from_meter ? words.owed_hand_pay : words.owed_for[kind], form].filter(Boolean).join(' · ');
};

export function OwedLines({ lines }: { lines: readonly Owed[] }) {
  return (
    <ul class="owed-lines">
      {lines.map((line) => (
        <li key={`${line.kind} ${line.position} ${line.link}`}>
          <span>{line.position === null ? text.table.position_missing : text.table.position(line.position)}<span class="quiet">{what_for(line)}</span></span>
          <b class="money">{money(line.amount)}</b>
        </li>
      ))}
    </ul>
  );
}

export function PaidSheet({ lines, close }: { lines: readonly Owed[]; close: () => void }) {
  const sending = useSending();
  const { table, round, claim } = lines[0]!;
  return (
    <ActionSheet
      title={words.mark_paid_title} action={words.mark_paid} sending={sending} close={close} said={() => words.marked_paid_said(table, round)}
      perform={() => sending.send({ acknowledge_payment: { table, round, claim, position: null } })}
      changes={<><OwedLines lines={lines} /><p>{words.mark_paid_means}</p></>}
    />
  );
}

function Group({ group }: { group: OwedGroup }) {
  // As of when the sheet was opened.
  const [paying, set_paying] = useState<readonly Owed[] | null>(null);
  const { table, round, claim, hand, win_page, earlier, since_ms, places } = group;
  const lines = places.flatMap((place) => place.lines);
  return (
    <article class="owed-group" aria-label={words.owed_at(table, round)}>
      <div>
        <h3>{claim === 0 ? words.owed_canceled : hand_name(hand)}</h3>
        <p class="quiet">{[words.table(table), words.round(round), claim === 0 ? '' : words.owed_claim(claim), win_page > 0 ? words.owed_slip(win_page) : ''].filter(Boolean).join(', ')}</p>
        <p class="quiet">{ago(since_ms, now_ms.value)}{!earlier && ` · ${words.owed_in_round}`}</p>
      </div>
      <OwedLines lines={lines} />
      {may(me.value!.role, 'decide_claims') && <Button icon={HandCoins} onClick={() => set_paying(lines)}>{words.mark_paid}</Button>}
      {paying && <PaidSheet lines={paying} close={() => set_paying(null)} />}
    </article>
  );
}

export function OwedSection() {
  const groups = owed_groups(owed.value);
  if (groups.length === 0) return null;
  return (
    <section class="owed-section" aria-labelledby="owed-title">
      <h2 id="owed-title">{words.owed_title}</h2>
      <p class="quiet">{words.owed_under}</p>
      {groups.map((group) => <Group key={group.key} group={group} />)}
    </section>
  );
}
