import type { ReadonlySignal } from '@preact/signals';
import { Wifi, WifiOff } from 'lucide-preact';
import type { Connection } from '../floor_live';
import { text } from '../text';

export function ConnectionMark({ of }: { of: ReadonlySignal<Connection> }) {
  const Icon = of.value === 'live' ? Wifi : WifiOff;
  return (
    <span class={`connection ${of.value}`} role="status">
      <Icon size={16} aria-hidden="true" />
      {text.connection[of.value]}
    </span>
  );
}
