// The hands that a link pays, with their pays. During a round they are the hand buttons.
import { Check } from 'lucide-preact';
import type { Link, Table } from '../../floor_live';
import { is_zero, money, ppm } from '../../format';
import { hand_name } from '../../names';
import { text } from '../../text';
import { Segments } from '../../ui/field';
import { Money } from '../../ui/money';
import { Notice } from '../../ui/notice';
import type { Desk } from './desk';
import { link_tag } from './link_tag';
import type { Mark } from './marks';
import { can_mark, hand_letters, link_listed, links_for, press_hand } from './listing';

const words = text.table;
type Prize = Link['prizes'][number];

function Pay({ link, prize, marks }: { link: Link; prize: Prize; marks: readonly Mark[] }) {
  const level = link.levels[prize.level];
  // A marked hand has its own amount; the meter has restarted since.
  if (marks.length > 0) return <span class="pay claimed">{marks.map(({ claim, amount }) => <Money key={claim} amount={amount} />)}</span>;
  if (prize.share_ppm === 0 || !level) return <span class="pay">{words.for_one(prize.pays_for_one)}</span>;
  return (
    <span class="pay share">
      <Money amount={level.meter} />
      <span class="quiet small">{words.share(ppm(prize.share_ppm), level.name)}</span>
    </span>
  );
}

export function HandList({ desk, table, spot }: { desk: Desk; table: Table; spot: number | null }) {
  const links = links_for(desk, table, spot);
  const link = link_listed(desk, table, spot);
  const marking = can_mark(desk, table);
  if (!link) return <Notice kind="info">{spot === null ? text.common.nothing_here : words.no_wager_here(spot)}</Notice>;
  const marks_of = (prize: Prize) =>
    desk.marks.value.marks.filter((mark) => mark.hand === prize.hand && (mark.link === link.link || mark.link === '') && (spot === null || mark.position === spot));
  const press = (prize: Prize) => (event: Event) => {
    if ((event as MouseEvent).detail < 2) press_hand(desk, link.link, prize.hand);
  };
  return (
    <>
      {links.length > 1 && (
        <Segments
          label={words.link}
          value={link.link}
          options={links.map((each) => [each.link, link_tag(desk.links.value.indexOf(each), desk.links.value.length)] as const)}
          onInput={(value) => (desk.link_chosen.value = value)}
        />
      )}
      {desk.links.value.length > 1 && <h3 class="list-of">{link.title}</h3>}
      <ul class={`hand-list ${marking ? '' : 'only-shown'}`}>
        {link.prizes.map((prize, index) => {
          const here = table.round ? marks_of(prize) : [];
          const marked = here.some(({ final }) => !final);
          const note = marked ? (marking ? words.marked_again : words.marked) : here.length > 0 ? words.confirmed : '';
          const inside = (
            <>
              <span class="hand">
                <b>{hand_name(prize.hand)}</b>
                <span class="small note">
                  {note ? <><Check size={14} strokeWidth={3} aria-hidden="true" />{note}</> : is_zero(prize.envy) ? words.no_envy : words.envy_amount(money(prize.envy), link.envy_times_wager)}
                </span>
              </span>
              <Pay link={link} prize={prize} marks={here} />
              {marking && <span class="letter" aria-hidden="true">{hand_letters.charAt(index).toUpperCase()}</span>}
            </>
          );
          return (
            <li key={prize.hand}>
              {marking ? (
                <button type="button" class={`hand-key ${marked ? 'marked' : ''}`} aria-pressed={marked} disabled={desk.lost.value} onClick={press(prize)}>{inside}</button>
              ) : (
                <div class={`hand-key ${marked ? 'marked' : ''}`}>{inside}</div>
              )}
            </li>
          );
        })}
      </ul>
      {!marking && table.round && <p class="quiet small side-hint">{table.keypad === 'second_generation' ? words.choose_spot : words.key_is_at_jph}</p>}
    </>
  );
}
