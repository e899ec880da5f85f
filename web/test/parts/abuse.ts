// Requests and messages that nobody should send.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { project, seen } from '../coverage';
import { cookie_of, fresh_address, sleep, type Floor } from '../floor';

interface Bad {
  shape: string;
  text: string;
  id?: string;
  field: string;
  says: string;
}
export const bad_cases: Bad[] = JSON.parse(readFileSync(join(project, 'data/schema/bad.json'), 'utf8')).cases;

const address_of: Record<string, string> = {
  Credentials: '/v1/sign-in',
  FirstStart: '/v1/first-start',
  TokenBody: '/v1/device-sign-in',
  PostedCommand: '/v1/commands',
  PinBody: '/v1/pin',
  DeviceBody: '/v1/devices',
  LinkRules: '/v1/advice',
};

// Bytes as they are, and what comes back.
function raw(floor: Floor, bytes: string, wait_ms = 2_000): Promise<string> {
  return new Promise((done) => {
    let text = '';
    const socket = connect(floor.server.port, '127.0.0.1', () => socket.write(bytes));
    const end = setTimeout(() => socket.destroy(), wait_ms);
    socket.on('data', (part) => (text += part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(end);
      const code = /"code":"(\w+)"/.exec(text)?.[1];
      if (code) seen.add('refusal', code);
      done(text);
    });
  });
}

export function abuse(floor: Floor): void {
  const admin = () => floor.person('administrator').cookie;
  const code_of = async (reply: Promise<{ json: any }>) => (await reply).json?.error?.code;

  test('pages of other sites are refused, and other names too', async () => {
    const { server } = floor;
    const own = server.url;
    const ask = (method: string, headers: Record<string, string>) =>
      code_of(server.ask(method, '/v1/me', { cookie: admin(), headers, ...(method === 'POST' ? { body: {} } : {}) }));
    assert.equal(await ask('GET', { origin: own }), undefined);
    for (const origin of ['http://evil.example', 'null', own.replace('http', 'https'), own + '0', own.replace('127.0.0.1', 'localhost')])
      assert.equal(await ask('GET', { origin }), 'cross_site', origin);
    for (const site of ['cross-site', 'same-site']) assert.equal(await ask('POST', { 'sec-fetch-site': site }), 'cross_site');
    assert.equal(await ask('POST', { 'sec-fetch-site': 'same-origin' }), 'method_not_allowed');
    assert.equal(await ask('GET', { 'sec-fetch-site': 'none' }), undefined);
    for (const host of ['evil.example', `evil.example:${server.port}`, '127.0.0.1.evil.example', '10.0.0.1'])
      assert.equal(await ask('GET', { host }), 'host_unknown', host);
    for (const host of [`floor.test:${server.port}`, 'FLOOR.test', 'LOCALHOST']) assert.equal(await ask('GET', { host }), undefined, host);
    assert.equal((await server.refused_live({ cookie: admin(), headers: { origin: 'http://evil.example' } })).status, 403);
    assert.equal((await server.refused_live({ cookie: admin(), headers: { host: 'evil.example' } })).status, 421);
    const sign_in = server.ask('POST', '/v1/sign-in', { body: { staff: '1001', pin: '271828' }, headers: { origin: 'http://evil.example' }, from: fresh_address() });
    assert.equal(await code_of(sign_in), 'cross_site');
  });

  test('addresses that climb or hide are refused before they are looked up', async () => {
    for (const path of ['/v1/../v1/me', '/v1/links/../me', '/v1/links/%2e%2e/me', '/./v1/me', '/v1/links/a%2fb', '/v1/links/a%5cb', '/v1/links/%00', '/v1/links/%0a', '/v1/links/%ff'])
      assert.equal(await code_of(floor.server.ask('GET', path, { cookie: admin() })), 'bad_target', path);
    assert.equal(await code_of(floor.server.ask('GET', '/v1/links/%zz', { cookie: admin() })), 'bad_escape');
    assert.equal(await code_of(floor.server.ask('GET', '/v1/journal?after=1&after=2', { cookie: admin() })), 'duplicate_query');
    assert.equal(await code_of(floor.server.ask('GET', '/v1/journal?=1', { cookie: admin() })), 'bad_query');
    for (const path of ['/v1//me', '//v1/me', '/v1/me/', '/V1/me', '/v1/links/three%20'])
      assert.equal(await code_of(floor.server.ask('GET', path, { cookie: admin() })), 'not_found', path);
  });

  test('requests that are not HTTP are told so', async () => {
    const get = (lines: string) => raw(floor, `GET /v1/me HTTP/1.1\r\n${lines}\r\n`);
    assert.match(await raw(floor, 'hello\r\n\r\n'), /^HTTP\/1.1 400 .*"bad_request"/s);
    assert.match(await raw(floor, 'GET /health HTTP/2.7\r\nHost: localhost\r\n\r\n'), /^HTTP\/1.1 505 .*"bad_version"/s);
    assert.match(await get('Host: localhost\r\nHost: evil.example\r\n'), /"duplicate_header"/);
    assert.match(await get(''), /"bad_host"/);
    assert.match(await get('Host: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n'), /"bad_encoding"/);
    assert.match(await get('Host: localhost\r\nContent-Length: +2\r\n'), /"bad_length"/);
    assert.match(await get('Host: localhost\r\nX: a\x01b\r\n'), /"bad_header"/);
    assert.match(await get(`Host: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n`), /"header_too_large"/);
    assert.match(await get('Host: localhost\r\nContent-Length: 5\r\nExpect: a-miracle\r\n'), /"bad_expectation"/);
    assert.match(await get('Host: localhost\r\nExpect: a-miracle\r\n'), /^HTTP\/1.1 417 .*"bad_expectation"/s, 'without a body too');
    assert.match(await get('Host: localhost\r\nX: a\r\n b\r\n'), /^HTTP\/1.1 400 .*"bad_header"/s, 'a folded line');
    assert.match(await get('Host: localhost\r\nContent-Encoding: gzip\r\n'), /^HTTP\/1.1 415 .*"bad_content_encoding"/s);
  });

  test('a body must be JSON, of a size, and exactly what the address takes', async () => {
    const post = (ask: object) => code_of(floor.server.ask('POST', '/v1/commands', { cookie: admin(), ...ask }));
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonx'])
      assert.equal(await post({ raw: '{}', type }), 'malformed', type);
    assert.equal(await post({}), 'malformed', 'no body at all');
    assert.equal(await post({ raw: `{"id":"${'x'.repeat(129 << 10)}"}` }), 'malformed');
    assert.equal(await post({ raw: `{"id":"${'x'.repeat(257 << 10)}"}` }), 'body_too_large');
    assert.equal(await post({ raw: '['.repeat(100_000) }), 'malformed', 'deep');
    for (const bad of bad_cases) {
      const path = address_of[bad.shape];
      if (!path) continue;
      const { status, json } = await floor.server.ask('POST', path, { cookie: admin(), raw: bad.text, from: fresh_address() });
      const field = bad.shape === 'LinkRules' ? `rules.${bad.field}` : bad.field; // as in the command
      assert.deepEqual([status, json.error], [400, { code: 'malformed', field, text: bad.says }], bad.text);
    }
  });

  test('messages that cannot be read are answered with the place', async () => {
    const controller = await floor.device('T1-controller');
    for (const bad of bad_cases) {
      if (bad.shape !== 'Incoming') continue;
      controller.read_to = controller.heard.length;
      controller.say_raw(bad.text);
      const answer = await controller.next('answer');
      assert.deepEqual([answer.id, answer.refused], [bad.id, { code: 'malformed', field: bad.field, text: bad.says }], bad.text);
    }
    const lit = Array.from({ length: 28 }, () => ({ position: 1, link: 'three', wager: '1.00' }));
    controller.read_to = controller.heard.length;
    controller.say_raw(JSON.stringify({ sensors: { lit } }));
    assert.equal((await controller.next('answer')).refused.field, 'sensors.lit');
    await controller.close();
  });

  test('what is not a text message of a size ends the channel', async () => {
    const open = () => floor.device('T5-controller');
    const binary = await open();
    binary.socket.send(Buffer.from([1, 2, 3]));
    assert.equal((await binary.closed).code, 1003);
    const large = await open();
    large.say_raw(JSON.stringify({ id: 'x', fault: { cause: 'x'.repeat(65 << 10) } }));
    assert.equal((await large.closed).code, 1009);
    const garbled = await open();
    garbled.socket.send(Buffer.from([0x22, 0xff, 0xfe, 0x22]), { binary: false });
    assert.equal((await garbled.closed).code, 1007);
    const flood = await open();
    for (let i = 0; i < 600 && !flood.is_closed; ++i) flood.say_raw('{}');
    assert.equal((await flood.closed).code, 4001);
  });

  test('a display may not send messages', async () => {
    const display = await floor.device('T1-display');
    await display.next('meters');
    display.say_raw(JSON.stringify({ id: 'd-1', fault: { cause: 'x' } }));
    assert.equal((await display.closed).code, 1008);
  });

  test('forged, foreign and revoked tokens open nothing', async () => {
    const token = floor.tokens.get('T9-display')!;
    const secret = token.split('.').pop()!;
    const forged = [`T9-display.${'0'.repeat(64)}`, `T9-controller.${secret}`, `T9-display.${secret.toUpperCase().replace(/[A-F]/, 'a')}x`, secret, 'T9-display.', '.', `nobody.${secret}`, `T9-display.${secret.slice(1)}`];
    for (const wrong of forged)
      assert.equal((await floor.server.refused_live({ token: wrong, from: fresh_address() })).json.error.code, 'token_not_valid', wrong);
    assert.equal((await floor.server.refused_live({})).json.error.code, 'not_signed_in');
    assert.equal((await floor.server.refused_live({ headers: { authorization: 'Basic eDp5' } })).json.error.code, 'not_signed_in');
    assert.equal((await floor.server.refused_live({ cookie: `cardroom_session=${'0'.repeat(64)}` })).json.error.code, 'not_signed_in');
    const signed = await floor.server.ask('POST', '/v1/device-sign-in', { body: { token } });
    assert.deepEqual(signed.json, { device: 'T9-display', kind: 'display', table: 'T9', token_digest: '' });
    assert.match(signed.headers['set-cookie']![0]!, /^cardroom_device\.T9-display=T9-display\.[0-9a-f]{64}; Path=\/v1\/live; HttpOnly; SameSite=Strict; Max-Age=31536000$/);
    const by_cookie = await floor.server.live({ cookie: `${admin()}; ${cookie_of(signed)}`, query: '?device=T9-display' });
    assert.equal((await by_cookie.next('hello')).who, 'T9-display');
    const as_person = await floor.server.live({ cookie: `${admin()}; ${cookie_of(signed)}` });
    assert.equal((await as_person.next('hello')).who, '1001');
    await as_person.close();
    // A browser with several pages: each says which device it is.
    const keypad = await floor.server.ask('POST', '/v1/device-sign-in', { body: { token: floor.tokens.get('T9-keypad') } });
    const cookies = `${cookie_of(signed)}; ${cookie_of(keypad)}`;
    const by_keypad = await floor.server.live({ cookie: cookies, query: '?device=T9-keypad' });
    assert.equal((await by_keypad.next('hello')).who, 'T9-keypad');
    for (const query of ['', '?device=T9-shuffler', '?device='])
      assert.equal((await floor.server.refused_live({ cookie: cookies, query })).json.error.code, 'not_signed_in', query);
    const seen_by_staff = async () => (await floor.server.ask('GET', '/v1/tables/T9', { cookie: admin() })).json.keypads;
    assert.equal(await seen_by_staff(), 1);
    await by_keypad.close();
    for (let i = 0; i < 100 && (await seen_by_staff()) > 0; ++i) await sleep(10);
    assert.equal(await seen_by_staff(), 0);
    assert.equal((await floor.server.ask('GET', '/v1/me', { cookie: cookie_of(signed) })).status, 401, 'a device is no person');
    await floor.commanded('administrator', { revoke_device: { device: 'T9-display', reason: 'stolen' } });
    assert.equal((await by_cookie.closed).code, 4003);
    assert.equal((await floor.server.refused_live({ token })).json.error.code, 'token_not_valid');
    const controller = await floor.device('T9-controller');
    await floor.commanded('administrator', { remove_table: { table: 'T9' } }, 'supervisor');
    assert.equal((await controller.closed).code, 4003);
    assert.equal((await floor.server.refused_live({ token: floor.tokens.get('T9-controller')! })).json.error.code, 'token_not_valid');
  });

  test('a newer channel of a device takes the place of the older one, and a token at two addresses is an alarm', async () => {
    const page = await floor.page('supervisor');
    await page.ask('subscribe', { topics: ['alarms'] });
    const older = await floor.device('T1-keypad');
    await older.next('hello');
    const newer = await floor.server.live({ token: floor.tokens.get('T1-keypad')!, from: fresh_address() });
    assert.equal((await older.closed).code, 4004);
    assert.equal((await newer.next('hello')).who, 'T1-keypad');
    await page.next('alarms', ({ alarms }) => alarms.some((alarm: any) => alarm.kind === 'token_shared' && alarm.table === 'T1'));
    const displays = await Promise.all([floor.device('T1-display'), floor.device('T1-display')]);
    for (const display of displays) await display.next('meters');
    for (const live of [page, newer, ...displays]) await live.close();
  });
}

// Fifteen seconds of silence run beside the other tests.
let silence!: Promise<{ text: string; lasted_ms: number }>;
export function silence_begins(floor: Floor): void {
  test('a socket upgrades, and never answers a ping from then on', async () => {
    const key = Buffer.from('0123456789abcdef').toString('base64');
    const lines = ['GET /v1/live HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${key}`, 'Sec-WebSocket-Protocol: other, cardroom.v1', `Authorization: Bearer ${floor.tokens.get('monitor')}`];
    const began = Date.now();
    silence = raw(floor, `${lines.join('\r\n')}\r\n\r\n`, 25_000).then((text) => ({ text, lasted_ms: Date.now() - began }));
  });
}
export function silence_ends(): void {
  test('a channel without a sign of life was dropped', async () => {
    const { text, lasted_ms } = await silence;
    assert.match(text, /^HTTP\/1.1 101 /);
    assert.match(text, /Sec-WebSocket-Protocol: cardroom.v1\r\n/);
    assert.ok(text.includes('\x89\x00'), 'a ping came first');
    assert.ok(text.includes('\x0f\xa2no activity'), 'closed with 4002');
    seen.add('close', '4002');
    assert.ok(lasted_ms >= 14_000);
  });
}
