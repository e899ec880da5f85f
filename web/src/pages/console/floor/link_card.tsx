// A link at a glance: its meters and current figures.
import type { Link } from '../../../floor_live';
import { ago, is_zero, money } from '../../../format';
import { text } from '../../../text';
import { Money } from '../../../ui/money';
import { Archive, DoorClosed, DoorOpen } from 'lucide-preact';
import { State } from '../../../ui/state';
import { hand_name } from '../names';
import { follow, path_of } from '../route';
import { may_see } from '../rights';
import { me, now_ms } from '../session';
import { LinkFigures } from './link_figures';

const words = text.console.floor;

export const LinkState = ({ link }: { link: Link }) =>
  link.retired ? <State of="empty" icon={Archive}>{text.console.links.retired}</State>
    : link.levels.some((level) => !is_zero(level.pending)) ? <State of="pending">{text.console.links.pending}</State>
      : link.open ? <State of="locked" icon={DoorOpen}>{text.console.links.open}</State> : <State of="placed" icon={DoorClosed}>{text.console.links.closed}</State>;

export function LinkCard({ link }: { link: Link }) {
  const title = <h3 class="truncate">{link.title || link.link}</h3>;
  return (
    <article class="panel link-card">
      <header>
        {may_see(me.value!.role, 'links') ? <a class="grow truncate" href={path_of('links', link.link)} onClick={follow}>{title}</a> : title}
        {(!link.open || link.levels.some((level) => !is_zero(level.pending))) && <LinkState link={link} />}
      </header>
      <div class="meters-of">
        {link.levels.map((level, index) => (
          <div key={level.name} class={`meter-of ${index === 0 ? 'first' : ''}`}>
            <span class="small quiet">{level.name}</span>
            <span class="meter"><Money amount={level.meter} small_cents={index === 0} /></span>
            {!is_zero(level.pending) && <span class="small pending-words">{words.pending_amount(money(level.pending))}</span>}
          </div>
        ))}
      </div>
      {may_see(me.value!.role, 'links') && <LinkFigures link={link.link} />}
      <p class="small quiet">
        {link.last_win ? words.last_win(hand_name(link.last_win.hand), money(link.last_win.amount), link.last_win.table, ago(link.last_win.time_ms, now_ms.value)) : text.start.no_win_yet}
      </p>
    </article>
  );
}
