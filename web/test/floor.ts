// The real program on a ledger of its own, and clients that may say anything to it.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import * as http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import * as protocol from '../src/protocol';
import { LinkRules, Outcome } from '../src/commands';
import { DecodeError, type Form, type Shape } from '../src/decode';
import { keep, rows_under, seen } from './coverage';

export const program = process.env['CARDROOM_PROGRAM'] ?? '';
export const patience_ms = Number(process.env['CARDROOM_PATIENCE_MS'] ?? 10_000);

export interface Person {
  staff: string;
  pin: string;
  role: protocol.Role;
  cookie: string;
}

// Attempts to sign in are counted by address; loopback has many.
let last_address = 0;
export function fresh_address(): string {
  last_address += 1;
  return `127.0.${1 + Math.floor(last_address / 250)}.${1 + (last_address % 250)}`;
}

export const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

export async function until<T>(what: string, find: () => T | undefined | false, wait_ms = patience_ms): Promise<T> {
  const end = Date.now() + wait_ms;
  for (;;) {
    const found = find();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await sleep(5);
  }
}

export interface Reply {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  json: any;
}
export interface Ask {
  cookie?: string;
  body?: unknown; // JSON
  raw?: string; // instead of it
  type?: string;
  from?: string;
  headers?: Record<string, string>;
}

const answers: Record<string, [string, Shape<unknown>]> = {
  'GET /health': ['Health', protocol.Health],
  'GET /ready': ['Readiness', protocol.Readiness],
  'POST /v1/sign-in': ['Me', protocol.Me],
  'POST /v1/first-start': ['Me', protocol.Me],
  'POST /v1/device-sign-in': ['Device', protocol.Hello.members.device],
  'GET /v1/me': ['Me', protocol.Me],
  'POST /v1/commands': ['Recorded', protocol.Recorded],
  'POST /v1/pin': ['Recorded', protocol.Recorded],
  'POST /v1/devices': ['NewDevice', protocol.NewDevice],
  'GET /v1/devices': ['DeviceList', protocol.DeviceList],
  'GET /v1/staff': ['StaffList', protocol.StaffList],
  'GET /v1/floor': ['FloorView', protocol.FloorView],
  'GET /v1/links/NAME': ['LinkDetails', protocol.LinkDetails],
  'GET /v1/links/NAME/history': ['HistoryView', protocol.HistoryView],
  'GET /v1/wins': ['WinsPage', protocol.WinsPage],
  'GET /v1/presets': ['PresetList', protocol.PresetList],
  'POST /v1/advice': ['AdviceView', protocol.AdviceView],
  'POST /v1/preview': ['Outcome', Outcome],
  'GET /v1/door': ['DoorView', protocol.DoorView],
  'GET /v1/tables/NAME': ['TableView', protocol.TableView],
  'GET /v1/claims': ['Claims', protocol.Claims],
  'GET /v1/journal': ['JournalPage', protocol.JournalPage],
  'GET /v1/reports': ['ReportList', protocol.ReportList],
  'GET /v1/audit': ['AuditView', protocol.AuditView],
  'POST /v1/audit': ['AuditView', protocol.AuditView],
  'GET /v1/demo': ['DemoView', protocol.DemoView],
};
const bodies: Record<string, [string, Shape<unknown>]> = {
  'POST /v1/sign-in': ['Credentials', protocol.Credentials],
  'POST /v1/first-start': ['FirstStart', protocol.FirstStart],
  'POST /v1/device-sign-in': ['TokenBody', protocol.TokenBody],
  'POST /v1/commands': ['PostedCommand', protocol.PostedCommand],
  'POST /v1/pin': ['PinBody', protocol.PinBody],
  'POST /v1/devices': ['DeviceBody', protocol.DeviceBody],
  'POST /v1/advice': ['LinkRules', LinkRules],
};
const refusal_status = new Map(rows_under('## Refusals of the server').map(([code, status]) => [code!, Number(status)]));
const transport_status = new Map(rows_under('## Refusals of the server', 1).map(([code, status]) => [code!, Number(status)]));

export function route_of(method: string, path: string): string {
  const plain = path.replace(/\?.*/, '');
  const named = /^\/v1\/links\/[^/]+\/history$/.test(plain)
    ? '/v1/links/NAME/history'
    : plain.replace(/^(\/(?:v1\/(?:links|tables|reports)|table|display|shuffler|assets)\/).+/, '$1NAME');
  return `${method === 'HEAD' ? 'GET' : method} ${named}`;
}

const security = ['cache-control', 'x-content-type-options', 'x-frame-options', 'referrer-policy', 'content-security-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy'];

// Every reply that comes is checked: headers, form, that the status is the one of its code.
function check_reply(method: string, path: string, ask: Ask, reply: Reply): void {
  for (const header of security) assert.ok(reply.headers[header], `${method} ${path}: no ${header}`);
  const route = route_of(method, path);
  if (reply.status >= 400 && path !== '/ready') {
    const code: string = reply.json?.error?.code;
    seen.add('refusal', code);
    if (transport_status.has(code)) {
      protocol.TransportError.read(reply.json, '', 'whole');
      assert.equal(reply.status, transport_status.get(code), code);
      return;
    }
    protocol.ErrorAnswer.read(reply.json, '', 'whole');
    keep('error', 'ErrorAnswer', 'from_server', false, code, reply.json);
    // A role may be refused by the server (403) and by the rules (409).
    const status = code === 'role_not_allowed' && reply.status === 409 ? 409 : (refusal_status.get(code) ?? 409);
    assert.equal(reply.status, status, `${route}: ${reply.text}`);
    assert.ok(reply.json.error.text.length > 5, `${route}: a refusal says what to do: ${reply.text}`);
    return;
  }
  seen.add('route', route);
  const [shape_name, shape] = answers[route] ?? [];
  if (!shape || !shape_name || method === 'HEAD') return;
  const form: Form = 'whole';
  shape.read(reply.json, '', form);
  keep(shape_name, shape_name, 'from_server', false, route, reply.json);
  const [body_name, body] = bodies[route] ?? [];
  if (!body || !body_name || ask.body === undefined) return;
  body.read(ask.body, '', 'sent');
  const command = (ask.body as { command?: object }).command;
  keep(body_name, body_name, 'to_server', false, command ? Object.keys(command)[0]! : route, ask.body);
}

export class Server {
  url = '';
  port = 0;
  code = '';
  output = '';
  errors = '';
  private constructor(private readonly child: ChildProcess) {}

  static async start(ledger: string, more: string[] = []): Promise<Server> {
    assert.ok(program, 'CARDROOM_PROGRAM names no program');
    const child = spawn(program, ['serve', '--ledger', `sqlite:${ledger}`, '--listen', '127.0.0.1:0', '--name', 'floor.test', ...more], { stdio: ['ignore', 'pipe', 'pipe'] });
    const server = new Server(child);
    child.stdout!.on('data', (bytes: Buffer) => (server.output += bytes.toString()));
    child.stderr!.on('data', (bytes: Buffer) => (server.errors += bytes.toString()));
    await until('the start', () => {
      if (child.exitCode !== null) throw new Error(`the program ended at once: ${server.errors}`);
      return /Ledger .*\n/.test(server.output);
    });
    server.url = /http:\/\/\S+/.exec(server.output)![0];
    server.port = Number(server.url.split(':')[2]);
    await sleep(20);
    server.code = /one-time code: (\S+)/.exec(server.output)?.[1] ?? '';
    return server;
  }

  get pid(): number {
    return this.child.pid!;
  }
  get ws(): string {
    return this.url.replace('http', 'ws');
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = new Promise((done) => this.child.once('exit', done));
      this.child.kill(signal);
      await ended;
    }
    return this.child.exitCode;
  }

  ask(method: string, path: string, ask: Ask = {}): Promise<Reply> {
    const body = ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
    const headers: Record<string, string> = { ...(ask.cookie ? { cookie: ask.cookie } : {}), ...ask.headers };
    if (body !== undefined) {
      headers['content-type'] ??= ask.type ?? 'application/json';
      headers['content-length'] = String(Buffer.byteLength(body));
    }
    return new Promise((done, fail) => {
      const request = http.request({ host: '127.0.0.1', port: this.port, method, path, headers, localAddress: ask.from ?? '127.0.0.1', agent: false, setHost: !('host' in headers) });
      request.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () => {
          let json: any;
          if (response.headers['content-type']?.startsWith('application/json') && text) json = JSON.parse(text);
          const reply: Reply = { status: response.statusCode!, headers: response.headers, text, json };
          try {
            check_reply(method, path, ask, reply);
            done(reply);
          } catch (error) {
            fail(error instanceof DecodeError ? new Error(`${method} ${path}: ${error.message} in ${text}`) : error);
          }
        });
      });
      request.on('error', fail);
      request.end(body);
    });
  }

  async sign_in(staff: string, pin: string, from = fresh_address()): Promise<Reply> {
    return this.ask('POST', '/v1/sign-in', { body: { staff, pin }, from });
  }

  live(options: { cookie?: string; token?: string; from?: string; query?: string; headers?: Record<string, string>; protocols?: string[] }): Promise<Live> {
    const headers: Record<string, string> = { ...options.headers };
    if (options.cookie) headers['cookie'] = options.cookie;
    if (options.token) headers['authorization'] = `Bearer ${options.token}`;
    const socket = new WebSocket(`${this.ws}/v1/live${options.query ?? ''}`, options.protocols ?? [protocol.subprotocol], { headers, localAddress: options.from ?? '127.0.0.1' });
    return new Promise((done, fail) => {
      const live = new Live(socket);
      socket.once('open', () => done(live));
      socket.once('unexpected-response', (_request, response) => {
        let text = '';
        response.on('data', (part: Buffer) => (text += part.toString()));
        response.on('end', () => {
          const reply: Reply = { status: response.statusCode!, headers: response.headers, text, json: JSON.parse(text) };
          try {
            check_reply('GET', '/v1/live', {}, reply);
          } catch (error) {
            return fail(error);
          }
          fail(Object.assign(new Error(`refused: ${text}`), { reply }));
        });
      });
      socket.on('error', fail);
    });
  }

  async refused_live(options: Parameters<Server['live']>[0]): Promise<Reply> {
    const outcome = await this.live(options).then(
      (live) => live,
      (error: Error & { reply?: Reply }) => error,
    );
    if (outcome instanceof Live) {
      outcome.socket.terminate();
      throw new Error('the channel was opened');
    }
    if (!outcome.reply) throw outcome;
    return outcome.reply;
  }
}

const shape_of_incoming: Record<string, string> = { subscribe: 'Subscribe', press: 'Press', sensors: 'Sensors', deal: 'Deal', fault: 'Fault', command: 'CommandBody' };
const shape_of_outgoing: Record<string, string> = { hello: 'Hello', answer: 'Answered', meters: 'Meters', tables: 'Tables', claims: 'Claims', alarms: 'Alarms', event: 'EventView', cover_all: 'CoverAll' };

function flavour_out(kind: string, body: any): string {
  if (kind === 'hello') return body.device ? body.device.kind : 'page';
  if (kind === 'answer') return body.accepted ? `accepted${body.repeated ? ' again' : ''}` : body.refused ? body.refused.code : 'failed';
  if (kind === 'event') return Object.keys(body.event.command)[0]! + (body.event.outcome.refused ? ' refused' : '');
  if (kind === 'tables') return body.tables[0]?.round ? 'in a round' : body.removed.length > 0 ? 'removed' : body.whole ? 'whole' : 'changed';
  if (kind === 'meters') return `${body.whole ? 'whole' : 'changed'}${body.links[0]?.levels[0]?.exact ? ' to staff' : ''}`;
  if (kind === 'claims') return body.claims.length > 0 ? 'some' : 'none';
  if (kind === 'alarms') return body.alarms.length === 0 ? 'none' : body.alarms.at(-1).kind + (body.alarms.at(-1).acknowledged_ms > 0 ? ' seen' : '');
  return body.hands === 0 ? 'none' : 'pays';
}

function flavour_in(kind: string, body: any): string {
  if (kind === 'press') return (body.key.kind ?? 'hand') + (body.again ? ' again' : '');
  if (kind === 'command') return Object.keys(body)[0]!;
  if (kind === 'subscribe') return body.after > 0 ? 'resume' : body.topics.join(' ');
  if (kind === 'sensors') return body.lit.length > 0 ? 'some' : 'none';
  if (kind === 'deal') return body.wrong_count ? 'wrong count' : 'deal';
  return kind;
}

// One channel; every message that comes is read strictly and counted.
export class Live {
  readonly heard: any[] = [];
  read_to = 0;
  wrong: Error | undefined;
  readonly closed: Promise<{ code: number; reason: string }>;
  is_closed = false;
  private last = 0;
  private static channels = 0;
  static readonly open_ones: Live[] = [];
  private readonly name = `c${++Live.channels}`;

  constructor(readonly socket: WebSocket) {
    Live.open_ones.push(this);
    this.closed = new Promise((done) =>
      socket.on('close', (code, reason) => {
        this.is_closed = true;
        seen.add('close', String(code));
        done({ code, reason: reason.toString() });
      }),
    );
    socket.on('message', (data) => {
      const text = (data as Buffer).toString();
      try {
        const message: any = protocol.read_outgoing(text);
        const kind = Object.keys(message)[0]!;
        seen.add('outgoing', kind);
        if (kind === 'answer') {
          for (const error of [message.answer.refused, message.answer.failed]) if (error) seen.add('refusal', error.code);
        }
        if (kind === 'alarms') for (const alarm of message.alarms.alarms) seen.add('alarm', alarm.kind);
        if (kind === 'event') seen.add('event', Object.keys(message.event.event.command)[0]!);
        keep(kind, shape_of_outgoing[kind]!, 'from_server', true, flavour_out(kind, message[kind]), JSON.parse(text));
        this.heard.push(message);
      } catch (error) {
        this.wrong = new Error(`${String(error)} in ${text}`);
      }
    });
    socket.on('error', () => undefined);
  }

  say(message: object): void {
    const kind = Object.keys(message).find((name) => name !== 'id')!;
    protocol.read_incoming(JSON.stringify(message));
    seen.add('incoming', kind);
    const body = (message as any)[kind];
    if (kind === 'subscribe') for (const topic of body.topics) seen.add('topic', topic);
    if (kind === 'press') seen.add('key', body.key.kind ?? 'hand');
    const flavour = flavour_in(kind, body);
    keep(kind, shape_of_incoming[kind]!, 'to_server', true, flavour, message);
    this.socket.send(JSON.stringify(message));
  }
  say_raw(text: string): void {
    this.socket.send(text);
  }

  id(): string {
    return `${this.name}-${++this.last}`;
  }

  async next<K extends string>(kind: K, fits: (body: any) => boolean = () => true, wait_ms = patience_ms): Promise<any> {
    return until(
      `${kind} (${this.heard.slice(-3).map((m) => JSON.stringify(m).slice(0, 300)).join(' | ')})`,
      () => {
        if (this.wrong) throw this.wrong;
        const found = this.heard.findIndex((message, index) => index >= this.read_to && kind in message && fits(message[kind]));
        if (found < 0) {
          if (this.is_closed) throw new Error(`the channel is closed, no ${kind}`);
          return undefined;
        }
        return this.heard[found][kind];
      },
      wait_ms,
    );
  }

  async answer(id: string): Promise<protocol.Answered> {
    return this.next('answer', (body) => body.id === id);
  }
  async ask(kind: protocol.IncomingKind, body: object, id = this.id()): Promise<protocol.Answered> {
    this.read_to = this.heard.length;
    this.say({ id, [kind]: body });
    return this.answer(id);
  }
  press(key: object, pin?: string, id?: string): Promise<protocol.Answered> {
    return this.ask('press', pin === undefined ? { key } : { key, pin }, id);
  }
  async pressed(key: object, pin?: string): Promise<protocol.Outcome> {
    const answer = await this.press(key, pin);
    assert.ok(answer.accepted, `${JSON.stringify(key)}: ${JSON.stringify(answer)}`);
    return answer.accepted;
  }
  async refused(kind: protocol.IncomingKind, body: object, code: string): Promise<protocol.Answered> {
    const answer = await this.ask(kind, body);
    assert.equal(answer.refused?.code, code, JSON.stringify(answer));
    return answer;
  }
  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }
}

export class Floor {
  readonly folder = mkdtempSync(join(tmpdir(), 'cardroom-conformance-'));
  readonly ledger = join(this.folder, 'floor.ledger');
  server!: Server;
  readonly people = new Map<string, Person>();
  readonly tokens = new Map<string, string>();
  readonly ends: (() => void)[] = []; // what a test leaves open, also when it fails
  private last = 0;

  person(role: string): Person {
    return this.people.get(role)!;
  }
  id(): string {
    return `f-${++this.last}`;
  }
  command(role: string, command: object, second?: string, id = this.id()): Promise<Reply> {
    const other = second ? this.person(second) : undefined;
    return this.server.ask('POST', '/v1/commands', {
      cookie: this.person(role).cookie,
      body: { id, ...(other ? { second: { staff: other.staff, pin: other.pin } } : {}), command },
      from: fresh_address(),
    });
  }
  async commanded(role: string, command: object, second?: string): Promise<protocol.Outcome> {
    const name = Object.keys(command)[0]!;
    seen.add('command', name);
    const reply = await this.command(role, command, second);
    assert.equal(reply.status, 200, `${name}: ${reply.text}`);
    return reply.json.outcome;
  }
  async forbidden(role: string, command: object, code: string, second?: string): Promise<Reply> {
    const reply = await this.command(role, command, second);
    assert.equal(reply.json?.error?.code, code, `${JSON.stringify(command).slice(0, 200)}: ${reply.text}`);
    return reply;
  }
  device(name: string): Promise<Live> {
    return this.server.live({ token: this.tokens.get(name)! });
  }
  page(role: string): Promise<Live> {
    return this.server.live({ cookie: this.person(role).cookie });
  }
  async close_all(): Promise<void> {
    for (const end of this.ends.splice(0)) end();
    await Promise.all(Live.open_ones.splice(0).map((live) => (live.socket.terminate(), live.closed)));
  }
  async sign_in(role: string): Promise<void> {
    const person = this.person(role);
    const reply = await this.server.sign_in(person.staff, person.pin);
    assert.equal(reply.status, 200, reply.text);
    person.cookie = cookie_of(reply);
  }
  clean(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function cookie_of(reply: Reply): string {
  return reply.headers['set-cookie']![0]!.split(';')[0]!;
}
