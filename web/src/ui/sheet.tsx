// A sheet over the page that must be answered or closed. The browser keeps focus inside, and Escape closes it.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { X } from 'lucide-preact';
import { text } from '../text';
import { Button } from './button';

export function Sheet({ title, children, foot, close, wide }: { title: string; children: ComponentChildren; foot?: ComponentChildren; close: () => void; wide?: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const returns_to = document.activeElement as HTMLElement | null;
    dialog.current!.showModal();
    return () => returns_to?.focus?.();
  }, []);
  return (
    <dialog ref={dialog} class={`sheet ${wide ? 'wide' : ''}`} aria-labelledby={id} onCancel={(event) => { event.preventDefault(); close(); }}>
      <div class="sheet-body">
        <div class="sheet-head">
          <h2 id={id}>{title}</h2>
          <Button kind="quiet" icon={X} label={text.common.close} onClick={close} />
        </div>
        {children}
        {foot && <div class="sheet-foot">{foot}</div>}
      </div>
    </dialog>
  );
}
