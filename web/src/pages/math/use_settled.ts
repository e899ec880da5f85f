import { useEffect, useState } from 'preact/hooks';

// The value once it has stood for a moment: not every key is a question.
export function useSettled<T>(value: T, key: string, after_ms: number): T {
  const [settled, set_settled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => set_settled(() => value), after_ms);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}
