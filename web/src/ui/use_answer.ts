// A request whose answer a component shows. When `keys` change, the pending request is aborted and a new one is sent.
import { useEffect, useState } from 'preact/hooks';

export interface Asked<T> {
  value: T | null; // the last answer, kept while the next is pending
  error: Error | null;
  loading: boolean;
  again: () => void;
}

export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>, keys: readonly unknown[]): Asked<T> {
  const [state, set_state] = useState<{ value: T | null; error: Error | null; loading: boolean }>({ value: null, error: null, loading: true });
  const [turn, set_turn] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    set_state((now) => ({ ...now, loading: true }));
    ask(abort.signal).then(
      (value) => abort.signal.aborted || set_state({ value, error: null, loading: false }),
      (error: Error) => abort.signal.aborted || set_state((now) => ({ ...now, error, loading: false })),
    );
    return () => abort.abort();
  }, [...keys, turn]);
  return { ...state, again: () => set_turn((now) => now + 1) };
}
