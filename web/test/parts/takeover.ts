// Two game managers on one ledger; stops, restarts, and what was asked in between.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import WebSocket from 'ws';
import { LiveChannel } from '../../src/live_channel';
import { Server, fresh_address, until, type Floor } from '../floor';

export function takeover(floor: Floor): void {
  let standby!: Server;
  const command = { report_malfunction: { table: 'T1', device: 'sensor 2', cause: 'asked before the takeover' } };
  const at = (server: Server, device: string) => server.live({ token: floor.tokens.get(device)! });

  test('a standby shows the meters and takes nothing', async () => {
    standby = await Server.start(floor.ledger, ['--standby']);
    const ready = await standby.ask('GET', '/ready');
    assert.deepEqual([ready.status, ready.json.ready, ready.json.role], [503, false, 'standby']);
    assert.equal((await standby.sign_in('1001', '271828')).json.error.code, 'standby');
    assert.equal((await standby.ask('GET', '/v1/me', { cookie: floor.person('administrator').cookie })).status, 401);
    const posted = await standby.ask('POST', '/v1/commands', { cookie: floor.person('administrator').cookie, body: { id: floor.id(), command } });
    assert.deepEqual([posted.status, posted.json.error.code], [503, 'standby']);
    const controller = await at(standby, 'T1-controller');
    assert.equal((await controller.next('hello')).leading, false);
    for (const [kind, body] of [['command', command], ['press', { key: { kind: 'spot', position: 1 } }], ['press', { key: { kind: 'spot', position: 1 }, again: true }], ['fault', { cause: 'x' }]] as const)
      assert.equal((await controller.ask(kind, body)).failed?.code, 'standby', kind);
    const display = await at(standby, 'T1-display');
    await display.next('meters', (body) => body.whole);
    const leading = await at(floor.server, 'T1-controller');
    assert.ok((await leading.ask('command', { start_round: { table: 'T1', wagers: [{ position: 1, link: 'three', wager: '1.00' }] } })).accepted);
    await display.next('meters', (body) => !body.whole);
    assert.ok((await leading.ask('command', { end_round: { table: 'T1' } })).accepted);
    await leading.close();
  });

  test('when the leader stops the standby takes over, and what was asked is answered once', async () => {
    const before = await at(floor.server, 'T1-controller');
    const first = await before.ask('command', command, 'takeover-1');
    assert.ok(first.accepted);
    const at_standby = await at(standby, 'T2-display');
    await at_standby.next('hello');
    const met: string[] = [];
    const channel = new LiveChannel({
      servers: [standby.ws, floor.server.ws],
      backoff_ms: { first: 50, most: 500 },
      open: (url, protocol) => new WebSocket(url, protocol, { headers: { authorization: `Bearer ${floor.tokens.get('T2-controller')}` } }) as any,
      connected: (_hello, server) => met.push(server),
    });
    floor.ends.push(() => channel.close());
    assert.ok((await channel.ask('fault', { cause: 'asked of the leader' })).accepted);
    assert.deepEqual(met, [floor.server.ws], 'the standby was left');
    const [stopped] = await Promise.all([floor.server.stop(), channel.ask('fault', { cause: 'asked of nobody' }).then((answer) => assert.ok(answer.accepted))]);
    assert.equal(stopped, 0);
    assert.match(floor.server.output, /Stopped\. Everything that was accepted is recorded\.\n$/);
    assert.equal((await before.closed).code, 1001);
    assert.equal((await at_standby.closed).code, 1013);
    // The leader may have answered while it was being told to stop.
    await until('the standby to be met', () => met.length > 1);
    assert.deepEqual(met, [floor.server.ws, standby.ws]);
    floor.server = standby;
    const after = await at(standby, 'T1-controller');
    const again = await after.ask('command', command, 'takeover-1');
    assert.deepEqual([again.sequence, again.repeated, again.accepted], [first.sequence, true, first.accepted]);
    assert.equal((await standby.ask('GET', '/ready')).status, 200);
    await floor.sign_in('auditor');
  });

  test('after a restart a command that comes again is answered as before', async () => {
    await floor.sign_in('dealer');
    const reported = { report_malfunction: { device: 'lamp 7', cause: 'flickers' } };
    const first = await floor.command('dealer', reported, undefined, 'restart-1');
    assert.equal(first.status, 200, first.text);
    const played = { start_round: { table: 'T2', wagers: [{ position: 1, link: 'big', wager: '1.00' }] } };
    const started = await (await floor.device('T2-controller')).ask('command', played, 'restart-1');
    assert.ok(started.accepted);
    assert.equal(await floor.server.stop(), 0);
    floor.server = await Server.start(floor.ledger);
    assert.equal(floor.server.code, '', 'there is an administrator');
    assert.equal((await floor.command('dealer', reported, undefined, 'restart-1')).status, 401, 'sessions are gone');
    await floor.sign_in('dealer');
    const again = await floor.command('dealer', reported, undefined, 'restart-1');
    assert.deepEqual([again.json.sequence, again.json.repeated, again.json.outcome], [first.json.sequence, true, first.json.outcome]);
    const controller = await floor.device('T2-controller');
    const table = (await controller.next('tables', (body) => body.whole)).tables[0];
    assert.equal(table.round.number, started.accepted.round, 'the round stands');
    const played_again = await controller.ask('command', played, 'restart-1');
    assert.deepEqual([played_again.sequence, played_again.repeated, played_again.accepted], [started.sequence, true, started.accepted]);
    await controller.pressed({ kind: 'game_over' });
  });

  test('--recover gives an administrator a new PIN, once', async () => {
    await floor.server.stop();
    floor.server = await Server.start(floor.ledger, ['--recover']);
    assert.match(floor.server.code, /^\d{4}-\d{4}-\d{4}$/);
    const body = { code: floor.server.code, staff: '1001', name: 'The administrator', pin: '577215' };
    const another = await floor.server.ask('POST', '/v1/first-start', { body: { ...body, staff: '9001' }, from: fresh_address() });
    assert.deepEqual([another.json.error.code, another.json.error.field], ['staff_unknown', 'staff'], 'nobody is enrolled in the name of another');
    assert.equal((await floor.server.ask('POST', '/v1/first-start', { body, from: fresh_address() })).status, 200);
    assert.equal((await floor.server.sign_in('1001', '271828')).json.error.code, 'wrong_card_or_pin');
    floor.person('administrator').pin = '577215';
    await floor.sign_in('administrator');
    await floor.sign_in('auditor');
    const page = await floor.page('auditor');
    const { sequence } = await page.next('hello');
    await page.ask('subscribe', { topics: ['events'] });
    await page.next('event', (event) => event.sequence >= sequence);
  });
}
