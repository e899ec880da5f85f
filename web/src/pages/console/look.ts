// Light or dark mode, as chosen in this browser.
import { signal } from '@preact/signals';

type Look = 'office' | 'felt';
const memory = 'cardroom.console.look';

export const look = signal<Look>(localStorage.getItem(memory) === 'felt' ? 'felt' : 'office');

export function apply_look(): void {
  document.documentElement.dataset['theme'] = look.value;
}

export function change_look(): void {
  look.value = look.value === 'felt' ? 'office' : 'felt';
  localStorage.setItem(memory, look.value);
  apply_look();
}
