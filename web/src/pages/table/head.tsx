// Above the table: its name, its game, the meters of its links, and the connection.
import { Clock3, Keyboard } from 'lucide-preact';
import type { Link } from '../../floor_live';
import { is_zero } from '../../format';
import { game_name } from '../../names';
import { text } from '../../text';
import { Button } from '../../ui/button';
import { ConnectionMark } from '../../ui/connection';
import { Money } from '../../ui/money';
import { State } from '../../ui/state';
import type { Desk } from './desk';
import { link_tag } from './link_tag';

function LinkMeters({ link, tag }: { link: Link; tag: string }) {
  return (
    <section class={`link-meters ${link.open ? '' : 'closed'}`} aria-label={link.title} style={{ flexGrow: link.levels.length + 1 }}>
      <h2>
        {tag && <span class="tag">{tag}</span>}
        <span class="truncate">{link.title}</span>
      </h2>
      <div class="levels">
        {link.levels.map((level) => (
          <div key={level.name} class="level">
            <span class="level-name">{level.name}</span>
            <span class="level-meter"><Money amount={level.meter} small_cents={link.levels.length < 2} /></span>
            <span class={`level-pending ${is_zero(level.pending) ? 'none' : ''}`}><Clock3 size={15} strokeWidth={2.5} aria-hidden="true" /><span class="unseen">{text.table.pending}</span></span>
          </div>
        ))}
        {!link.open && <State of="alarm">{text.table.closed}</State>}
      </div>
    </section>
  );
}

export function Head({ desk }: { desk: Desk }) {
  const table = desk.table.value;
  const links = desk.links.value;
  return (
    <header class="head">
      <div class="which">
        <h1>{text.table.table(desk.name)}</h1>
        <span class="quiet">{table ? game_name(table.game) : ' '}</span>
      </div>
      <div class={`links of-${links.length}`}>
        {links.map((link, index) => <LinkMeters key={link.link} link={link} tag={link_tag(index, links.length)} />)}
      </div>
      <div class="head-end">
        <ConnectionMark of={desk.connection} />
        <Button kind="quiet" icon={Keyboard} label={text.common.keys} onClick={() => dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))} />
      </div>
    </header>
  );
}
