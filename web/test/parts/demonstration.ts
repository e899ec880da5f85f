// A demonstration: what it tells everybody, and that its tables wait for who takes a keypad.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Server, cookie_of, sleep, type Floor, type Reply } from '../floor';

export function demonstration(floor: Floor): void {
  test('a demonstration tells its cards and tokens, and leaves a table to who takes its keypad', async () => {
    const server = await Server.start(join(floor.folder, 'demo.ledger'), ['--demo']);
    floor.ends.push(() => void server.stop('SIGKILL'));
    let reply: Reply;
    for (let i = 0; i < 600 && (reply = await server.ask('GET', '/v1/demo')).status === 503; ++i) await sleep(100);
    const demo = reply!.json;
    assert.equal(reply!.status, 200, reply!.text);
    assert.equal(demo.cards.length, 6);
    assert.equal(demo.tables.length, 6);
    assert.equal(demo.meters.links.length, 3);
    assert.equal(demo.meters.links[0].levels[0].exact, null, 'as a display shows them');
    const first = demo.tables[0];
    // The terminal has the start page first, then the cards, on one screen; the start page has all else.
    const banner = server.output.split('\n');
    const start = banner.findIndex((line) => line.includes(`Open  ${server.url.replace('127.0.0.1', 'localhost')}`));
    const first_card = banner.findIndex((line) => line.includes(`${demo.cards[0].staff}  ${demo.cards[0].pin}`));
    assert.ok(start >= 0 && first_card > start && banner.length <= 24, server.output);
    assert.ok(!server.output.includes(first.keypad_token), server.output);
    const card = demo.cards.find((one: any) => one.role === 'supervisor');
    const staff = await server.sign_in(card.staff, card.pin);
    assert.equal(staff.json.name, card.name);

    // By a page's way: sign in with the token, then say which device it is.
    const page = async (token: string, name: string) => {
      const signed = await server.ask('POST', '/v1/device-sign-in', { body: { token } });
      return server.live({ cookie: cookie_of(signed), query: `?device=${name}` });
    };
    const display = await page(first.display_token, 'T1-screen');
    await display.next('meters');
    const keypad = await page(first.keypad_token, 'T1-keypad');
    const table = (fits: (view: any) => boolean, wait_ms = 30_000) => keypad.next('tables', (body) => body.tables.some((view: any) => view.table === 'T1' && fits(view)), wait_ms);
    await table((view) => view.keypads === 1);
    // What was under way is this person's to end.
    const view = (await server.ask('GET', '/v1/tables/T1', { cookie: cookie_of(staff) })).json;
    if (view.round) {
      for (const pending of view.view.pending) await server.ask('POST', '/v1/commands', { cookie: cookie_of(staff), body: { id: `r-${pending.claim}`, command: { reject_claim: { claim: pending.claim, reason: 'test' } } } });
      await sleep(500);
      keypad.read_to = keypad.heard.length;
      await keypad.press({ kind: 'end_game' });
    }
    for (let round = 0; round < 2; ++round) {
      keypad.read_to = 0;
      const chips = (view: any) => view.lit.length > 0 && view.round === null;
      for (let i = 0; i < 300 && !chips(keypad.heard.filter((m) => 'tables' in m).at(-1)?.tables.tables[0]); ++i) await sleep(100);
      keypad.read_to = keypad.heard.length;
      const started = await keypad.pressed({ kind: 'start_game' });
      assert.ok(started.round > 0);
      await table((view) => view.round?.hands_dealt > 1);
      await sleep(1_500);
      const open = (await server.ask('GET', '/v1/tables/T1', { cookie: cookie_of(staff) })).json;
      assert.equal(open.round?.number, started.round, 'nobody else ends it');
      keypad.read_to = keypad.heard.length;
      await keypad.pressed({ kind: 'end_game' });
      await table((view) => view.round === null && view.lit.length === 0);
    }
    const rounds = (await server.ask('GET', '/v1/floor', { cookie: cookie_of(staff) })).json.rounds;
    assert.ok(rounds > 2, 'the other tables go on');
    // A keypad that is left in the middle of a round: the simulation ends it and plays on.
    const chips = () => keypad.heard.filter((m) => 'tables' in m).at(-1)?.tables.tables[0];
    for (let i = 0; i < 300 && !(chips().lit.length > 0 && chips().round === null); ++i) await sleep(100);
    keypad.read_to = keypad.heard.length;
    const last = await keypad.pressed({ kind: 'start_game' });
    await keypad.close();
    let after: any;
    for (let i = 0; i < 60; ++i) {
      await sleep(500);
      after = (await server.ask('GET', '/v1/tables/T1', { cookie: cookie_of(staff) })).json;
      if (after.round !== null && after.round.number > last.round) break;
    }
    assert.ok(after.round?.number > last.round, JSON.stringify(after));
    assert.equal(after.keypads, 0);
    assert.equal(await server.stop(), 0);
  });
}
