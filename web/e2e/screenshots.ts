// Screenshots of every page, from a running demonstration: node dist/screenshots.mjs FOLDER (script/screenshots runs it).
// The names are fixed, because README and docs show the files. A page that is missing, stays empty or does not settle is an
// error; the others are still taken.
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LiveChannel, type Socket } from '../src/live_channel';
import type { Key } from '../src/protocol';
import type { Sent } from '../src/decode';
import WebSocket from 'ws';
import { House } from './house';

const bytes_max = 150_000;
const rounds_played = 30;
const jackpot = { table: 'T5', link: 'ML03', hand: 'royal_flush' };

interface Demo {
  cards: { staff: string; pin: string; role: string }[];
  tables: { table: string; keypad_token: string; display_token: string; shuffler_token: string }[];
}

interface Picture {
  name: string;
  path: (demo: Demo) => string;
  size: readonly [width: number, height: number];
  role?: string; // who is signed in
  ready: (page: Page, stage: Stage) => Promise<unknown>;
}

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

async function until<T>(what: string, ask: () => Promise<T | null | false | undefined>, within_ms = 90_000): Promise<T> {
  const end_ms = Date.now() + within_ms;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (Date.now() > end_ms) throw new Error(`${what}: not within ${within_ms / 1000} s`);
    await sleep(200);
  }
}

// Someone at the keypad of a table, who makes rare events happen.
class Stage {
  private keypad: LiveChannel | undefined;
  private cookie = '';
  constructor(private readonly house: House, readonly demo: Demo) {}

  card(role: string): { staff: string; pin: string } {
    const { staff, pin } = this.demo.cards.find((card) => card.role === role)!;
    return { staff, pin };
  }

  // As the administrator sees it.
  async get(path: string): Promise<any> {
    if (!this.cookie) {
      const signed = await fetch(`${this.house.url}/v1/sign-in`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(this.card('administrator')) });
      this.cookie = signed.headers.get('set-cookie')!.split(';')[0]!;
    }
    return (await fetch(this.house.url + path, { headers: { cookie: this.cookie } })).json();
  }

  private async press(key: Sent<Key>, pin = ''): Promise<boolean> {
    const answer = await this.keypad!.ask('press', pin ? { key, pin } : { key });
    return answer.accepted !== null;
  }

  // A royal flush at the table, acknowledged by a supervisor: every display of the link shows it.
  async claim(): Promise<void> {
    const token = this.demo.tables.find(({ table }) => table === jackpot.table)!.keypad_token;
    let lit: { position: number }[] = [];
    this.keypad = new LiveChannel({
      servers: [this.house.url.replace('http', 'ws')],
      open: (url, protocol) => new WebSocket(url, protocol, { headers: { authorization: `Bearer ${token}` } }) as unknown as Socket,
      heard: (message) => {
        if ('tables' in message) lit = message.tables.tables[0]?.lit ?? lit;
      },
    });
    await until('the round before ends, chips lie on the sensors', async () => {
      await this.press({ kind: 'end_game' });
      return lit.length > 1 && (await this.press({ kind: 'start_game' }));
    });
    await this.press({ kind: 'spot', position: lit[0]!.position });
    if (!(await this.press({ kind: 'hand', link: jackpot.link, hand: jackpot.hand }))) throw new Error('the hand was not marked');
  }

  async pay(): Promise<void> {
    const { staff, pin } = this.card('executive');
    await this.press({ kind: 'confirm' });
    await this.press({ kind: 'card', staff }, pin);
    const second = this.card('supervisor');
    await this.press({ kind: 'card', staff: second.staff }, second.pin);
  }

  async leave(): Promise<void> {
    await this.press({ kind: 'end_game' });
    this.keypad!.close();
  }
}

const screen = (kind: 'table' | 'display' | 'shuffler', table: string) => (demo: Demo) => {
  const device = demo.tables.find((each) => each.table === table)!;
  return `/${kind}/${table}#${encodeURIComponent({ table: device.keypad_token, display: device.display_token, shuffler: device.shuffler_token }[kind])}`;
};
const shows = (selector: string) => (page: Page) => page.locator(selector).first().waitFor({ timeout: 60_000 });
const console_page = (page: string, selector = 'main h1'): Picture => ({ name: `console-${page}`, path: () => `/console/${page}`, size: [1440, 900], role: 'administrator', ready: shows(selector) });

async function lock_wagers_in(page: Page): Promise<void> {
  const start = page.getByRole('button', { name: /START GAME/ }).and(page.locator(':enabled'));
  const end = page.getByRole('button', { name: /END GAME/ });
  await start.or(end).first().waitFor({ timeout: 60_000 }); // the round may have been under way when the keypad opened
  if (await start.isVisible()) await start.click();
  await end.waitFor({ timeout: 20_000 });
}

async function deal_with_advice(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Deal/ }).click();
  await page.locator('.card').first().waitFor();
  await page.keyboard.press('a');
}

const pictures: readonly Picture[] = [
  { name: 'display', path: screen('display', 'T2'), size: [1920, 1080], ready: shows('.meter') },
  { name: 'display-portrait', path: screen('display', 'T2'), size: [1080, 1920], ready: shows('.meter') },
  { name: 'display-pending', path: screen('display', 'T6'), size: [1920, 1080], ready: async (page, stage) => { await stage.claim(); await shows('.strip-line.pending')(page); } },
  console_page('approvals'),
  { name: 'display-win', path: screen('display', 'T6'), size: [1920, 1080], ready: async (page, stage) => { await shows('.meter')(page); await stage.pay(); await shows('.scene')(page); await stage.leave(); } },
  { name: 'start', path: () => '/', size: [1280, 1000], ready: shows('.meter-card') },
  { name: 'table', path: screen('table', 'T1'), size: [1280, 800], ready: lock_wagers_in },
  { name: 'shuffler', path: screen('shuffler', 'T6'), size: [800, 480], ready: shows('.cover-all dl') },
  console_page('floor'),
  console_page('links'),
  console_page('wins'),
  console_page('reports'),
  console_page('audit'),
  { name: 'practice', path: () => '/practice', size: [1280, 800], ready: deal_with_advice },
  { name: 'math', path: () => '/math', size: [1440, 900], ready: shows('main.lab') },
  { name: 'math-exposed', path: () => '/math?show=exposed&game=caribbean-stud&players=6&own=As+Kd+8c+6d+4h&dealer=Jc&seen=Js+Jd+Qh+9s+7c+Qd+Th+5s+3d+2c', size: [1920, 1080], ready: shows('[data-test="best"]') },
];

async function take(context: BrowserContext, house: House, stage: Stage, picture: Picture, folder: string): Promise<string> {
  const [width, height] = picture.size;
  const page = await context.newPage();
  await page.setViewportSize({ width, height });
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  if (picture.role) await context.request.post(`${house.url}/v1/sign-in`, { data: stage.card(picture.role) });
  const response = await page.goto(house.url + picture.path(stage.demo));
  if (!response?.ok()) throw new Error(`there is no such page (${response?.status()})`);
  await picture.ready(page, stage);
  await page.evaluate(() => document.fonts.ready);
  await until('everything is loaded', async () => (await page.locator('.skeleton:visible, [aria-busy=true]:visible').count()) === 0, 30_000);
  await page.waitForTimeout(400); // fade-ins have finished
  if (failures.length > 0) throw new Error(failures.join('; '));
  const cdp = await context.newCDPSession(page);
  for (const quality of [90, 80, 65, 50, 35]) {
    const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality });
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length > bytes_max) continue;
    writeFileSync(join(folder, `${picture.name}.webp`), bytes);
    await page.close();
    return `${Math.round(bytes.length / 1000)} KB`;
  }
  throw new Error(`more than ${bytes_max} bytes`);
}

const [folder = 'pictures', ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const house = new House();
let failed = 0;
try {
  await house.start(['--demo']);
  const demo = await until('the demonstration is there', async () => {
    const response = await fetch(`${house.url}/v1/demo`);
    const demo = response.ok ? ((await response.json()) as Demo) : null;
    return demo && demo.tables.length > 0 && demo.tables.every(({ display_token }) => display_token !== '') ? demo : null;
  });
  const stage = new Stage(house, demo);
  await until('it has played some rounds', async () => {
    await sleep(3_000);
    return (await stage.get('/v1/floor')).rounds >= rounds_played;
  }, 300_000);
  for (const picture of pictures) {
    if (only.length > 0 && !only.includes(picture.name)) continue;
    const browser = await chromium.launch({ executablePath: process.env['CARDROOM_CHROMIUM'] ?? '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
    try {
      const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
      console.log(`${picture.name}: ${await take(context, house, stage, picture, folder)}`);
    } catch (error) {
      failed += 1;
      console.error(`${picture.name}: ${error instanceof Error ? error.message : error}`);
    } finally {
      await browser.close();
    }
  }
} finally {
  await house.end();
}
process.exit(failed === 0 ? 0 : 1);
