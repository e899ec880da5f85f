// Shortcut keys for buttons, and the sheet that lists them on "?".
import { signal } from '@preact/signals';
import { useLayoutEffect, useState } from 'preact/hooks';
import { text } from '../text';
import { Sheet } from './sheet';

export interface KeyWay {
  key: string; // as in KeyboardEvent.key, lowercase for letters
  says: string; // what it does
  does: () => void;
  shown?: string; // in the list, if it differs from the key
}

const ways = signal<readonly KeyWay[]>([]);

const is_typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

// Active while the calling component is shown and no sheet is open.
export function useKeys(given: readonly KeyWay[]): void {
  // Set together with what is shown. Set any later, a key pressed in between would act on the previous view.
  useLayoutEffect(() => {
    ways.value = [...ways.value, ...given];
    return () => (ways.value = ways.value.filter((way) => !given.includes(way)));
  }, [given]);
}

// Put once into a page. Listens for the keys and shows the list on "?".
export function KeyDesk() {
  const [listed, set_listed] = useState(false);
  // From the first frame on: a key pressed as soon as the page is seen counts.
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || is_typing(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      if (event.key === '?') return set_listed(true);
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const way = [...ways.value].reverse().find((each) => each.key === key);
      if (!way) return;
      // A letter held down counts as one press.
      if (event.repeat && key.length === 1) return event.preventDefault();
      // A focused button handles Enter and Space itself.
      if ((key === 'Enter' || key === ' ') && event.target instanceof HTMLElement && event.target.closest('button, a, summary')) return;
      event.preventDefault();
      way.does();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
  if (!listed) return null;
  return (
    <Sheet title={text.common.keys} close={() => set_listed(false)}>
      <dl class="keys-list">
        {ways.value.map((way) => [
          <dt key={`${way.key}-key`}><kbd>{way.shown ?? (way.key === ' ' ? text.common.space : way.key.length === 1 ? way.key.toUpperCase() : way.key)}</kbd></dt>,
          <dd key={`${way.key}-says`}>{way.says}</dd>,
        ])}
        <dt><kbd>?</kbd></dt>
        <dd>{text.common.keys_this}</dd>
      </dl>
    </Sheet>
  );
}
