// The projected results of rules while they are being typed, requested shortly after the last keystroke. Nothing is
// recorded.
import { useEffect, useState } from 'preact/hooks';
import { Refused, post } from '../../../api';
import type { Of } from '../../../decode';
import { sentence } from '../../../names';
import { AdviceView } from '../../../protocol';
import type { Rules } from './typed_rules';

export interface Advice {
  value: Of<typeof AdviceView> | null; // for the current rules; null while they are refused or being computed
  before: Of<typeof AdviceView> | null; // the last one, shown meanwhile
  refused: Refused | null;
  looking: boolean;
  at: (...fields: string[]) => string | undefined;
}

const pause_ms = 350;
// "levels[0].seed" in bare rules and "rules.levels[0].seed" in a command are the same field.
const bare = (field: string) => field.replace(/^(command\.[a-z_]+\.)?(rules\.)?/, '');

export function useAdvice(rules: Rules | null): Advice {
  const written = rules ? JSON.stringify(rules) : '';
  const [state, set_state] = useState<{ of: string; value: Of<typeof AdviceView> | null; refused: Refused | null }>({ of: '', value: null, refused: null });
  const [before, set_before] = useState<Of<typeof AdviceView> | null>(null);
  useEffect(() => {
    if (!written) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      post('/v1/advice', JSON.parse(written), AdviceView, abort.signal).then(
        (value) => {
          set_state({ of: written, value, refused: null });
          set_before(value);
        },
        (error: unknown) => {
          if (!abort.signal.aborted && error instanceof Refused) set_state({ of: written, value: null, refused: error });
        },
      );
    }, pause_ms);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [written]);
  const current = state.of === written;
  const refused = current ? state.refused : null;
  return {
    value: current ? state.value : null,
    before,
    refused,
    looking: written !== '' && !current,
    at: (...fields) => (refused && refused.field !== '' && fields.some((field) => bare(field) === bare(refused.field)) ? sentence(refused.message) : undefined),
  };
}
