// One link: its meters and current value, history, rules and actions.
import { useEffect, useState } from 'preact/hooks';
import { Archive, DoorClosed, DoorOpen, Pencil } from 'lucide-preact';
import { get } from '../../../api';
import { LinkDetails } from '../../../protocol';
import { date, money, ppm } from '../../../format';
import { text } from '../../../text';
import { Button } from '../../../ui/button';
import { Failed, Loading, Nothing } from '../../../ui/notice';
import { Panel } from '../../../ui/panel';
import { useAnswer } from '../../../ui/use_answer';
import { LinkState } from '../floor/link_card';
import { spoken } from '../names';
import { PageHead } from '../page_head';
import { path_of } from '../route';
import { may } from '../rights';
import { links, me } from '../session';
import { HistoryPanel } from './history';
import { NowPanel } from './now';
import { ChangeLink } from './change_link';
import { Hits, Identity, JudgementPanel, Levels, Pays, type Details } from './link_parts';
import { CloseLinkSheet, OpenLinkSheet, RetireLinkSheet } from './link_sheets';

const words = text.console.links;
const figures_every_ms = 10_000;

function Settings({ details: { rules } }: { details: Details }) {
  const rows: [string, string][] = [
    [words.wagers, rules.wagers.map((wager) => money(wager)).join(', ')],
    [words.deduction, words.deductions[rules.deduction]],
    [words.same_round, words.same_rounds[rules.same_round]],
    [words.folded_hand, words.folded_hands[rules.folded_hand]],
    [words.envy_scale, words.envy_scales[rules.envy_scale]],
    [words.confirm_at, money(rules.confirm_at)],
    [words.second_signature_at, rules.second_signature_at === null ? words.never : money(rules.second_signature_at)],
    [words.executive_at, rules.executive_at === null ? words.never : money(rules.executive_at)],
    ...rules.levels.map((level): [string, string] => [words.level_settings(level.name), words.level_settings_are(money(level.increment_max), spoken(level.overflow))]),
    ...rules.tax.map((tax): [string, string] => [words.tax_from(date(Date.parse(`${tax.from}T12:00:00`))), words.tax_is(money(tax.amount), tax.wagers, words.tax_bases[tax.basis])]),
  ];
  const shares = rules.levels.map((level) => `${level.name} ${ppm(level.contribution_ppm)} + ${ppm(level.reserve_ppm)}`).join(', ');
  return (
    <Panel title={words.rules}>
      <dl class="facts">{[...rows, [words.shares, shares] as [string, string]].map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
    </Panel>
  );
}

export function LinkPage({ name }: { name: string }) {
  const link = links.value.get(name);
  const [open, set_open] = useState<'open' | 'close' | 'retire' | 'change' | null>(null);
  const { value: details, error, again } = useAnswer((signal) => get(`/v1/links/${encodeURIComponent(name)}`, LinkDetails, signal), [name, link?.open, link?.last_win?.time_ms]);
  // The current figures change with the meters.
  useEffect(() => {
    const timer = setInterval(again, figures_every_ms);
    return () => clearInterval(timer);
  }, [name]);
  const back = { to: path_of('links'), name: text.console.pages.links };
  if (!link) return <><PageHead title={name} back={back} /><Nothing title={words.unknown}>{words.unknown_how}</Nothing></>;
  const configures = may(me.value!.role, 'configure') && !link.retired;
  const close = () => set_open(null);
  if (open === 'change' && details) return <ChangeLink link={link} details={details} close={close} changed={again} />;
  return (
    <>
      <PageHead title={<span class="row wrap">{link.title || link.link}<LinkState link={link} /></span>} under={words.under_link(link.link, link.paytable)} back={back}>
        {configures && link.open && <Button icon={DoorClosed} onClick={() => set_open('close')}>{words.close_action}</Button>}
        {configures && !link.open && <Button icon={Archive} onClick={() => set_open('retire')}>{words.retire_action}</Button>}
        {configures && <Button icon={Pencil} onClick={() => set_open('change')}>{words.change_rules}</Button>}
        {configures && !link.open && <Button kind="primary" icon={DoorOpen} onClick={() => set_open('open')}>{words.open_action}</Button>}
      </PageHead>
      {error && <Failed error={error} again={again} />}
      {!details && !error && <Loading lines={6} height={60} />}
      {details && (
        <>
          <NowPanel now={details.now} />
          <Levels link={link} details={details} />
          <HistoryPanel link={link} details={details} />
          <div class="two-panels">
            <Identity link={link} details={details} />
            <Pays details={details} />
          </div>
          <Hits link={link} details={details} />
          <div class="two-panels">
            <Settings details={details} />
            <JudgementPanel judgement={details.judgement} title={words.judgement} />
          </div>
        </>
      )}
      {open === 'open' && <OpenLinkSheet link={link} close={close} changed={again} />}
      {open === 'close' && <CloseLinkSheet link={link} close={close} changed={again} />}
      {open === 'retire' && <RetireLinkSheet link={link} close={close} changed={again} />}
    </>
  );
}
