// A scrolling frame that shows it scrolls: a fade and an arrow at the edge with more behind it.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ChevronDown, ChevronRight } from 'lucide-preact';

interface Props {
  way: 'down' | 'right';
  class: string; // of the scrolling part
  label?: string; // for screen readers; also makes the frame reachable by keyboard
  children: ComponentChildren;
}

export function Scrolls({ way, class: name, label, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [more, set_more] = useState(false);
  const look = () => {
    const { scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth } = frame.current!;
    // A pixel is lost in rounding.
    set_more(way === 'down' ? scrollTop + clientHeight < scrollHeight - 2 : scrollLeft + clientWidth < scrollWidth - 2);
  };
  useLayoutEffect(look);
  useEffect(() => {
    const observer = new ResizeObserver(look);
    observer.observe(frame.current!);
    for (const child of frame.current!.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  const Icon = way === 'down' ? ChevronDown : ChevronRight;
  return (
    <div class={`scroll-frame ${way} ${more ? 'more' : ''}`}>
      <div ref={frame} class={name} onScroll={look} {...(label ? { tabIndex: 0, role: 'region', 'aria-label': label } : {})}>{children}</div>
      <span class="more-mark" aria-hidden="true"><Icon size={18} /></span>
    </div>
  );
}
