// Reports a fault of the shuffler. The game manager records it and shows it to the pit. This screen shows it until the
// machine is back in service.
import { useState } from 'preact/hooks';
import { Send } from 'lucide-preact';
import type { FloorLive } from '../../floor_live';
import { text } from '../../text';
import { Button } from '../../ui/button';
import { Segments, TextField } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { Sheet } from '../../ui/sheet';

const words = text.shuffler;

export interface Fault {
  cause: string;
  time_ms: number;
}

const serial_key = 'cardroom.shuffler.serial';
const fault_key = () => `cardroom.shuffler.fault.${location.pathname}`;

// A fault outlives the page: restarting the screen fixes nothing.
export function remembered_fault(): Fault | null {
  try {
    const fault = JSON.parse(localStorage.getItem(fault_key()) ?? 'null') as Fault | null;
    return typeof fault?.cause === 'string' && typeof fault.time_ms === 'number' ? fault : null;
  } catch {
    return null;
  }
}

export function remember_fault(fault: Fault | null): void {
  if (fault) localStorage.setItem(fault_key(), JSON.stringify(fault));
  else localStorage.removeItem(fault_key());
}

export function ReportFault({ live, reported, close }: { live: FloorLive; reported: (fault: Fault) => void; close: () => void }) {
  const [kind, set_kind] = useState('');
  const [other, set_other] = useState('');
  const [serial, set_serial] = useState(localStorage.getItem(serial_key) ?? '');
  const [error, set_error] = useState('');
  const [busy, set_busy] = useState(false);
  const cause = (kind === words.fault_other ? other : kind).trim();
  const send = async () => {
    set_busy(true);
    set_error('');
    try {
      const answer = await live.fault({ serial: serial.trim(), cause });
      const wrong = answer.refused ?? answer.failed;
      if (wrong) return set_error(wrong.text);
      localStorage.setItem(serial_key, serial.trim());
      reported({ cause, time_ms: live.now_ms() });
    } catch (failure) {
      set_error(failure instanceof Error ? failure.message : String(failure));
    } finally {
      set_busy(false);
    }
  };
  return (
    <Sheet title={words.report_title} close={close} wide
      foot={<Button kind="primary" large icon={Send} busy={busy} disabled={cause === ''} onClick={send}>{words.report_send}</Button>}>
      {error && <Notice kind="alarm">{error}</Notice>}
      <Segments label={words.cause} value={kind} onInput={set_kind} options={[...words.faults, words.fault_other].map((name) => [name, name] as const)} />
      <div class="fault-fields">
        {kind === words.fault_other && <TextField label={words.cause_words} value={other} onInput={set_other} autofocus autocomplete="off" />}
        <TextField label={words.serial} value={serial} onInput={set_serial} autocomplete="off" />
      </div>
    </Sheet>
  );
}
