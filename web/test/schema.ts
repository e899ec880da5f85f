// data/schema and docs/reference/protocol.md against this client: it reads every example, whole and strictly, refuses the bad ones,
// and the page shows what is there. Needs no server.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as protocol from '../src/protocol';
import { Command, LinkRules, Outcome } from '../src/commands';
import { DecodeError, read_text, type Shape } from '../src/decode';
import { page, project, rows_under } from './coverage';

const folder = join(project, 'data/schema');
const read_json = (file: string): any => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const index: { file: string; kind: string; shape: string; direction: string; live: boolean }[] = read_json('index.json').files;
const shapes: Record<string, Shape<unknown>> = {
  ...(Object.fromEntries(Object.entries(protocol).filter(([, value]) => typeof value === 'object' && 'read' in value)) as any),
  Device: protocol.Hello.members.device,
  ErrorAnswer: protocol.ErrorAnswer,
  CommandBody: Command,
  LinkRules,
  Outcome,
};

test('the index lists every file, and no other', () => {
  const files = ['live', 'http'].flatMap((part) => readdirSync(join(folder, part)).map((name) => `${part}/${name}`));
  assert.deepEqual(index.map((entry) => entry.file).sort(), [...files, 'bad.json'].sort());
});

for (const { file, kind, shape, direction, live } of index) {
  if (file === 'bad.json') continue;
  test(`${file} is read strictly and comes out the same`, () => {
    const { examples } = read_json(file);
    assert.ok(examples.length > 0);
    for (const { case: name, message } of examples) {
      if (live && direction === 'from_server') assert.deepEqual(protocol.read_outgoing(JSON.stringify(message)), message, name);
      else if (live) assert.notEqual((protocol.read_incoming(JSON.stringify(message)) as any)[kind], null, name);
      else if (direction === 'from_server') assert.deepEqual(shapes[shape]!.read(message, '', 'whole'), message, name);
      else shapes[shape]!.read(message, '', 'sent');
      if (direction === 'to_server') continue;
      // One member more, or one less, anywhere at the top is not the protocol any more.
      const body = live ? message[kind] : message;
      const reads = (changed: unknown) => () => (live ? protocol.Outgoing.read({ [kind]: changed }, '', 'whole') : shapes[shape]!.read(changed, '', 'whole'));
      assert.throws(reads({ ...body, colour: 'red' }), DecodeError);
      const { [Object.keys(body)[0]!]: _first, ...rest } = body;
      assert.throws(reads(rest), DecodeError);
    }
  });
}

test('bad messages are refused, and the place is named', () => {
  for (const { shape, text, field, says } of read_json('bad.json').cases) {
    // JSON.parse keeps the last of two members in silence; what is too much or below zero the server's types know.
    if (['appears twice', 'is out of range', 'must be a whole number, 0 or greater', 'too many topics; there are five'].includes(says) || says.includes('2 decimal places')) continue;
    const read = () => (shape === 'Incoming' ? protocol.read_incoming(text) : read_text(shapes[shape]!, text, 'sent'));
    assert.throws(read, (error) => error instanceof DecodeError && error.field === field, text);
  }
});

test('every example of the page is one of data/schema', () => {
  const blocks = [...page.matchAll(/<!-- example: (\S+)(?: (.+?))? -->\n```json\n(.*)\n```/g)];
  assert.equal(blocks.length, [...page.matchAll(/<!-- example: /g)].length);
  assert.ok(blocks.length > 10);
  for (const [, kind, flavour, text] of blocks) {
    const entry = index.find((one) => one.kind === kind);
    assert.ok(entry, kind);
    const { examples } = read_json(entry.file);
    const fits = examples.filter((one: any) => flavour === undefined || one.case === flavour);
    assert.ok(fits.some((one: any) => JSON.stringify(one.message) === text), `${kind} ${flavour ?? ''}`);
  }
});

test('the page lists the refusals and topics that this client knows', () => {
  assert.deepEqual(rows_under('## Refusals of the server').map(([code]) => code), [...protocol.ServerRefusal.names]);
  const codes = rows_under('### How a channel ends').map(([code]) => Number(code));
  assert.deepEqual(codes, Object.values(protocol.CloseCode).filter((code) => code !== protocol.CloseCode.normal));
});
