// Whether the display's amounts are current. A display sends nothing on its channel, and a browser does not notice a
// dead connection. So while the channel is quiet, the page checks whether the game manager is alive, and drops the
// channel if it does not answer.
import { useEffect, useState } from 'preact/hooks';
import type { FloorLive } from '../../floor_live';

// A restart of the game manager or a change of leader usually takes less than this, and causes no flicker.
export const grace_ms = 1_500;
export const quiet_ms = 4_000;
export const answer_within_ms = 2_000;

async function is_alive(): Promise<boolean> {
  try {
    return (await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(answer_within_ms) })).ok;
  } catch {
    return false;
  }
}

export type Availability = 'waiting' | 'available' | 'unavailable';

export function useAvailability(live: FloorLive): Availability {
  const [availability, set_availability] = useState<Availability>('waiting');
  useEffect(() => {
    let heard_ms = performance.now();
    let asking = false;
    let grace: ReturnType<typeof setTimeout> | undefined;
    // The first meters may have arrived already.
    let known_when_lost = live.links.value.size > 0 ? null : live.links.value;
    const doubt = () => {
      clearTimeout(grace);
      grace = setTimeout(() => set_availability('unavailable'), grace_ms);
    };
    doubt();
    const stop_connection = live.connection.subscribe((connection) => {
      heard_ms = performance.now();
      if (connection !== 'lost') return;
      known_when_lost = live.links.value;
      doubt();
    });
    const stop_links = live.links.subscribe((links) => {
      heard_ms = performance.now();
      // Amounts from before a lost connection are shown only after they are sent again.
      if (links === known_when_lost) return;
      clearTimeout(grace);
      set_availability('available');
    });
    const watch = setInterval(async () => {
      if (asking || live.connection.value !== 'live' || performance.now() - heard_ms < quiet_ms) return;
      asking = true;
      const alive = await is_alive();
      asking = false;
      heard_ms = performance.now();
      if (!alive && live.connection.value === 'live') live.renew('nobody answers');
    }, 1_000);
    return () => {
      clearTimeout(grace);
      clearInterval(watch);
      stop_connection();
      stop_links();
    };
  }, [live]);
  return availability;
}
