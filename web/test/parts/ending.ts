// What the page promises and nobody saw; and the examples.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AlarmKind, Command } from '../../src/commands';
import { KeyKind, Outgoing, Topic, incoming_kinds } from '../../src/protocol';
import { examples, page, project, rows_under, seen } from '../coverage';
import type { Floor } from '../floor';
import { is_built } from './pages';

// Not to be provoked from outside; why.
const of_the_listener = "needs a network that misbehaves; the listener's own tests provoke it";
const allowed: Record<string, Record<string, string>> = {
  refusal: {
    recording_failed: "needs a journal that cannot be written; the server's own tests provoke it",
    tls_needed: 'this run speaks without TLS',
    too_slow: of_the_listener,
    too_many_connections: of_the_listener,
    too_many_connections_of_peer: of_the_listener,
  },
  close: { '1002': of_the_listener, '4000': of_the_listener },
  alarm: {
    journal_failed: 'needs a disk that fails',
    audit_failed: 'needs a journal that was tampered with',
    state_diverged: 'needs a second writer that goes around the lease',
    journal_rolled_back: 'needs a database that went back in time',
    anchor_failed: 'needs a disk that fails',
  },
  route: { 'GET /v1/live': 'a channel, seen by its messages' },
};

export function ending(_floor: Floor): void {
  test('everything that the page promises was seen', () => {
    const promised: Record<string, string[]> = {
      route: rows_under('## Addresses')
        .filter(([, path]) => !/^\/(table|display|shuffler|console|practice|math)\b/.test(path!) || is_built(path!))
        .map(([method, path]) => `${method} ${path}`),
      refusal: [...rows_under('## Refusals of the server'), ...rows_under('## Refusals of the server', 1)].map(([code]) => code!),
      close: rows_under('### How a channel ends').map(([code]) => code!),
      topic: Topic.names.slice(),
      key: KeyKind.names.slice(),
      incoming: incoming_kinds.slice(),
      outgoing: Object.keys(Outgoing.members),
      alarm: AlarmKind.names.slice(),
      event: Object.keys(Command.members).filter((name) => !['take_snapshot', 'replace_anchor', 'archive_segment'].includes(name)), // every thousands of entries; while no game manager runs
    };
    const missing = Object.entries(promised).flatMap(([what, names]) => seen.missing(what, names, allowed[what]).map((name) => `${what} ${name}`));
    assert.deepEqual(missing, []);
    const stale = Object.entries(allowed).flatMap(([what, names]) => seen.stale(what, names).map((name) => `${what} ${name}`));
    assert.deepEqual(stale, [], 'seen after all');
    assert.deepEqual(rows_under('## The live channel', 2).map(([topic]) => topic), [...Topic.names]);
    // Five roles at fifteen addresses.
    assert.ok(seen.all('role at address').length >= 5 * 15);
  });

  test('the examples are written anew where that is asked for', { skip: process.env['CARDROOM_REWRITE_SCHEMA'] === undefined }, () => {
    const folder = join(project, 'data/schema');
    for (const part of ['live', 'http']) mkdirSync(join(folder, part), { recursive: true });
    const index = [];
    for (const [kind, example] of [...examples].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const file = `${example.live ? 'live' : 'http'}/${kind}.json`;
      index.push({ file, kind, shape: example.shape, direction: example.direction, live: example.live });
      const lines = [...example.flavours].sort(([a], [b]) => (a < b ? -1 : 1)).map(([flavour, message]) => `    {"case": ${JSON.stringify(flavour)}, "message": ${JSON.stringify(message)}}`);
      writeFileSync(join(folder, file), `{\n  "kind": "${kind}",\n  "shape": "${example.shape}",\n  "examples": [\n${lines.join(',\n')}\n  ]\n}\n`);
    }
    index.push({ file: 'bad.json', kind: 'bad', shape: '', direction: 'to_server', live: false });
    writeFileSync(join(folder, 'index.json'), `{\n  "protocol": 1,\n  "files": [\n${index.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]\n}\n`);
    let text = page;
    for (const [, kind, flavour] of page.matchAll(/<!-- example: (\S+)(?: (.+?))? -->/g)) {
      const found = examples.get(kind!)?.flavours;
      const value = flavour === undefined ? found?.values().next().value : found?.get(flavour);
      assert.ok(value, `no example ${kind} ${flavour}`);
      const mark = `<!-- example: ${kind}${flavour === undefined ? '' : ` ${flavour}`} -->\n`;
      const at = text.indexOf(mark) + mark.length;
      text = text.slice(0, at) + '```json\n' + JSON.stringify(value) + '\n```' + text.slice(text.indexOf('\n```', at + 4) + 4);
    }
    writeFileSync(join(project, 'docs/reference/protocol.md'), text);
  });
}
