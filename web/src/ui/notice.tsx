// Notices: errors, loading, and empty lists.
import type { ComponentChildren } from 'preact';
import { Inbox, type LucideIcon } from 'lucide-preact';
import { text } from '../text';
import { Button } from './button';
import { state_icons, type StateName } from './state';

export function Notice({ kind, children }: { kind: StateName; children: ComponentChildren }) {
  const Icon = state_icons[kind];
  return (
    <div class={`notice ${kind}`} role={kind === 'alarm' ? 'alert' : 'status'}>
      <Icon size={20} aria-hidden="true" />
      <div class="grow">{children}</div>
    </div>
  );
}

export function Failed({ error, again }: { error: Error; again?: () => void }) {
  return (
    <Notice kind="alarm">
      <div class="row spread wrap">
        <span>{error.message}</span>
        {again && <Button onClick={again}>{text.common.try_again}</Button>}
      </div>
    </Notice>
  );
}

export function Nothing({ title, children, icon: Icon = Inbox }: { title: string; children?: ComponentChildren; icon?: LucideIcon }) {
  return (
    <div class="nothing">
      <Icon size={32} strokeWidth={1.5} aria-hidden="true" />
      <h3>{title}</h3>
      {children && <p>{children}</p>}
    </div>
  );
}

export function Loading({ lines = 3, height }: { lines?: number; height?: number }) {
  return (
    <div class="column" role="status" aria-label={text.common.loading}>
      {Array.from({ length: lines }, (_, line) => <div key={line} class="skeleton" style={height ? { height } : undefined} />)}
    </div>
  );
}
