// The house's links; each has its own page.
import { useState } from 'preact/hooks';
import { Link2, Plus } from 'lucide-preact';
import type { Link } from '../../../floor_live';
import { ago, is_zero, money } from '../../../format';
import { text } from '../../../text';
import { Button } from '../../../ui/button';
import { ListTable, type ListColumn } from '../../../ui/list_table';
import { Nothing } from '../../../ui/notice';
import { LinkCard, LinkState } from '../floor/link_card';
import { hand_name } from '../names';
import { PageHead } from '../page_head';
import { follow, path_of, place } from '../route';
import { may } from '../rights';
import { links, me, now_ms, tables } from '../session';
import { CreateLink } from './create_link';
import { LinkPage } from './link_page';

const words = text.console.links;
const narrow = matchMedia('(max-width: 760px)'); // a phone shows cards

const state_text = (link: Link) => (link.retired ? words.retired : link.open ? words.open : words.closed);
const tables_of = (link: Link) => [...tables.value.values()].filter((table) => table.links.includes(link.link)).map((table) => table.table);

function Stacked({ link, part }: { link: Link; part: 'meter' | 'reserve' | 'overflow' | 'pending' }) {
  return <>{link.levels.map((level) => <div key={level.name} class={part === 'meter' ? 'level-line' : ''}>{part === 'meter' && <span class="quiet small">{level.name}</span>}{part === 'meter' ? <b>{money(level.meter)}</b> : is_zero(level[part] ?? '0') ? '–' : money(level[part]!)}</div>)}</>;
}

const columns: ListColumn<Link>[] = [
  { head: words.link, cell: (row) => <a href={path_of('links', row.link)} onClick={follow}><b>{row.title || row.link}</b></a>, sort_by: (row) => row.title, plain: (row) => row.title },
  { head: words.id, cell: (row) => <span class="quiet">{row.link}</span>, sort_by: (row) => row.link, plain: (row) => row.link },
  { head: words.state, cell: (row) => <LinkState link={row} />, sort_by: state_text, plain: state_text },
  { head: words.meter, cell: (row) => <Stacked link={row} part="meter" />, plain: (row) => row.levels.map((level) => `${level.name} ${level.exact ?? level.meter}`).join('; '), number: true },
  { head: words.reserve, cell: (row) => <Stacked link={row} part="reserve" />, plain: (row) => row.levels.map((level) => level.reserve).join('; '), number: true },
  { head: words.pending, cell: (row) => <Stacked link={row} part="pending" />, plain: (row) => row.levels.map((level) => level.pending).join('; '), number: true },
  { head: words.tables, cell: (row) => tables_of(row).join(', ') || words.no_table, plain: (row) => tables_of(row).join(' ') },
  { head: words.last_win, cell: (row) => (row.last_win ? <>{money(row.last_win.amount)}<br /><span class="small quiet">{hand_name(row.last_win.hand)}, {ago(row.last_win.time_ms, now_ms.value)}</span></> : '–'), sort_by: (row) => row.last_win?.time_ms ?? 0, plain: (row) => row.last_win?.amount ?? '' },
];

export function LinksPage() {
  const [creating, set_creating] = useState(false);
  const { item } = place.value;
  if (item) return <LinkPage key={item} name={item} />;
  if (creating) return <CreateLink close={() => set_creating(false)} />;
  const rows = [...links.value.values()].sort((a, b) => Number(a.retired) - Number(b.retired));
  return (
    <>
      <PageHead title={text.console.pages.links} under={words.under}>
        {may(me.value!.role, 'configure') && <Button kind="primary" icon={Plus} onClick={() => set_creating(true)}>{words.create}</Button>}
      </PageHead>
      {narrow.matches && rows.length > 0 ? <div class="link-cards">{rows.map((link) => <LinkCard key={link.link} link={link} />)}</div> : <ListTable caption={text.console.pages.links} file="links" rows={rows} columns={columns} key_of={(row) => row.link} empty={<Nothing title={words.empty} icon={Link2}>{words.empty_how}</Nothing>} />}
    </>
  );
}
