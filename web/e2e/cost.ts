// What a page costs, by the browser's own account: time of its main thread in a frame, and what is left after a garbage collection.
import type { Browser, Page } from '@playwright/test';

export interface FrameCost {
  total_ms: number; // script, style, layout, paint
  script_ms: number;
  layout_ms: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number; // of the thread's own clock: a neighbour on the machine does not count
}

const script = new Set(['FireAnimationFrame', 'TimerFire', 'EventDispatch', 'FunctionCall', 'RunMicrotasks', 'MinorGC', 'MajorGC']);
const layout = new Set(['Layout']);
const other = new Set(['UpdateLayoutTree', 'PrePaint', 'Paint', 'Layerize', 'Commit', 'UpdateLayer', 'UpdateLayerTree']);

export async function frame_costs(browser: Browser, page: Page, for_ms: number): Promise<FrameCost[]> {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'blink.user_timing', 'v8'] });
  await page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), for_ms);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const first = traceEvents.find(({ name }) => name === 'FireAnimationFrame');
  if (!first) return [];
  const here = traceEvents
    .filter(({ pid, tid, ph, name }) => pid === first.pid && tid === first.tid && ph === 'X' && (script.has(name) || layout.has(name) || other.has(name)))
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const frames: FrameCost[] = [];
  let inside_until = 0;
  for (const event of here) {
    if (event.name === 'FireAnimationFrame') frames.push({ total_ms: 0, script_ms: 0, layout_ms: 0 });
    const frame = frames.at(-1);
    if (!frame) continue;
    const ms = (event.tdur ?? event.dur ?? 0) / 1000;
    if (layout.has(event.name)) frame.layout_ms += ms;
    // What is inside another is counted with it.
    if (event.ts < inside_until) continue;
    inside_until = event.ts + (event.dur ?? 0);
    frame.total_ms += ms;
    if (script.has(event.name)) frame.script_ms += ms;
  }
  return frames;
}

export interface Heap {
  heap_bytes: number;
  nodes: number;
  listeners: number;
}

export async function heap_after_gc(page: Page): Promise<Heap> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  for (let time = 0; time < 3; time += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  await cdp.detach();
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? NaN;
  return { heap_bytes: usedSize, nodes: metric('Nodes'), listeners: metric('JSEventListeners') };
}
