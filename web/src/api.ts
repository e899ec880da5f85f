// Requests to the game manager. An answer is read as strictly as on the live channel; a refusal is thrown with its text.
import { DecodeError, type Shape } from './decode';
import { ErrorAnswer } from './protocol';
import { text } from './text';

export class Refused extends Error {
  constructor(readonly status: number, readonly code: string, readonly field: string, message: string) {
    super(message);
  }
}

// Called when a session has ended, so that a page can ask for the card again.
export const session_ended: { notify: () => void } = { notify: () => undefined };

async function refusal_of(response: Response): Promise<Refused> {
  try {
    const { error } = ErrorAnswer.read(await response.json(), '', 'sent');
    return new Refused(response.status, error.code, error.field, error.text);
  } catch {
    return new Refused(response.status, 'unreadable', '', text.common.unreadable_answer);
  }
}

async function ask<T>(method: string, path: string, body: unknown, shape: Shape<T> | null, signal?: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      credentials: 'same-origin',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused(0, 'not_reached', '', text.common.not_reached);
  }
  if (!response.ok) {
    const refused = await refusal_of(response);
    if (refused.code === 'not_signed_in') session_ended.notify();
    throw refused;
  }
  const value: unknown = await response.json();
  if (!shape) return value as T;
  try {
    return shape.read(value, '', 'whole');
  } catch (error) {
    if (error instanceof DecodeError) throw new Refused(200, 'other_version', error.field, text.common.other_version);
    throw error;
  }
}

// Without a shape the answer is returned unchecked (figures and rounds that are only shown).
export const get = <T>(path: string, shape: Shape<T> | null = null, signal?: AbortSignal) => ask<T>('GET', path, undefined, shape, signal);
export const post = <T>(path: string, body: unknown = {}, shape: Shape<T> | null = null, signal?: AbortSignal) => ask<T>('POST', path, body, shape, signal);

// Ids are never reused, not even by another tab.
const run = crypto.getRandomValues(new Uint32Array(2)).reduce((all, part) => all + part.toString(36), '').slice(0, 12);
let last_number = 0;
export const next_command_id = () => `p${run}-${++last_number}`;
