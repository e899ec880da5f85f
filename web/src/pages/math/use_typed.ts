// A field whose value is parsed as it is typed. Invalid text stays in the field with an error until the value is
// changed from elsewhere.
import { useState } from 'preact/hooks';

export interface Typed {
  value: string; // for the field
  wrong: boolean;
  onInput: (text: string) => void;
}

export function useTyped<T extends string | number>(value: T, write: (value: T) => string, read: (text: string) => T | null, changed: (value: T) => void): Typed {
  const [typed, set_typed] = useState<{ text: string; stood: T } | null>(null);
  const read_now = typed && read(typed.text);
  const kept = typed && (read_now === null ? typed.stood === value : read_now === value);
  return {
    value: kept ? typed.text : write(value),
    wrong: kept === true && read_now === null,
    onInput: (text) => {
      set_typed({ text, stood: value });
      const parsed = read(text);
      if (parsed !== null) changed(parsed);
    },
  };
}
