// Previews an adjustment shortly after the last keystroke. The game manager computes it; nothing is recorded.
import { useEffect, useState } from 'preact/hooks';
import { Refused, post } from '../../../api';
import { Outcome } from '../../../commands';
import { sentence } from '../../../names';
import type { Of } from '../../../decode';

export interface Preview {
  outcome: Of<typeof Outcome> | null;
  refused: Refused | null;
}
const nothing: Preview = { outcome: null, refused: null };
const pause_ms = 250;

// With `body` null, nothing is requested.
export function usePreview(body: object | null): Preview & { at: (...fields: string[]) => string | undefined } {
  const written = body ? JSON.stringify(body) : '';
  const [state, set_state] = useState<Preview & { of: string }>({ of: '', ...nothing });
  useEffect(() => {
    if (!written) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      post('/v1/preview', JSON.parse(written), Outcome, abort.signal).then(
        (outcome) => set_state({ of: written, outcome, refused: null }),
        (error: unknown) => {
          if (!abort.signal.aborted && error instanceof Refused) set_state({ of: written, outcome: null, refused: error });
        },
      );
    }, pause_ms);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [written]);
  const now = state.of === written ? state : nothing;
  return { ...now, at: (...fields) => (now.refused && fields.includes(now.refused.field) ? sentence(now.refused.message) : undefined) };
}
