// Verification of the journal, and the journal itself.
import { useEffect } from 'preact/hooks';
import { ShieldCheck } from 'lucide-preact';
import { get, post } from '../../../api';
import { date_time, whole_number } from '../../../format';
import { AuditView } from '../../../protocol';
import { text } from '../../../text';
import { Button } from '../../../ui/button';
import { Failed, Loading, Notice } from '../../../ui/notice';
import { Panel } from '../../../ui/panel';
import { State } from '../../../ui/state';
import { useAnswer } from '../../../ui/use_answer';
import { useSending } from '../commanding';
import { PageHead } from '../page_head';
import { Journal } from './journal';

const words = text.console.audit;

// Wraps between groups of digits, so that no single digit is left on a line.
const Hash = ({ of }: { of: string }) => <code class="hash">{(of.match(/.{1,16}/g) ?? []).map((part, index) => <span key={index}>{part}</span>)}</code>;

function Proof() {
  const { value, error, again } = useAnswer((signal) => get('/v1/audit', AuditView, signal), []);
  const sending = useSending();
  // Verification runs in the background; polled until it has finished.
  useEffect(() => {
    if (!value?.running) return;
    const timer = setTimeout(again, 500);
    return () => clearTimeout(timer);
  }, [value]);
  const start = async () => {
    await sending.ask({}, () => post('/v1/audit', {}, AuditView));
    again();
  };
  if (error) return <Failed error={error} again={again} />;
  if (!value) return <Panel title={words.proof}><Loading lines={3} /></Panel>;
  const never = value.time_ms === 0;
  const percent = value.total > 0 ? Math.floor((value.proved / value.total) * 100) : 0;
  return (
    <Panel title={words.proof} actions={<Button kind="primary" icon={ShieldCheck} busy={value.running || sending.busy} onClick={() => void start()}>{value.running ? words.running : words.prove}</Button>}>
      <div class="column">
        {sending.refused && <Notice kind="alarm">{sending.refused.message}</Notice>}
        {value.running && <p role="status">{words.progress(percent, whole_number(value.proved), whole_number(value.total))}</p>}
        {never ? !value.running && <p class="quiet">{words.never}</p> : (
          <dl class="figures-row">
            <div><dt>{words.result}</dt><dd>{value.clean ? <State of="locked" icon={ShieldCheck}>{words.clean}</State> : <State of="alarm">{words.not_clean}</State>}</dd></div>
            <div><dt>{words.at}</dt><dd>{date_time(value.time_ms)}</dd></div>
            <div><dt>{words.entries}</dt><dd>{whole_number(value.entries)}</dd></div>
            <div class="grow"><dt>{words.head(value.head_sequence)}</dt><dd><Hash of={value.head_hash} /></dd></div>
          </dl>
        )}
        {value.findings.length > 0 && <Notice kind="alarm"><ul class="findings">{value.findings.map((finding) => <li key={finding}>{finding}</li>)}</ul></Notice>}
        <p class="small quiet">{words.proof_how}</p>
      </div>
    </Panel>
  );
}

export function AuditPage() {
  return (
    <>
      <PageHead title={text.console.pages.audit} under={words.under} />
      <Proof />
      <Journal />
    </>
  );
}
