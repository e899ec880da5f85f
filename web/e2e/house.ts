// A house on the real program with a ledger of its own: people of every role, links made from the program's presets, tables,
// devices; and the tables' controllers, which light sensors over the real protocol.
import { test as base, expect, type Page } from '@playwright/test';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import WebSocket from 'ws';
import { LiveChannel, type Socket } from '../src/live_channel';

const program = process.env['CARDROOM_PROGRAM'] ?? '';
const site = process.env['CARDROOM_SITE'] ?? ''; // pages from a folder instead of those in the program

export type RoleName = 'administrator' | 'supervisor' | 'executive' | 'dealer' | 'auditor';
export const cards: Record<RoleName, { staff: string; pin: string }> = {
  administrator: { staff: '1001', pin: '271828' },
  supervisor: { staff: '2001', pin: '314159' },
  executive: { staff: '3001', pin: '173205' },
  dealer: { staff: '4001', pin: '223606' },
  auditor: { staff: '5001', pin: '244948' },
};

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

// Sign-ins are counted by address; loopback has many.
let last_address = 0;
function fresh_address(): string {
  last_address += 1;
  return `127.1.${1 + Math.floor(last_address / 250)}.${1 + (last_address % 250)}`;
}

export class House {
  readonly folder = mkdtempSync(join(tmpdir(), 'cardroom-e2e-'));
  url = '';
  readonly tokens = new Map<string, string>();
  private child: ChildProcess | undefined;
  private port = 0;
  private cookie = '';
  private last = 0;
  private code = '';
  private readonly channels: LiveChannel[] = [];
  private readonly controllers = new Map<string, LiveChannel>();

  // Starts the program; after a kill, at the same address.
  async start(more: readonly string[] = []): Promise<void> {
    if (!program) throw new Error('CARDROOM_PROGRAM names no program');
    const child = spawn(program, ['serve', '--ledger', `sqlite:${join(this.folder, 'house.ledger')}`, '--listen', `127.0.0.1:${this.port}`, ...(site ? ['--site', site] : []), ...more], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout!.on('data', (bytes: Buffer) => (output += bytes.toString()));
    child.stderr!.on('data', (bytes: Buffer) => (output += bytes.toString()));
    this.child = child;
    const end = Date.now() + 20_000;
    while (!/Ledger .*\n/.test(output)) {
      if (child.exitCode !== null || Date.now() > end) throw new Error(`the program did not start: ${output}`);
      await sleep(10);
    }
    await sleep(20);
    this.url = /http:\/\/\S+/.exec(output)![0].replace(/\/$/, '');
    this.port = Number(this.url.split(':')[2]);
    this.code = /one-time code: (\S+)/.exec(output)?.[1] ?? '';
  }

  // What the first start printed; empty after it.
  get first_code(): string {
    return this.code;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await ended;
  }

  // Stops the program in its tracks, or lets it go on: a line that is open and dead.
  freeze(): void {
    this.child!.kill('SIGSTOP');
  }

  thaw(): void {
    this.child!.kill('SIGCONT');
  }

  async end(): Promise<void> {
    for (const channel of this.channels) channel.close();
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async post(path: string, body: object): Promise<any> {
    const response = await fetch(this.url + path, { method: 'POST', headers: { 'Content-Type': 'application/json', cookie: this.cookie }, body: JSON.stringify(body) });
    const json: any = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(json)}`);
    const cookie = response.headers.get('set-cookie');
    if (cookie?.startsWith('cardroom_session')) this.cookie = cookie.split(';')[0]!;
    return json;
  }

  // As the administrator; with `second` where two people are needed.
  command(command: object, second?: RoleName): Promise<any> {
    return this.post('/v1/commands', { id: `e-${++this.last}`, ...(second ? { second: cards[second] } : {}), command });
  }

  // The staff of the house that every test begins with. Their PINs are hashed slowly, so that is done once.
  async open_with_staff(): Promise<void> {
    staffed ??= House.with_staff();
    cpSync(await staffed, this.folder, { recursive: true });
    this.last = 100; // the ids before were used for the staff
    await this.start();
    await this.post('/v1/sign-in', cards.administrator);
  }

  private static async with_staff(): Promise<string> {
    const house = new House();
    await house.start();
    await house.enrol_staff();
    await house.stop();
    process.once('exit', () => rmSync(house.folder, { recursive: true, force: true }));
    return house.folder;
  }

  private async enrol_staff(): Promise<void> {
    await this.post('/v1/first-start', { code: this.code, name: 'Administrator', ...cards.administrator });
    for (const [role, { staff, pin }] of Object.entries(cards)) {
      if (role === 'administrator') continue;
      await this.command({ enrol_staff: { staff, role, name: role[0]!.toUpperCase() + role.slice(1) } });
      await this.post('/v1/pin', { id: `e-${++this.last}`, staff, pin });
    }
  }

  // A link from one of the program's presets, with rules and more (`starts`) changed for the test, open for wagers.
  async link(preset: string, link: string, rules: object = {}, title?: string, more: object = {}): Promise<void> {
    const line = execFileSync(program, ['meter', preset, '--as-command', link, '--by', '1001', '--second', '2001'], { encoding: 'utf8' });
    const { create_link } = JSON.parse(line).command;
    await this.command({ create_link: { ...create_link, ...(title ? { title } : {}), ...more, rules: { ...create_link.rules, ...rules } } }, 'supervisor');
    await this.command({ open_link: { link } });
  }

  // A table with its four devices: T1-controller, T1-keypad, T1-display, T1-shuffler.
  async table(table: string, game: string, links: readonly string[], keypad = 'second_generation', positions = 6): Promise<void> {
    await this.command({ place_table: { table: { table, game, positions, keypad, links } } }, 'supervisor');
    for (const kind of ['controller', 'keypad', 'display', 'shuffler']) await this.enrol(`${table}-${kind}`, kind, table);
  }

  async enrol(device: string, kind: string, table: string): Promise<void> {
    const { token } = await this.post('/v1/devices', { id: `e-${++this.last}`, device, kind, table });
    this.tokens.set(device, token);
  }

  // The channel of a device, over a socket of Node.
  device(name: string, ended?: () => void): LiveChannel {
    const token = this.tokens.get(name)!;
    const localAddress = fresh_address();
    const channel = new LiveChannel({
      servers: [this.url.replace('http', 'ws')],
      open: (url, protocol) => new WebSocket(url, protocol, { headers: { authorization: `Bearer ${token}` }, localAddress }) as unknown as Socket,
      ...(ended ? { ended } : {}),
      backoff_ms: { first: 50, most: 500 },
    });
    this.channels.push(channel);
    return channel;
  }

  // A table's controller has one channel: a second would take its place.
  controller(table: string): LiveChannel {
    const opened = this.controllers.get(table) ?? this.device(`${table}-controller`, () => this.controllers.delete(table));
    this.controllers.set(table, opened);
    return opened;
  }

  // The address of a device's page, with its token.
  screen(kind: 'table' | 'display' | 'shuffler', table: string): string {
    const device = `${table}-${kind === 'table' ? 'keypad' : kind}`;
    return `${this.url}/${kind}/${table}#${encodeURIComponent(this.tokens.get(device)!)}`;
  }
}

let staffed: Promise<string> | undefined; // a folder to copy

export const test = base.extend<{ house: House }>({
  house: async ({}, use) => {
    const house = new House();
    await house.open_with_staff();
    await use(house);
    await house.end();
  },
});

// Nothing that axe-core calls serious or critical. Motion is brought to its end first, and stays there meanwhile: a color
// halfway through a transition, or of a part that is still appearing, is not one that a person reads.
export async function expect_accessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { animation-duration: 0s !important; animation-delay: 0s !important; transition-duration: 0s !important; transition-delay: 0s !important; }');
    document.adoptedStyleSheets.push(still);
    for (const animation of document.getAnimations()) if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    try {
      const { violations } = await (globalThis as any).axe.run(document, { resultTypes: ['violations'] });
      return violations
        .filter((violation: any) => violation.impact === 'serious' || violation.impact === 'critical')
        .map((violation: any) => `${violation.id}: ${violation.nodes.map((node: any) => `${node.html} ${node.any?.[0]?.message ?? ''}`).slice(0, 3).join(' | ')}`);
    } finally {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    }
  });
  expect(found).toEqual([]);
}

export { expect };
