import type { ComponentChildren } from 'preact';
import { LoaderCircle, type LucideIcon } from 'lucide-preact';

export interface ButtonProps {
  children?: ComponentChildren;
  kind?: 'plain' | 'primary' | 'danger' | 'danger solid' | 'quiet';
  large?: boolean;
  icon?: LucideIcon;
  label?: string; // for a button with only an icon
  hint?: string; // the shortcut key
  busy?: boolean;
  disabled?: boolean;
  pressed?: boolean;
  type?: 'button' | 'submit';
  class?: string;
  onClick?: (event: Event) => void;
}

export function Button({ children, kind = 'plain', large, icon: Icon, label, hint, busy, disabled, pressed, type = 'button', class: more = '', onClick }: ButtonProps) {
  const names = ['button', kind, large ? 'large' : '', label && !children ? 'icon-only' : '', more].filter(Boolean).join(' ');
  return (
    <button type={type} class={names} disabled={disabled || busy} aria-busy={busy} aria-label={label} title={label} aria-pressed={pressed} onClick={onClick}>
      {busy ? <LoaderCircle size={18} aria-hidden="true" /> : Icon && <Icon size={large ? 22 : 18} aria-hidden="true" />}
      {children}
      {hint && <span class="hint" aria-hidden="true">{hint}</span>}
    </button>
  );
}
