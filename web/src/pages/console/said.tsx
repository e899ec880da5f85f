// A toast at the bottom of the page that says what was just recorded.
import { signal } from '@preact/signals';
import { Check } from 'lucide-preact';

const said = signal<{ text: string; number: number } | null>(null);
const stays_ms = 6000;
let number = 0;

export function say(text: string): void {
  const mine = ++number;
  said.value = { text, number: mine };
  setTimeout(() => {
    if (said.value?.number === mine) said.value = null;
  }, stays_ms);
}

export function SaidLine() {
  return (
    <div class="said no-print" role="status" aria-live="polite">
      {said.value && <span key={said.value.number}><Check size={18} aria-hidden="true" />{said.value.text}</span>}
    </div>
  );
}
