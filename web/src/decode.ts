// Strict reading of JSON. A shape says what a value must be; anything unknown is rejected with its place.
// Two ways to read an object. `whole`: every member is present, as the game manager sends it. `sent`: members with their
// default value may be omitted, as devices and pages may send it.

export class DecodeError extends Error {
  constructor(readonly field: string, readonly why: string) {
    super(field === '' ? why : `${field}: ${why}`);
  }
}

export type Form = 'whole' | 'sent';

export interface Shape<T> {
  read(value: unknown, field: string, form: Form): T;
  // The value of an omitted member; undefined if the member is required.
  readonly plain?: () => T;
}

export type Of<S> = S extends Shape<infer T> ? T : never;

// What may be sent for a T: members with their default value may be omitted.
export type Sent<T> = T extends readonly (infer E)[]
  ? readonly Sent<E>[]
  : T extends object
    ? { [K in keyof T]?: Sent<T[K]> }
    : T;

function fail(field: string, why: string): never {
  throw new DecodeError(field, why);
}

export const text: Shape<string> = {
  read: (value, field) => (typeof value === 'string' ? value : fail(field, 'must be text')),
  plain: () => '',
};

export const flag: Shape<boolean> = {
  read: (value, field) => (typeof value === 'boolean' ? value : fail(field, 'must be true or false')),
  plain: () => false,
};

// Sequences and times stay far below 2^53.
export const whole_number: Shape<number> = {
  read: (value, field) => (Number.isSafeInteger(value) ? (value as number) : fail(field, 'must be a whole number')),
  plain: () => 0,
};

// Money stays text: "1250.00", "-3.50", "0.00000125". Only the game manager computes with it.
export const amount: Shape<string> = {
  read: (value, field) =>
    typeof value === 'string' && /^-?\d+(\.\d{1,8})?$/.test(value) ? value : fail(field, 'must be an amount'),
  plain: () => '0.00',
};

export function one_of<const N extends string>(...names: N[]): Shape<N> & { names: readonly N[] } {
  return {
    read: (value, field) =>
      typeof value === 'string' && (names as string[]).includes(value)
        ? (value as N)
        : fail(field, 'is not a known name'),
    plain: () => names[0]!,
    names,
  };
}

export function maybe<T>(shape: Shape<T>): Shape<T | null> {
  return { read: (value, field, form) => (value === null ? null : shape.read(value, field, form)), plain: () => null };
}

export function list<T>(shape: Shape<T>): Shape<T[]> {
  return {
    read: (value, field, form) =>
      Array.isArray(value)
        ? value.map((item, index) => shape.read(item, `${field}[${index}]`, form))
        : fail(field, 'must be a list'),
    plain: () => [],
  };
}

type Members = Record<string, Shape<unknown>>;
type ObjectOf<M extends Members> = { [K in keyof M]: Of<M[K]> };

function entries_of(value: unknown, field: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(field, 'must be an object');
  return value as Record<string, unknown>;
}

const inside = (field: string, name: string) => (field === '' ? name : `${field}.${name}`);

export function object<M extends Members>(members: M): Shape<ObjectOf<M>> & { members: M } {
  const read = (value: unknown, field: string, form: Form): ObjectOf<M> => {
    const given = entries_of(value, field);
    for (const name of Object.keys(given))
      if (!Object.hasOwn(members, name)) fail(inside(field, name), 'is not a known field');
    const result: Record<string, unknown> = {};
    for (const [name, shape] of Object.entries(members)) {
      const here = inside(field, name);
      if (Object.hasOwn(given, name)) result[name] = shape.read(given[name], here, form);
      else if (form === 'sent' && shape.plain) result[name] = shape.plain();
      else fail(here, 'is missing');
    }
    return result as ObjectOf<M>;
  };
  return { read, plain: () => read({}, '', 'sent'), members };
}

// An object with exactly one member, whose name says what it is: {"start_round": {…}}.
export type Variant<M extends Members> = { [K in keyof M]: { [P in K]: Of<M[K]> } }[keyof M];
export function variant<M extends Members>(members: M): Shape<Variant<M>> & { members: M } {
  return {
    read: (value, field, form) => {
      const given = entries_of(value, field);
      const names = Object.keys(given);
      const name = names[0];
      if (names.length !== 1 || name === undefined) fail(field, 'must hold exactly one member');
      const shape = Object.hasOwn(members, name) ? members[name] : undefined;
      if (!shape) fail(inside(field, name), 'is not known');
      return { [name]: shape.read(given[name], inside(field, name), form) } as Variant<M>;
    },
    members,
  };
}

export function read_text<T>(shape: Shape<T>, json: string, form: Form): T {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new DecodeError('', 'is not JSON');
  }
  return shape.read(value, '', form);
}
