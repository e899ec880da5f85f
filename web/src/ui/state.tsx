// A state of the floor, shown the same way everywhere: color, icon and word.
import type { ComponentChildren } from 'preact';
import { Circle, CircleDot, Clock3, Info, Lock, TriangleAlert, type LucideIcon } from 'lucide-preact';

export type StateName = 'empty' | 'placed' | 'locked' | 'alarm' | 'pending' | 'info';

export const state_icons: Record<StateName, LucideIcon> = { empty: Circle, placed: CircleDot, locked: Lock, alarm: TriangleAlert, pending: Clock3, info: Info };

export function State({ of, children, icon }: { of: StateName; children: ComponentChildren; icon?: LucideIcon }) {
  const Icon = icon ?? state_icons[of];
  return (
    <span class={`state ${of}`}>
      <Icon size={14} aria-hidden="true" />
      {children}
    </span>
  );
}
