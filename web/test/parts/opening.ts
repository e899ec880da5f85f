// The first start, people of every role, links, tables of both generations, devices of every kind.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { cookie_of, fresh_address, program, type Floor } from '../floor';

export const pins: Record<string, [string, string]> = {
  administrator: ['1001', '271828'],
  supervisor: ['2001', '314159'],
  second_supervisor: ['2002', '141421'],
  executive: ['3001', '173205'],
  dealer: ['4001', '223606'],
  auditor: ['5001', '244948'],
  guesser: ['6001', '264575'],
};
const role_of = (name: string) => (name === 'second_supervisor' ? 'supervisor' : name === 'guesser' ? 'dealer' : name);

// The program's own preset as a command, with rules changed for the test.
export function link_command(preset: string, link: string, rules: object = {}): { create_link: any } {
  const line = execFileSync(program, ['meter', preset, '--as-command', link, '--by', '1001', '--second', '2001'], { encoding: 'utf8' });
  const { create_link } = JSON.parse(line).command;
  return { create_link: { ...create_link, rules: { ...create_link.rules, ...rules } } };
}

export function opening(floor: Floor): void {
  test('the first start takes the printed code once', async () => {
    const { server } = floor;
    assert.match(server.code, /^\d{4}-\d{4}-\d{4}$/);
    const first = { code: server.code, staff: '1001', name: 'The administrator', pin: '271828' };
    const start = (body: object) => server.ask('POST', '/v1/first-start', { body, from: fresh_address() });
    const door = async (cookie = '') => (await server.ask('GET', '/v1/door', { cookie })).json;
    assert.deepEqual(await door(), { signed_in: false, first_start: true });
    assert.equal((await start({ ...first, code: '0000-0000-0000' })).json.error.code, 'code_wrong');
    for (const weak of ['12', '1111', '123456', '654321', 'abcdef', '1234567890123'])
      assert.equal((await start({ ...first, pin: weak })).json.error.code, 'pin_weak', weak);
    assert.equal((await start({ ...first, staff: 'no such id' })).json.error.code, 'malformed_id');
    const reply = await start(first);
    assert.equal(reply.status, 200);
    assert.equal(reply.json.role, 'administrator');
    const cookie = reply.headers['set-cookie']![0]!;
    assert.match(cookie, /^cardroom_session=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    assert.equal((await start(first)).json.error.code, 'first_start_over');
    assert.deepEqual(await door(), { signed_in: false, first_start: false });
    assert.deepEqual(await door(cookie_of(reply)), { signed_in: true, first_start: false });
    for (const [name, [staff, pin]] of Object.entries(pins))
      floor.people.set(name, { staff, pin, role: role_of(name) as any, cookie: name === 'administrator' ? cookie_of(reply) : '' });
  });

  test('an administrator enrols people of every role, who sign in', async () => {
    for (const [name, [staff, pin]] of Object.entries(pins)) {
      if (name === 'administrator') continue;
      await floor.commanded('administrator', { enrol_staff: { staff, role: role_of(name), name: `The ${name}` } });
      assert.equal((await floor.server.sign_in(staff, pin)).json.error.code, 'wrong_card_or_pin', 'no PIN yet');
      const set = await floor.server.ask('POST', '/v1/pin', { cookie: floor.person('administrator').cookie, body: { id: floor.id(), staff, pin } });
      assert.equal(set.status, 200, set.text);
      await floor.sign_in(name);
      const me = await floor.server.ask('GET', '/v1/me', { cookie: floor.person(name).cookie });
      assert.deepEqual([me.json.staff, me.json.role], [staff, role_of(name)]);
    }
  });

  test('two people make links; one alone, or twice the same, does not', async () => {
    const three = link_command('PROG-3C-1', 'three');
    await floor.forbidden('supervisor', three, 'second_person_missing');
    await floor.forbidden('supervisor', three, 'role_not_allowed', 'second_supervisor');
    await floor.forbidden('administrator', three, 'second_person_same', 'administrator');
    await floor.forbidden('dealer', three, 'role_not_allowed', 'administrator');
    await floor.forbidden('administrator', three, 'role_not_allowed', 'dealer');
    await floor.commanded('supervisor', three, 'administrator');
    await floor.commanded('administrator', link_command('PROG-3C-1', 'big', { executive_at: '900.00' }), 'supervisor');
    await floor.commanded('administrator', link_command('PROG-3C-2', 'pair', { executive_at: null, second_signature_at: '1000.00' }), 'executive');
    await floor.commanded('administrator', link_command('LINK-01', 'stud'), 'supervisor');
    await floor.commanded('executive', link_command('PROG-3C-1', 'old'), 'supervisor');
    const { starts: _starts, ...changed } = { ...three.create_link, title: 'Three Card Jackpot' };
    await floor.commanded('executive', { change_link: changed }, 'supervisor');
    for (const link of ['three', 'big', 'pair', 'stud']) await floor.commanded('supervisor', { open_link: { link } });
  });

  test('two people place tables of both generations', async () => {
    const place = (table: string, game: string, keypad: string, links: string[], positions = 6) =>
      floor.commanded('administrator', { place_table: { table: { table, game, positions, keypad, links } } }, 'supervisor');
    await place('T1', 'three-card-poker', 'second_generation', ['three']);
    await place('T2', 'three-card-poker', 'first_generation', ['big']);
    await place('T3', 'caribbean-stud', 'second_generation', ['stud'], 7);
    await place('T4', 'three-card-poker', 'second_generation', ['pair']);
    await place('T5', 'three-card-poker', 'first_generation', ['three'], 5);
    await place('T9', 'three-card-poker', 'second_generation', ['three']);
    await floor.commanded('administrator', { change_table: { table: { table: 'T5', game: 'three-card-poker', positions: 6, keypad: 'second_generation', links: ['three'] } } }, 'executive');
  });

  test('an administrator enrols devices; each token is shown once', async () => {
    const enrol = (device: string, kind: string, table: string, id = floor.id()) =>
      floor.server.ask('POST', '/v1/devices', { cookie: floor.person('administrator').cookie, body: { id, device, kind, table } });
    for (const table of ['T1', 'T2', 'T3', 'T4', 'T5', 'T9'])
      for (const kind of ['controller', 'keypad', 'shuffler', 'display']) {
        const reply = await enrol(`${table}-${kind}`, kind, table);
        assert.equal(reply.status, 200, reply.text);
        assert.match(reply.json.token, new RegExp(`^${table}-${kind}\\.[0-9a-f]{64}$`));
        floor.tokens.set(`${table}-${kind}`, reply.json.token);
      }
    floor.tokens.set('monitor', (await enrol('monitor', 'monitor', '')).json.token);
    assert.equal((await enrol('T1-display', 'display', 'T1')).json.error.code, 'device_exists');
    assert.equal((await enrol('nowhere', 'display', 'T77')).json.error.code, 'table_unknown');
    assert.equal((await enrol('m2', 'monitor', 'T1')).json.error.code, 'table_needed');
    const id = floor.id();
    assert.equal((await enrol('twice', 'display', 'T1', id)).status, 200);
    assert.equal((await enrol('twice', 'display', 'T1', id)).json.error.code, 'command_id_reused', 'each token is new');
    await floor.commanded('administrator', { revoke_device: { device: 'twice', reason: 'its token was never seen' } });
    const listed = await floor.server.ask('GET', '/v1/devices', { cookie: floor.person('auditor').cookie });
    assert.equal(listed.json.devices.length, 25);
    assert.ok(!/digest|token/.test(listed.text));
  });
}
