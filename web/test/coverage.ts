// What was seen in a run, against what docs/reference/protocol.md promises; and the examples of data/schema.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const project = process.env['CARDROOM_SOURCE_DIR'] ?? join(process.cwd(), '..');
export const page = readFileSync(join(project, 'docs/reference/protocol.md'), 'utf8');

// Rows of the table under a heading, cells without backticks.
export function rows_under(heading: string, table = 0): string[][] {
  const from = page.indexOf(`${heading}\n`);
  if (from < 0) throw new Error(`docs/reference/protocol.md has no ${heading}`);
  const tables: string[][][] = [];
  let inside = false;
  for (const line of page.slice(from + heading.length).split('\n')) {
    if (/^##? /.test(line)) break;
    if (!line.startsWith('|')) {
      inside = false;
      continue;
    }
    if (!inside) tables.push([]);
    inside = true;
    const cells = line.slice(1, line.lastIndexOf('|')).split('|');
    tables.at(-1)!.push(cells.map((cell) => cell.trim().replace(/^`|`$/g, '')));
  }
  const found = tables[table];
  if (!found) throw new Error(`docs/reference/protocol.md: ${heading} has no table ${table}`);
  return found.slice(2);
}

class Seen {
  private readonly sets = new Map<string, Set<string>>();
  add(what: string, name: string): void {
    const set = this.sets.get(what) ?? new Set<string>();
    this.sets.set(what, set.add(name));
  }
  has(what: string, name: string): boolean {
    return this.sets.get(what)?.has(name) ?? false;
  }
  missing(what: string, expected: readonly string[], allowed: Record<string, string> = {}): string[] {
    return expected.filter((name) => !this.has(what, name) && !(name in allowed));
  }
  // Allowed to be missing, and yet seen: the reason is stale.
  stale(what: string, allowed: Record<string, string>): string[] {
    return Object.keys(allowed).filter((name) => this.has(what, name));
  }
  all(what: string): string[] {
    return [...(this.sets.get(what) ?? [])].sort();
  }
}
export const seen = new Seen();

// The first message of each flavour is kept as an example.
export interface Example {
  shape: string;
  direction: 'to_server' | 'from_server';
  live: boolean;
  flavours: Map<string, unknown>;
}
export const examples = new Map<string, Example>();
export function keep(kind: string, shape: string, direction: Example['direction'], live: boolean, flavour: string, value: unknown): void {
  const example = examples.get(kind) ?? { shape, direction, live, flavours: new Map<string, unknown>() };
  examples.set(kind, example);
  if (!example.flavours.has(flavour)) example.flavours.set(flavour, masked(value));
}

// Secrets of a run that is gone, and where it ran, are nobody's example.
function masked(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, inner: unknown) => {
      if (typeof inner !== 'string') return inner;
      if (/^(token|.*_token)$/.test(name)) return inner.replace(/\.[0-9a-f]{64}$/, `.${'0123456789abcdef'.repeat(4)}`);
      if (name === 'verifier') return '$argon2id$v=19$m=65536,t=2,p=1$salt$hash';
      if (name === 'holder') return 'gm1 (4711)';
      if (name === 'code' && /^\d{4}-\d{4}-\d{4}$/.test(inner)) return '0000-0000-0000';
      return inner;
    }),
  ) as unknown;
}
