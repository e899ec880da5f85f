// What a person in front of a display sees: digits are read from the positions of the reels, not from the page's data.
import type { Page } from '@playwright/test';

export interface SeenMeter {
  told: string; // "$1,000.00", as a screen reader says it
  told_cents: number;
  cents: number; // by the reels; a reel between two digits counts as the lower
  between: boolean; // a reel is moving
}

// Every frame within `for_ms`, at least one.
export function watch_meters(page: Page, for_ms: number): Promise<SeenMeter[][]> {
  return page.evaluate((for_ms) => {
    const see = (meter: Element): SeenMeter => {
      const told = meter.querySelector('.unseen')!.textContent!;
      let cents = 0;
      let between = false;
      for (const strip of meter.querySelectorAll('.strip')) {
        const line_px = parseFloat(getComputedStyle(strip).lineHeight);
        const at = -new DOMMatrix(getComputedStyle(strip).transform).m42 / line_px;
        const near = Math.round(at);
        const rests = Math.abs(at - near) < 0.002;
        if (!rests) between = true;
        cents = cents * 10 + ((rests ? near : Math.floor(at)) % 10);
      }
      return { told, told_cents: Number(told.replace(/\D/g, '')), cents, between };
    };
    return new Promise<SeenMeter[][]>((done) => {
      const frames: SeenMeter[][] = [];
      const end_ms = performance.now() + for_ms;
      const look = () => {
        frames.push([...document.querySelectorAll('.link .meter')].map(see));
        if (performance.now() < end_ms) requestAnimationFrame(look);
        else done(frames);
      };
      requestAnimationFrame(look);
    });
  }, for_ms);
}

export const read_meters = async (page: Page): Promise<SeenMeter[]> => (await watch_meters(page, 0))[0]!;
