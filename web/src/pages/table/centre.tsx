// On the felt in front of the dealer: claims that wait for a supervisor, and everything that needs attention.
import { ShieldCheck, Users } from 'lucide-preact';
import type { Table } from '../../floor_live';
import { chips, is_zero, money } from '../../format';
import { envy_list, hand_name, sentence } from '../../names';
import { owed_earlier, owed_groups } from '../../owed';
import { text } from '../../text';
import { Money } from '../../ui/money';
import { Notice } from '../../ui/notice';
import { State } from '../../ui/state';
import type { Desk } from './desk';
import { listed_spot } from './listing';
import type { Mark } from './marks';
import { sensor_of } from './moment';

const words = text.table;
type Pending = Table['view']['pending'][number];

// If envy is multiplied by the recipient's wager, the game manager gives each position's amount.
export function envy_words({ envy, others, envy_text, envy_pays }: Pending): string {
  if (is_zero(envy)) return '';
  if (others === 0) return words.envy_nobody;
  if (envy_text !== '') return envy_text.replaceAll(' x ', ' × ');
  return envy_list(envy_pays);
}

export const whose_card = ({ executive, two_people }: Pending) => (executive ? words.needs_executive : two_people ? words.needs_two : words.needs_supervisor);

// On a separate line that wraps between positions, so that everyone who gets envy is listed.
function EnvyLine({ claim }: { claim: Pending }) {
  const { envy_pays, envy_text } = claim;
  const differ = envy_text === '' && envy_pays.some(({ amount }) => amount !== envy_pays[0]!.amount);
  if (!differ) return <p class="claim-envy">{words.envy} {envy_words(claim)}</p>;
  return (
    <ul class="claim-envy" aria-label={words.envy}>
      <li aria-hidden="true">{words.envy}</li>
      {envy_pays.map(({ position, amount }) => <li key={position}>{words.envy_at(position, chips(amount))}</li>)}
    </ul>
  );
}

function PendingCard({ claim, seen }: { claim: Pending; seen: boolean }) {
  return (
    <article class="claim">
      <header>
        <State of="pending">{claim.waits ? words.waits_for_earlier : seen ? words.seen : words.pending}</State>
        <span class="quiet">{claim.position === null ? words.position_missing : words.position(claim.position)}</span>
      </header>
      <div class="claim-line"><b>{hand_name(claim.hand)}</b><span class="claim-amount"><Money amount={claim.amount} /></span></div>
      <div class="claim-line small">
        <span class="row">{claim.two_people ? <Users size={15} aria-hidden="true" /> : <ShieldCheck size={15} aria-hidden="true" />}{whose_card(claim)}</span>
      </div>
      {!is_zero(claim.envy) && <EnvyLine claim={claim} />}
    </article>
  );
}

function late_chips(desk: Desk, table: Table): string[] {
  if (!table.round) return [];
  return table.view.seats.flatMap(({ position }) =>
    desk.links.value.filter(({ link, open }) => sensor_of(table, position, link, open).late).map(({ title }) => words.late_chip(position, title)));
}

// How many positions are in, shown when nothing else is on the felt.
function Calm({ table, quiet }: { table: Table; quiet: boolean }) {
  if (!quiet) return null;
  const count = new Set((table.round?.wagers ?? table.lit).map(({ position }) => position)).size;
  if (count === 0) return <p class="calm">{words.none_placed}</p>;
  return <p class="calm"><b>{count}</b>{table.round ? words.locked_in(count, table.round.number) : words.placed(count)}</p>;
}

// What became of a pending hand, and why, as far as the game manager reports it.
function gone_words(table: Table, mark: Mark): string {
  const aside = table.set_aside.find(({ claim }) => claim === mark.claim);
  return words.gone(hand_name(mark.hand), mark.position, aside ? { held: aside.status === 'held', reason: aside.reason, by: aside.by } : null);
}

export function CentreNotices({ desk, table }: { desk: Desk; table: Table }) {
  const late = late_chips(desk, table);
  const { gone } = desk.marks.value;
  const titles = new Map(desk.links.value.map(({ link, title }) => [link, title]));
  const somewhere = table.view.fixed_pay_somewhere;
  // Unless the list of what is owed stands beside it.
  const earlier = desk.owed_shown.value && listed_spot(desk, table) === null ? [] : owed_groups(owed_earlier(table.view.owed));
  return (
    <div class="centre">
      {desk.lost.value && (
        <div class="lost-words" role="alert">
          <h2>{text.connection.lost}</h2>
          <p>{lost_meaning(desk, table)}</p>
        </div>
      )}
      {!desk.lost.value && (
        <div class="notices">
          {desk.refusal.value && <Notice kind="alarm">{desk.refusal.value}</Notice>}
          {desk.left_out.value.length > 0 && (
            <Notice kind="alarm">
              {desk.left_out.value.map(({ position, link, refusal }) => <div key={`${position}${link}`}>{sentence(refusal.text.replace(`'${link}'`, titles.get(link) ?? link))}</div>)}
            </Notice>
          )}
          {!table.connected && table.round && <Notice kind="alarm">{words.no_controller_round}</Notice>}
          {late.length > 0 && <Notice kind="alarm">{late.map((said) => <div key={said}>{said}</div>)}</Notice>}
          {table.round && table.round.alarms > 0 && late.length === 0 && <Notice kind="alarm">{words.alarms(table.round.alarms)}</Notice>}
          {gone.map((mark) => <Notice key={mark.claim} kind="info">{gone_words(table, mark)}</Notice>)}
          {table.round?.voided && <Notice kind="info">{words.voided}</Notice>}
          {earlier.map(({ key, round, claim, hand }) => <Notice key={key} kind="info">{words.earlier_owes(round, claim === 0 ? words.canceled : hand_name(hand))}</Notice>)}
          {!is_zero(somewhere) && <Notice kind="locked">{words.somewhere(money(somewhere))}</Notice>}
        </div>
      )}
      {!desk.lost.value && <Calm table={table} quiet={table.view.pending.length === 0} />}
      {table.view.pending.length > 0 && (
        <div class="claims">{table.view.pending.map((claim) => <PendingCard key={claim.claim} claim={claim} seen={table.steps.seen.includes(claim.claim)} />)}</div>
      )}
    </div>
  );
}

export function lost_meaning(desk: Desk, table: Table | null): string {
  if (desk.is_waiting('start_game') || desk.is_waiting('coin_in')) return words.lost_in_lock;
  return table?.round ? words.lost_in_round : words.lost_before_round;
}
