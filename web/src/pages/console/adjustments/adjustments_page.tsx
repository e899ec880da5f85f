// Changes to funds outside play: what two people may change, the prize fund's account, and the history of changes.
import { useState } from 'preact/hooks';
import { ArrowRightLeft, Check, Landmark, PiggyBank, Scale, Undo2, type LucideIcon } from 'lucide-preact';
import { date_time, money } from '../../../format';
import { text } from '../../../text';
import { Button } from '../../../ui/button';
import { Failed, Loading } from '../../../ui/notice';
import { Panel } from '../../../ui/panel';
import { State } from '../../../ui/state';
import { useAnswer } from '../../../ui/use_answer';
import { spoken } from '../names';
import { PageHead } from '../page_head';
import { RangeFields, type Range } from '../reports/range_fields';
import { read_report, report_address } from '../reports/report';
import { ReportTableView } from '../reports/report_table';
import { go, path_of } from '../route';
import { may } from '../rights';
import { me } from '../session';
import { AdjustSheet } from './adjust_sheet';
import { BankSheet, TransferSheet } from './money_sheets';

const words = text.console.adjustments;
type Open = 'adjust' | 'overflow' | 'transfer' | 'bank' | null;

function Act({ icon: Icon, title, says, onClick }: { icon: LucideIcon; title: string; says: string; onClick: () => void }) {
  return (
    <button type="button" class="panel act" onClick={onClick}>
      <Icon size={22} aria-hidden="true" />
      <span><b>{title}</b><span class="small quiet">{says}</span></span>
    </button>
  );
}

function PrizeFund({ turn, held_is, record }: { turn: number; held_is: (held: string) => void; record: (() => void) | null }) {
  const { value, error, again } = useAnswer(async (signal) => {
    const report = await read_report('deposit', {}, signal);
    const week = report.tables.find((table) => table.id === 'weeks')?.rows.at(-1) ?? null;
    if (week) held_is(String(week['held']));
    return week;
  }, [turn]);
  const covered = value ? String(value['status']).startsWith('covered') : false;
  return (
    <Panel title={words.fund_title} actions={record && <Button icon={Landmark} onClick={record}>{words.bank}</Button>}>
      {error ? <Failed error={error} again={again} /> : !value ? <p class="quiet">{words.fund_none}</p> : (
        <dl class="figures-row">
          <div><dt>{words.held}</dt><dd>{money(String(value['held']))}</dd></div>
          <div><dt>{words.balance}</dt><dd>{value['balance'] === null ? words.never : money(String(value['balance']))}</dd></div>
          <div><dt>{words.due}</dt><dd>{money(String(value['due'] ?? '0.00'))}</dd></div>
          <div><dt>{words.state}</dt><dd><State of={covered ? 'locked' : String(value['status']).startsWith('no ') ? 'placed' : 'alarm'} {...(covered ? { icon: Check } : {})}>{spoken(String(value['status']))}</State></dd></div>
          <div class="grow"><dt>{words.recorded}</dt><dd class="small">{value['recorded_at'] ? `${date_time(Date.parse(String(value['recorded_at'])))}, ${String(value['document'])}` : words.never}</dd></div>
        </dl>
      )}
    </Panel>
  );
}

export function AdjustmentsPage() {
  const { role } = me.value!;
  const [open, set_open] = useState<Open>(null);
  const [range, set_range] = useState<Range>({ since: '', until: '' });
  const [turn, set_turn] = useState(0);
  const [held, set_held] = useState('0.00');
  const { value, error, again } = useAnswer((signal) => read_report('adjustments', range, signal), [range, turn]);
  const changed = () => set_turn((now) => now + 1);
  const close = () => set_open(null);
  const table = value?.tables[0];
  return (
    <>
      <PageHead title={text.console.pages.adjustments} under={words.under} />
      {may(role, 'configure') && (
        <div class="acts">
          <Act icon={Scale} title={words.adjust} says={words.adjust_says} onClick={() => set_open('adjust')} />
          <Act icon={PiggyBank} title={words.overflow} says={words.overflow_says} onClick={() => set_open('overflow')} />
          <Act icon={Undo2} title={words.back_out} says={words.back_out_says} onClick={() => go(path_of('wins'))} />
          <Act icon={ArrowRightLeft} title={words.transfer} says={words.transfer_says} onClick={() => set_open('transfer')} />
        </div>
      )}
      <PrizeFund turn={turn} held_is={set_held} record={may(role, 'record_bank_balance') ? () => set_open('bank') : null} />
      <Panel title={words.past}>
        <div class="column">
          <RangeFields range={range} set={set_range} />
          {error ? <Failed error={error} again={again} /> : table ? <ReportTableView table={{ ...table, rows: [...table.rows].reverse() }} csv_address={report_address('adjustments', range, { format: 'csv' })} /> : <Loading lines={5} />}
        </div>
      </Panel>
      {open === 'adjust' && <AdjustSheet start={{}} close={close} changed={changed} />}
      {open === 'overflow' && <AdjustSheet start={{ reason: 'taken_as_receipts', fund: 'overflow' }} close={close} changed={changed} />}
      {open === 'transfer' && <TransferSheet close={close} changed={changed} />}
      {open === 'bank' && <BankSheet held={held} close={close} changed={changed} />}
    </>
  );
}
