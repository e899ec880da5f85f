// Who may ask what: the matrix of docs/reference/protocol.md, roles by addresses; and everybody who may not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rows_under, seen } from '../coverage';
import { cookie_of, fresh_address, sleep, type Floor, type Reply } from '../floor';
import { link_command } from './opening';

const roles = ['dealer', 'supervisor', 'executive', 'auditor', 'administrator'];
const path_of: Record<string, string> = { '/v1/links/NAME': '/v1/links/three', '/v1/links/NAME/history': '/v1/links/three/history', '/v1/tables/NAME': '/v1/tables/T1', '/v1/reports/NAME': '/v1/reports/hits', '/v1/journal': '/v1/journal?limit=3' };

export function access(floor: Floor): void {
  const ask = (method: string, path: string, cookie: string, body?: object) =>
    floor.server.ask(method, path, { cookie, ...(body ? { body } : {}), from: fresh_address() });

  test('every address lets in the roles that the page names, and nobody else', async () => {
    for (const [method, path, who] of rows_under('## Addresses')) {
      if (who === 'anyone' || path === '/v1/live' || path === '/v1/sign-out') continue;
      const named = who === 'all staff' ? roles : who!.split(',').map((name) => name.trim());
      for (const role of roles) {
        let body: object | undefined;
        if (path === '/v1/commands') body = { id: floor.id(), command: { report_malfunction: { device: 'lamp', cause: 'flickers' } } };
        if (path === '/v1/pin') body = { id: floor.id(), staff: floor.person(role).staff, pin: floor.person(role).pin };
        if (method === 'POST' && path === '/v1/devices') body = { id: floor.id(), device: 'matrix', kind: 'monitor' };
        if (path === '/v1/preview') body = { link: 'three', level: 0, fund: 'meter', change: '1.00', reason: 'house_addition', document: 'not recorded' };
        if (path === '/v1/advice') body = link_command('PROG-3C-1', 'x').create_link.rules;
        const reply = await ask(method!, path_of[path!] ?? path!, floor.person(role).cookie, body);
        const by_a_rule = path === '/v1/commands' && role === 'auditor'; // looks on, plays no rounds
        if (named.includes(role) && !by_a_rule) assert.ok(reply.status < 300, `${role}: ${method} ${path}: ${reply.text}`);
        else assert.ok([401, 403, 409].includes(reply.status), `${role}: ${method} ${path}: ${reply.status}`);
        seen.add('role at address', `${role} ${method} ${path}`);
      }
      const stranger = await ask(method!, path_of[path!] ?? path!, '', method === 'POST' ? {} : undefined);
      assert.equal(stranger.json.error.code, 'not_signed_in', path);
      const forged = await ask(method!, path_of[path!] ?? path!, `cardroom_session=${'ab'.repeat(32)}`);
      assert.equal(forged.json.error.code, 'not_signed_in', path);
    }
    await floor.commanded('administrator', { revoke_device: { device: 'matrix', reason: 'the test is over' } });
  });

  test('what needs nobody is open, and says little', async () => {
    assert.deepEqual((await floor.server.ask('GET', '/health')).json, { alive: true });
    const ready = await floor.server.ask('GET', '/ready');
    assert.equal(ready.status, 200);
    assert.equal(ready.json.role, 'leading');
    assert.equal((await floor.server.ask('HEAD', '/health')).text, '');
    const figures = await floor.server.ask('GET', '/metrics', { headers: { authorization: `Bearer ${floor.tokens.get('monitor')}` } });
    assert.match(figures.text, /^cardroom_leading 1$/m);
    for (const path of ['/v1/reports', '/v1/reports/hits'])
      assert.equal((await floor.server.ask('GET', path, { headers: { authorization: `Bearer ${floor.tokens.get('monitor')}` } })).status, 200, path);
    const display = await floor.server.ask('GET', '/metrics', { headers: { authorization: `Bearer ${floor.tokens.get('T1-display')}` } });
    assert.deepEqual([display.status, display.json.error.code], [403, 'not_for_this_device']);
  });

  test('a dealer sees the floor as a display shows it', async () => {
    const level = (reply: Reply) => reply.json.meters.links[0].levels[0];
    assert.equal(level(await ask('GET', '/v1/floor', floor.person('dealer').cookie)).exact, null);
    assert.match(level(await ask('GET', '/v1/floor', floor.person('supervisor').cookie)).exact, /^\d+\.\d\d/);
  });

  test('nothing is where nothing is, and methods are kept', async () => {
    const cookie = floor.person('administrator').cookie;
    for (const path of ['/v2/me', '/v1', '/v1/', '/v1/links', '/v1/links/', '/v1/links/none', '/v1/tables/none', '/v1/links/three/x', '/index.html', '/v1/demo'])
      assert.equal((await ask('GET', path, cookie)).json.error.code, 'not_found', path);
    assert.equal((await ask('GET', '/v1/reports/none', cookie)).json.error.code, 'report_unknown');
    const live = await ask('GET', '/v1/live', cookie);
    assert.deepEqual([live.status, live.headers.upgrade], [426, 'websocket']);
    for (const [method, path] of [['DELETE', '/v1/me'], ['PUT', '/v1/commands'], ['GET', '/v1/commands'], ['POST', '/v1/floor'], ['GET', '/v1/pin'], ['POST', '/v1/tables/T1']])
      assert.equal((await ask(method!, path!, cookie)).json.error.code, 'method_not_allowed', path);
  });

  test('reports come in every form and refuse what they do not take', async () => {
    const cookie = floor.person('auditor').cookie;
    const listed = await ask('GET', '/v1/reports', cookie);
    for (const { id } of listed.json.reports) assert.equal((await ask('GET', `/v1/reports/${id}`, cookie)).status, 200, id);
    for (const [format, type] of [['html', 'text/html'], ['text', 'text/plain'], ['csv', 'text/csv'], ['json', 'application/json']])
      assert.ok((await ask('GET', `/v1/reports/hits?format=${format}`, cookie)).headers['content-type']!.startsWith(type!));
    for (const query of ['format=pdf', 'since=yesterday', 'until=2026-13-01', 'since=2026-02-01&until=2026-01-01', 'page=0', 'colour=red', 'utc-offset=9', 'day-starts=25:00', 'link=%20', 'link=none', 'section=none&format=csv', 'section=none', 'week-starts=moonday', 'checklist=maybe'])
      assert.equal((await ask('GET', `/v1/reports/hits?${query}`, cookie)).json.error.code, 'malformed', query);
  });

  // The past is read from the journal when it is first asked for.
  const whole = async (path: string) => {
    for (;;) {
      const reply = await ask('GET', path, floor.person('supervisor').cookie);
      assert.equal(reply.status, 200, reply.text);
      if (reply.json.whole) return reply.json;
      await sleep(20);
    }
  };

  test("a meter's history ends where the meter is, and takes as many points as asked for", async () => {
    const history = await whole('/v1/links/three/history');
    const details = (await ask('GET', '/v1/links/three', floor.person('supervisor').cookie)).json;
    assert.equal(history.points.at(-1).meters[0], details.view.levels[0].exact);
    assert.ok(history.points.length >= 1 && history.points.length <= 200);
    assert.equal((await whole('/v1/links/three/history?points=1')).points.length, 1);
    assert.equal((await whole(`/v1/links/three/history?until=${history.points[0].time_ms}`)).points.length, 0);
    for (const query of ['points=0', 'points=501', 'since=x', 'until=-1', 'colour=red'])
      assert.equal((await ask('GET', `/v1/links/three/history?${query}`, floor.person('supervisor').cookie)).json.error.code, 'malformed', query);
  });

  test('wins are listed newest first with every number', async () => {
    const { wins, last_page } = await whole('/v1/wins?limit=200');
    assert.deepEqual(wins.map((win: any) => win.page), Array.from({ length: last_page }, (_, i) => last_page - i));
    assert.ok(wins.some((win: any) => win.voided && win.void_document !== ''));
    assert.deepEqual((await whole(`/v1/wins?after=${last_page}&limit=1`)).wins.map((win: any) => win.page), [last_page - 1]);
    const three = (await whole('/v1/wins?link=three')).wins;
    assert.ok(three.length > 0 && three.every((win: any) => win.link === 'three'));
    for (const query of ['after=x', 'limit=0', 'limit=201', 'colour=red'])
      assert.equal((await ask('GET', `/v1/wins?${query}`, floor.person('supervisor').cookie)).json.error.code, 'malformed', query);
  });

  test('presets can be sent as they are, and advice is what is kept with a link', async () => {
    const cookie = floor.person('executive').cookie;
    const { presets } = (await ask('GET', '/v1/presets', cookie)).json;
    for (const preset of presets) {
      assert.ok(preset.reasons.length > 20, preset.paytable);
      const advice = await ask('POST', '/v1/advice', cookie, preset.rules);
      assert.deepEqual([advice.json.odds, advice.json.judgement], [preset.odds, preset.judgement], preset.paytable);
      // The command line works it out too.
      const { create_link } = link_command(preset.paytable, 'x');
      assert.deepEqual(preset.odds, create_link.odds, preset.paytable);
      assert.deepEqual(preset.judgement.figures, create_link.judgement.figures, preset.paytable);
    }
    const { rules } = presets[0];
    const refused = await ask('POST', '/v1/advice', cookie, { ...rules, levels: [{ ...rules.levels[0], limit: '0.01' }, ...rules.levels.slice(1)] });
    assert.deepEqual([refused.status, refused.json.error.code, refused.json.error.field], [409, 'limit_below_seed', 'rules.levels[0].limit']);
    assert.equal((await ask('POST', '/v1/advice', cookie, { ...rules, paytable: 'none' })).json.error.code, 'odds_missing');
  });

  test('an adjustment is shown before anybody signs it, and nothing is recorded', async () => {
    const { cookie } = floor.person('supervisor');
    const meter = async () => (await ask('GET', '/v1/links/three', cookie)).json.view.levels[0].exact;
    const before = await meter();
    const change = { link: 'three', level: 0, fund: 'meter', change: '2.50', reason: 'house_addition', document: 'not recorded' };
    const shown = await ask('POST', '/v1/preview', cookie, change);
    assert.equal(shown.json.before, before);
    assert.equal(Number(shown.json.after) - Number(before), 2.5);
    assert.equal(await meter(), before);
    assert.equal((await ask('POST', '/v1/preview', cookie, { ...change, link: 'none' })).status, 409);
  });

  test('the journal is read in pages without a gap', async () => {
    const cookie = floor.person('auditor').cookie;
    let after = 0;
    for (;;) {
      const { json } = await ask('GET', `/v1/journal?after=${after}&limit=7`, cookie);
      if (json.events.length === 0) break;
      for (const event of json.events) assert.equal(event.sequence, ++after);
    }
    assert.ok(after > 30);
    for (const far of ['9223372036854775807', '18446744073709551615'])
      assert.deepEqual((await ask('GET', `/v1/journal?after=${far}`, cookie)).json.events, [], far);
    for (const query of ['after=-1', 'after=x', 'limit=0', 'limit=1001', 'limit=1.5', 'colour=red'])
      assert.equal((await ask('GET', `/v1/journal?${query}`, cookie)).json.error.code, 'malformed', query);
  });

  test('the journal is proved on demand', async () => {
    const cookie = floor.person('auditor').cookie;
    assert.equal((await ask('POST', '/v1/audit', cookie)).status, 202);
    for (;;) {
      const { json } = await ask('GET', '/v1/audit', cookie);
      if (json.running) continue;
      assert.equal(json.clean, true);
      assert.ok(json.entries > 30);
      break;
    }
  });

  test('a role does not grow by asking', async () => {
    const own_way: object[] = [
      { set_pin: { staff: '1001', verifier: 'x' } },
      { enrol_device: { device: { device: 'x', kind: 'monitor', table: '', token_digest: 'a'.repeat(64) } } },
      { take_snapshot: { after: 1, digest: 'a'.repeat(64), format: 1 } },
      { record_sign_in: { staff: '1001', what: 'signed_in', where: 'here' } },
      { record_start: { version: '9', program_digest: 'a'.repeat(64), configuration_digest: 'a'.repeat(64) } },
      { record_stop: { reason: 'no reason' } },
    ];
    for (const role of ['dealer', 'administrator'])
      for (const command of own_way) {
        seen.add('command', Object.keys(command)[0]!);
        assert.equal((await floor.forbidden(role, command, 'malformed')).json.error.field, 'command');
      }
    const dealers: object[] = [
      { enrol_staff: { staff: '9', role: 'administrator', name: 'Me' } },
      { change_staff: { staff: '4001', role: 'administrator', name: 'Me', active: true } },
      { open_link: { link: 'old' } },
      { close_link: { link: 'three', reason: 'x' } },
      { confirm_claim: { claim: 1 } },
      { cancel_round: { table: 'T1', reason: 'x' } },
      { adjust_fund: { link: 'three', change: '1000.00', reason: 'house_addition', document: 'x' } },
      { record_bank_balance: { balance: '1.00', document: 'x' } },
      { revoke_device: { device: 'T1-controller', reason: 'x' } },
      { acknowledge_alarm: { kind: 'table_lost', table: 'T1', raised_ms: 1 } },
    ];
    for (const command of dealers) await floor.forbidden('dealer', command, 'role_not_allowed');
    await floor.forbidden('auditor', { start_round: { table: 'T1', wagers: [] } }, 'table_only');
    await floor.forbidden('auditor', { void_deal: { table: 'T1', reason: 'x' } }, 'role_not_allowed');
    await floor.forbidden('supervisor', { enrol_staff: { staff: '9', role: 'executive', name: 'X' } }, 'role_not_allowed');
    const other = await ask('POST', '/v1/pin', floor.person('dealer').cookie, { id: floor.id(), staff: '1001', pin: '998877' });
    assert.equal(other.json.error.code, 'role_not_allowed');
    assert.equal((await floor.server.sign_in('1001', '998877')).status, 401);
    const weak = await ask('POST', '/v1/pin', floor.person('dealer').cookie, { id: floor.id(), staff: '4001', pin: '4444' });
    assert.equal(weak.json.error.code, 'pin_weak');
  });

  test('the second person is proved like the first', async () => {
    const command = { retire_link: { link: 'old' } };
    const with_second = (second: object) =>
      floor.server.ask('POST', '/v1/commands', { cookie: floor.person('administrator').cookie, body: { id: floor.id(), second, command }, from: fresh_address() });
    for (const second of [{ staff: '2001', pin: '000000' }, { staff: 'nobody', pin: '314159' }, { staff: '2001' }, {}]) {
      const { json } = await with_second(second);
      assert.deepEqual([json.error.code, json.error.field], ['wrong_card_or_pin', 'second'], JSON.stringify(second));
    }
    await floor.sign_in('supervisor'); // what goes well ends the count of failures
  });

  test('a command that comes again is answered as before; another under its id is refused', async () => {
    const command = { report_malfunction: { device: 'lamp 3', cause: 'broken' } };
    const first = await floor.command('dealer', command, undefined, 'same-id');
    const again = await floor.command('dealer', command, undefined, 'same-id');
    assert.deepEqual([first.json.repeated, again.json.repeated, again.json.sequence], [false, true, first.json.sequence]);
    const other = await floor.command('dealer', { report_malfunction: { device: 'lamp 4', cause: 'broken' } }, undefined, 'same-id');
    assert.equal(other.json.error.code, 'command_id_reused');
    const by_another = await floor.command('supervisor', command, undefined, 'same-id');
    assert.equal(by_another.json.repeated, false, 'ids belong to a card');
    const refused = { open_link: { link: 'nothing' } };
    assert.equal((await floor.command('supervisor', refused, undefined, 'no-1')).json.error.code, 'link_unknown');
    assert.equal((await floor.command('supervisor', refused, undefined, 'no-1')).json.error.code, 'link_unknown');
    for (const id of ['', 'a b', 'x'.repeat(25), 'ä', 'a:b'])
      assert.deepEqual((({ code, field }) => [code, field])((await floor.command('dealer', command, undefined, id)).json.error), ['malformed', 'id'], id);
  });

  test('five wrong PINs lock a card out, also against the right one', async () => {
    const { staff, pin } = floor.person('guesser');
    const page = await floor.page('supervisor');
    await page.ask('subscribe', { topics: ['alarms'] });
    for (let i = 0; i < 5; ++i) assert.equal((await floor.server.sign_in(staff, '999991')).json.error.code, 'wrong_card_or_pin');
    const locked = await floor.server.sign_in(staff, pin);
    assert.equal(locked.json.error.code, 'card_locked_out');
    const is_this = (alarm: any) => alarm.kind === 'card_locked_out' && alarm.text.includes(staff);
    const { alarms } = await page.next('alarms', (body) => body.alarms.some(is_this));
    const { kind, table, time_ms: raised_ms } = alarms.find(is_this);
    await floor.forbidden('auditor', { acknowledge_alarm: { kind, table, raised_ms } }, 'role_not_allowed');
    await floor.forbidden('supervisor', { acknowledge_alarm: { kind, table, raised_ms: raised_ms - 1 } }, 'alarm_over');
    await floor.commanded('supervisor', { acknowledge_alarm: { kind, table, raised_ms } });
    const { staff: supervisor } = floor.person('supervisor');
    await page.next('alarms', (body) => body.alarms.some((alarm: any) => is_this(alarm) && alarm.acknowledged_by === supervisor && alarm.acknowledged_ms >= raised_ms));
    const listed = await ask('GET', '/v1/staff', floor.person('auditor').cookie);
    const guesser = listed.json.staff.find((member: any) => member.staff === staff);
    assert.equal(guesser.failures, 5);
    assert.ok(guesser.locked_until_ms > Date.now());
    assert.ok(!/verifier|argon/.test(listed.text));
  });

  test('an unknown card is refused in the words of a wrong PIN', async () => {
    const unknown = await floor.server.sign_in('77777', '314159');
    const wrong = await floor.server.sign_in('5001', '314159');
    assert.deepEqual(unknown.json, wrong.json);
    await floor.sign_in('auditor');
  });

  test('an address that tries too often waits, and a card is looked at once at a time', async () => {
    const from = fresh_address();
    const page = await floor.page('supervisor');
    await page.ask('subscribe', { topics: ['alarms'] });
    for (let i = 0; i < 20; ++i)
      assert.equal((await floor.server.ask('POST', '/v1/device-sign-in', { body: { token: `T1-display.${i}` }, from })).json.error.code, 'token_not_valid');
    assert.equal((await floor.server.sign_in('4001', '223606', from)).json.error.code, 'too_many_attempts');
    await page.next('alarms', (body) => body.alarms.some((alarm: any) => alarm.kind === 'device_refused' && alarm.text.includes(from)));
    const both = await Promise.all([floor.server.sign_in('4001', '223606'), floor.server.sign_in('4001', '223606')]);
    assert.deepEqual(both.map((reply) => reply.status).sort(), [200, 429]);
  });

  test('too many at once are told to come back', async () => {
    const replies = await Promise.all(Array.from({ length: 45 }, (_, i) => floor.server.sign_in(`stranger-${i}`, '314159')));
    const codes = new Set(replies.map((reply) => reply.json.error.code));
    assert.deepEqual([...codes].sort(), ['busy', 'wrong_card_or_pin']);
  });

  test('a session ends when it is told, when the card is switched off, and when it has five younger ones', async () => {
    const first = await floor.server.sign_in('2002', '141421');
    const cookie = cookie_of(first);
    const channel = await floor.server.live({ cookie });
    const out = await ask('POST', '/v1/sign-out', cookie);
    assert.equal(out.status, 200);
    assert.match(out.headers['set-cookie']![0]!, /cardroom_session=; .*Max-Age=0/);
    assert.equal((await ask('GET', '/v1/me', cookie)).status, 401);
    assert.equal((await channel.closed).code, 4003);
    const oldest = cookie_of(await floor.server.sign_in('2002', '141421'));
    for (let i = 0; i < 5; ++i) await floor.sign_in('second_supervisor');
    assert.equal((await ask('GET', '/v1/me', oldest)).status, 401);
    const page = await floor.page('second_supervisor');
    await page.next('hello');
    const off = { change_staff: { staff: '2002', role: 'supervisor', name: 'The second_supervisor', active: false } };
    await floor.commanded('administrator', off);
    assert.equal((await page.closed).code, 4003);
    assert.equal((await ask('GET', '/v1/me', floor.person('second_supervisor').cookie)).status, 401);
    assert.equal((await floor.server.sign_in('2002', '141421')).json.error.code, 'wrong_card_or_pin');
    await floor.commanded('administrator', { change_staff: { ...off.change_staff, active: true } });
    await floor.sign_in('second_supervisor');
  });
}
