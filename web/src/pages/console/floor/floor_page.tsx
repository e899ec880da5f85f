// The floor at a glance: links, alarms, tables and recent events.
import { text } from '../../../text';
import { Notice, Nothing } from '../../../ui/notice';
import { PageHead } from '../page_head';
import { follow, path_of } from '../route';
import { may, may_see } from '../rights';
import { floor, links, me, tables } from '../session';
import { AlarmList } from './alarm_list';
import { Feed } from './feed';
import { LinkCard } from './link_card';
import { TableTile } from './table_tile';

const words = text.console.floor;

export function FloorPage() {
  const role = me.value!.role;
  const shown_links = [...links.value.values()].filter((link) => !link.retired);
  const shown_tables = [...tables.value.values()].sort((a, b) => a.table.localeCompare(b.table, 'en', { numeric: true }));
  const in_round = shown_tables.filter((table) => table.round).length;
  return (
    <div class={`floor ${may(role, 'hear_events') ? 'with-feed' : ''}`}>
      <div class="floor-main column">
        <PageHead title={text.console.pages.floor} under={words.summary(shown_tables.length, in_round)} />
        {floor.value && !floor.value.leading && <Notice kind="placed">{words.standby}</Notice>}
        <AlarmList />
        {shown_links.length === 0 ? (
          <div class="panel"><Nothing title={words.no_links}>{words.no_links_how} {may_see(role, 'links') && <a href={path_of('links')} onClick={follow}>{text.console.pages.links}</a>}</Nothing></div>
        ) : (
          <section class="link-cards" aria-label={text.console.pages.links}>{shown_links.map((link) => <LinkCard key={link.link} link={link} />)}</section>
        )}
        <section aria-label={words.tables} class="column">
          <h2>{words.tables}</h2>
          {shown_tables.length === 0 ? (
            <div class="panel"><Nothing title={words.no_tables}>{words.no_tables_how} {may_see(role, 'tables') && <a href={path_of('tables')} onClick={follow}>{text.console.pages.tables}</a>}</Nothing></div>
          ) : (
            <div class="tiles">{shown_tables.map((table) => <TableTile key={table.table} table={table} />)}</div>
          )}
        </section>
      </div>
      {may(role, 'hear_events') && <Feed />}
    </div>
  );
}
