import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { TriangleAlert } from 'lucide-preact';

interface FieldParts {
  label: string;
  hint?: ComponentChildren;
  error?: string | undefined;
}

function Frame({ label, hint, error, id, children }: FieldParts & { id: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <label class="label" for={id}>{label}</label>
      {children}
      {error ? (
        <span class="error" id={`${id}-error`}><TriangleAlert size={15} aria-hidden="true" />{error}</span>
      ) : (
        hint && <span class="hint" id={`${id}-hint`}>{hint}</span>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldParts {
  value: string;
  onInput: (value: string) => void;
  type?: 'text' | 'password' | 'date' | 'time' | 'search';
  mode?: 'text' | 'numeric' | 'decimal';
  before?: string; // "$"
  after?: string; // "%"
  placeholder?: string;
  autofocus?: boolean;
  autocomplete?: string;
  disabled?: boolean;
  lines?: number;
  longest?: number; // characters
}

export function TextField({ label, hint, error, value, onInput, type = 'text', mode, before, after, placeholder, autofocus, autocomplete, disabled, lines, longest }: TextFieldProps) {
  const id = useId();
  const common = {
    id, class: 'input', value, placeholder, disabled, autoFocus: autofocus, maxLength: longest,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
    onInput: (event: Event) => onInput((event.currentTarget as HTMLInputElement).value),
  };
  const input = lines ? <textarea {...common} rows={lines} /> : <input {...common} type={type} inputMode={mode} autocomplete={autocomplete as 'off' | undefined} />;
  return (
    <Frame label={label} hint={hint} error={error} id={id}>
      {before || after ? (
        <div class="with-affix">
          {before && <span class="affix">{before}</span>}
          {input}
          {after && <span class="affix">{after}</span>}
        </div>
      ) : (
        input
      )}
    </Frame>
  );
}

interface SelectFieldProps<T extends string> extends FieldParts {
  value: T;
  options: readonly (readonly [value: T, label: string])[];
  onInput: (value: T) => void;
  disabled?: boolean;
}

export function SelectField<T extends string>({ label, hint, error, value, options, onInput, disabled }: SelectFieldProps<T>) {
  const id = useId();
  return (
    <Frame label={label} hint={hint} error={error} id={id}>
      <select id={id} class="input" value={value} disabled={disabled} aria-invalid={error ? true : undefined} onInput={(event) => onInput(event.currentTarget.value as T)}>
        {options.map(([option, name]) => <option key={option} value={option}>{name}</option>)}
      </select>
    </Frame>
  );
}

export function CheckField({ label, checked, onInput, disabled }: { label: string; checked: boolean; onInput: (checked: boolean) => void; disabled?: boolean }) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} disabled={disabled} onInput={(event) => onInput(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

// A few choices side by side.
export function Segments<T extends string>({ label, value, options, onInput }: { label: string; value: T; options: readonly (readonly [value: T, label: string])[]; onInput: (value: T) => void }) {
  return (
    <div class="segments" role="group" aria-label={label}>
      {options.map(([option, name]) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onInput(option)}>{name}</button>
      ))}
    </div>
  );
}
