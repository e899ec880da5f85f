// The frame of every console page: navigation, the person signed in, the connection; on a phone a bar at the bottom.
import { useMemo, useState } from 'preact/hooks';
import type { FunctionComponent } from 'preact';
import { ClipboardCheck, EllipsisVertical, FileText, KeyRound, LayoutDashboard, Link2, LogOut, Menu, Monitor, Moon, ScrollText, Scale, Sun, Trophy, Users, WifiOff, type LucideIcon } from 'lucide-preact';
import { time_of_day } from '../../format';
import { text } from '../../text';
import { Brand } from '../../ui/brand';
import { Button } from '../../ui/button';
import { ConnectionMark } from '../../ui/connection';
import { KeyDesk, useKeys } from '../../ui/keys';
import { Nothing } from '../../ui/notice';
import { Sheet } from '../../ui/sheet';
import { FloorPage } from './floor/floor_page';
import { LinksPage } from './links/links_page';
import { ApprovalsPage } from './approvals/approvals_page';
import { WinsPage } from './wins/wins_page';
import { AdjustmentsPage } from './adjustments/adjustments_page';
import { ReportsPage } from './reports/reports_page';
import { TablesPage } from './tables/tables_page';
import { StaffPage } from './staff/staff_page';
import { OwnPinSheet } from './staff/pin_sheet';
import { AuditPage } from './audit/audit_page';
import { change_look, look } from './look';
import { owed_earlier, owed_groups } from '../../owed';
import { SaidLine } from './said';
import { follow, go, path_of, place } from './route';
import { may_see, page_names, type PageName } from './rights';
import { claims, connection, floor, lost, me, now_ms, owed, sign_out, unseen_alarms } from './session';

const words = text.console;
const icons: Record<PageName, LucideIcon> = { floor: LayoutDashboard, links: Link2, approvals: ClipboardCheck, wins: Trophy, adjustments: Scale, reports: FileText, tables: Monitor, staff: Users, audit: ScrollText };
const pages: Record<PageName, FunctionComponent> = { floor: FloorPage, links: LinksPage, approvals: ApprovalsPage, wins: WinsPage, adjustments: AdjustmentsPage, reports: ReportsPage, tables: TablesPage, staff: StaffPage, audit: AuditPage };
// In the bottom bar of a phone; the others are under "More".
const first_on_phone: readonly PageName[] = ['floor', 'approvals', 'links', 'wins'];

function Entry({ page, then }: { page: PageName; then?: () => void }) {
  const Icon = icons[page];
  const here = place.value.page === page;
  const alarm = page === 'floor';
  const count = alarm ? unseen_alarms.value.length : page === 'approvals' ? claims.value.length + owed_groups(owed_earlier(owed.value)).length : 0;
  return (
    <a class="nav-entry" href={path_of(page)} aria-current={here ? 'page' : undefined} onClick={(event) => { follow(event); then?.(); }}>
      <Icon size={20} aria-hidden="true" />
      <span class="nav-name">{words.pages[page]}</span>
      {count > 0 && <span class={`count ${alarm ? 'alarm' : ''}`} aria-label={(alarm ? words.alarms_unseen : words.waiting)(count)}>{count}</span>}
    </a>
  );
}

function PersonMenu({ change_pin }: { change_pin: () => void }) {
  const person = me.value!;
  return (
    <div class="person">
      <div class="person-name"><b class="truncate">{person.name || person.staff}</b><span class="small quiet">{words.roles[person.role]} · {person.staff}</span></div>
      <div class="person-tools">
        <Button kind="quiet" icon={look.value === 'felt' ? Sun : Moon} label={look.value === 'felt' ? words.look_light : words.look_dark} onClick={change_look} />
        <Button kind="quiet" icon={KeyRound} label={words.change_pin} onClick={change_pin} />
        <Button kind="quiet" icon={LogOut} label={words.sign_out} onClick={() => void sign_out()} />
      </div>
    </div>
  );
}

// Over the bottom of the page, so that nothing moves. Until the connection is back, everything shown is as of that
// time.
const LostBand = () => <p class="lost-band no-print" role="alert"><WifiOff size={22} aria-hidden="true" />{words.lost(time_of_day(now_ms.value))}</p>;

export function Shell() {
  const role = me.value!.role;
  const seen = page_names.filter((page) => may_see(role, page));
  const [drawer, set_drawer] = useState(false);
  const [pin, set_pin] = useState(false);
  const keys = useMemo(() => seen.map((page, index) => ({ key: String(index + 1), says: words.pages[page], does: () => go(path_of(page)) })), [role]);
  useKeys(keys);
  const page = place.value.page as PageName;
  const allowed = seen.includes(page);
  const Page = allowed ? pages[page] : null;
  const on_phone = first_on_phone.filter((name) => seen.includes(name));
  const change_pin = () => { set_drawer(false); set_pin(true); };
  return (
    <div class={`shell ${lost.value ? 'lost' : ''}`}>
      <a class="skip" href="#main">{words.skip}</a>
      <aside class="side no-print">
        <Brand href={path_of('floor')} />
        <p class="house truncate small quiet">{floor.value?.house === words.brand ? words.title : floor.value?.house}</p>
        <nav aria-label={words.navigation}>{seen.map((name) => <Entry key={name} page={name} />)}</nav>
        <div class="side-foot">
          <ConnectionMark of={connection} />
          <PersonMenu change_pin={change_pin} />
        </div>
      </aside>
      <header class="phone-head no-print">
        <Brand href={path_of('floor')} />
        <ConnectionMark of={connection} />
        <Button kind="quiet" icon={EllipsisVertical} label={words.menu} onClick={() => set_drawer(true)} />
      </header>
      <main id="main" class="content" key={page}>
        {Page ? <Page /> : <Nothing title={page_names.includes(page) ? words.not_for_role : words.no_such_page}>{words.not_for_role_how(words.roles[role])}</Nothing>}
      </main>
      <nav class="phone-foot no-print" aria-label={words.navigation_phone}>
        {on_phone.map((name) => <Entry key={name} page={name} />)}
        <button type="button" class="nav-entry" onClick={() => set_drawer(true)}><Menu size={20} aria-hidden="true" /><span class="nav-name">{words.more}</span></button>
      </nav>
      {drawer && (
        <Sheet title={floor.value?.house || words.title} close={() => set_drawer(false)}>
          <nav class="drawer" aria-label={words.navigation}>{seen.map((name) => <Entry key={name} page={name} then={() => set_drawer(false)} />)}</nav>
          <PersonMenu change_pin={change_pin} />
        </Sheet>
      )}
      {pin && <OwnPinSheet close={() => set_pin(false)} />}
      {lost.value && <LostBand />}
      <SaidLine />
      <KeyDesk />
    </div>
  );
}
