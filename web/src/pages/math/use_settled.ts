import { useEffect, useState } from 'preact/hooks';

// The value once it has been stable for a moment, so that not every keystroke sends a question.
export function useSettled<T>(value: T, key: string, after_ms: number): T {
  const [settled, set_settled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => set_settled(() => value), after_ms);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}
