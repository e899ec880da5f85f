// Whole rounds on both keypads, by every device that takes part.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sleep, type Floor, type Live } from '../floor';
import { LiveChannel } from '../../src/live_channel';
import WebSocket from 'ws';

const lit = (link: string, ...positions: number[]) => positions.map((position) => ({ position, link, wager: '1.00' }));
const hand = (link: string, name: string) => ({ kind: 'hand', link, hand: name });
const spot = (position: number) => ({ kind: 'spot', position });
const key = (kind: string) => ({ kind });

// The controller's view of its own table, as the last message told it.
async function table_now(live: Live, fits: (table: any) => boolean): Promise<any> {
  const message = await live.next('tables', (body) => body.tables.some(fits));
  return message.tables.find(fits);
}

export function rounds(floor: Floor): void {
  const card = (name: string) => ({ kind: 'card', staff: floor.person(name).staff });
  const pin = (name: string) => floor.person(name).pin;
  const claim_on = async (page: Live, table: string) => {
    const message = await page.next('claims', (body) => body.claims.some((claim: any) => claim.table === table));
    return message.claims.find((claim: any) => claim.table === table);
  };

  test('a device is told its table at once, a monitor nothing', async () => {
    const controller = await floor.device('T1-controller');
    const hello = await controller.next('hello');
    assert.deepEqual([hello.protocol, hello.leading, hello.who], [1, true, 'T1-controller']);
    assert.deepEqual(hello.device, { device: 'T1-controller', kind: 'controller', table: 'T1', token_digest: '' });
    assert.equal(controller.socket.protocol, 'cardroom.v1');
    const meters = await controller.next('meters', (body) => body.whole);
    assert.deepEqual(meters.links.map((link: any) => link.link), ['three']);
    assert.equal(meters.links[0].levels[0].exact, null, 'a device sees what players may see');
    const tables = await controller.next('tables', (body) => body.whole);
    assert.deepEqual(tables.tables.map((table: any) => table.table), ['T1']);
    const monitor = await floor.device('monitor');
    await monitor.next('hello');
    await sleep(100);
    assert.equal(monitor.heard.length, 1);
    await monitor.refused('press', { key: spot(1) }, 'not_for_this_device');
    await monitor.refused('fault', { cause: 'x' }, 'not_for_this_device');
    await Promise.all([controller.close(), monitor.close()]);
  });

  test('who may say what on a live channel', async () => {
    const said: Record<string, object> = {
      subscribe: { topics: ['meters'] },
      press: { key: key('end_game') },
      command: { pay_envy: { table: 'T1' } },
      sensors: { lit: [] },
      deal: { hands: 4 },
      fault: { serial: 'S-1', cause: 'spilt drink' },
    };
    const may: Record<string, string[]> = { controller: ['press', 'command', 'sensors', 'fault'], keypad: ['press', 'fault'], shuffler: ['deal', 'fault'], page: ['subscribe'] };
    for (const [who, kinds] of Object.entries(may)) {
      const live = who === 'page' ? await floor.page('dealer') : await floor.device(`T1-${who}`);
      for (const [kind, body] of Object.entries(said)) {
        if (kind === 'sensors' && kinds.includes(kind)) {
          live.say({ sensors: body });
          continue;
        }
        const answer = await live.ask(kind as any, body);
        if (kinds.includes(kind)) assert.notEqual(answer.refused?.code, 'not_for_this_device', `${who} ${kind}`);
        else assert.equal(answer.refused?.code, 'not_for_this_device', `${who} ${kind}`);
      }
      await live.close();
    }
  });

  test('START GAME without a controller locks nothing in', async () => {
    const keypad = await floor.device('T1-keypad');
    await keypad.refused('press', { key: key('start_game') }, 'table_not_connected');
    await keypad.close();
  });

  test('a round on the second generation: spots, fixed pay, meter, supervisor, envy', async () => {
    const controller = await floor.device('T1-controller');
    const keypad = await floor.device('T1-keypad');
    const display = await floor.device('T1-display');
    const page = await floor.page('supervisor');
    await page.ask('subscribe', { topics: ['meters', 'tables', 'claims', 'alarms'] });
    await controller.refused('press', { key: key('end_game') }, 'key_not_now');
    await controller.refused('press', { key: key('coin_in') }, 'key_not_now');
    controller.say({ sensors: { lit: lit('three', 1, 3, 4) } });
    await table_now(keypad, (table) => table.lit.length === 3);
    const started = await keypad.pressed(key('start_game'));
    assert.equal(started.round, 1);
    const table = await table_now(controller, (now) => now.round !== null);
    assert.deepEqual(table.round.wagers.map((wager: any) => wager.position), [1, 3, 4]);
    assert.deepEqual(table.view.seats.filter((seat: any) => seat.lights.length > 0).map((seat: any) => seat.position), [1, 3, 4]);
    await display.next('meters', (body) => body.links[0].levels[0].meter === '1000.36');
    await keypad.refused('press', { key: hand('three', 'straight') }, 'key_not_now');
    await keypad.pressed(spot(1));
    await keypad.pressed(hand('three', 'straight'));
    await keypad.pressed(hand('three', 'straight')); // taken back
    await keypad.pressed(hand('three', 'straight'));
    await keypad.pressed(spot(3));
    const marked = await keypad.pressed(hand('three', 'akq_of_spades'));
    assert.equal(marked.priced[0]!.amount, '1000.36');
    const claim = await claim_on(page, 'T1');
    assert.deepEqual([claim.claim, claim.amount, claim.from_meter, claim.needs_confirmation, claim.executive], [marked.claim, '1000.36', true, true, false]);
    await keypad.refused('press', { key: key('end_game') }, 'claim_undecided');
    await keypad.refused('press', { key: card('supervisor'), pin: pin('supervisor') }, 'key_not_now');
    await keypad.pressed(key('confirm'));
    await keypad.refused('press', { key: card('dealer'), pin: pin('dealer') }, 'role_not_allowed');
    await keypad.pressed(key('confirm'));
    await keypad.refused('press', { key: card('supervisor'), pin: '000000' }, 'wrong_card_or_pin');
    const paid = await keypad.pressed(card('supervisor'), pin('supervisor'));
    assert.equal(paid.win_page, 1);
    const ended = await keypad.pressed(key('end_game'));
    assert.deepEqual(ended.envy.map((pay) => [pay.position, pay.amount]), [[1, '100.00'], [4, '100.00']]);
    assert.deepEqual(ended.paid.map((pay) => [pay.position, pay.amount]), [[1, '6.00']]);
    const reseeded = await display.next('meters', (body) => body.links[0].last_win !== null);
    assert.equal(reseeded.links[0].last_win.amount, '1000.36');
    // The reserve's 3 x $0.01 joins the seed.
    assert.equal(reseeded.links[0].levels[0].meter, '1000.03');
    await page.next('claims', (body) => body.claims.length === 0);
    await Promise.all([keypad.close(), controller.close(), display.close(), page.close()]);
  });

  test('a round on the first generation: key, positions, an executive', async () => {
    const controller = await floor.device('T2-controller');
    const page = await floor.page('executive');
    await page.ask('subscribe', { topics: ['claims'] });
    await controller.refused('press', { key: key('start_game') }, 'key_not_now');
    controller.say({ sensors: { lit: lit('big', 2, 5) } });
    assert.equal((await controller.pressed(key('coin_in'))).round, 1);
    await controller.refused('press', { key: { kind: 'key_to_jph', staff: '2001' }, pin: pin('supervisor') }, 'key_not_now');
    await controller.pressed(hand('big', 'akq_of_spades'));
    const claim = await claim_on(page, 'T2');
    assert.deepEqual([claim.position, claim.executive], [null, true]);
    await controller.refused('press', { key: { kind: 'key_to_jph', staff: '2001' }, pin: '111112' }, 'wrong_card_or_pin');
    await controller.pressed({ kind: 'key_to_jph', staff: '2001' }, pin('supervisor'));
    await controller.refused('press', { key: key('game_over') }, 'key_not_now');
    await controller.refused('press', { key: key('j_pot') }, 'key_not_now');
    await controller.pressed({ kind: 'position', position: 5 });
    await controller.pressed(key('j_pot'));
    await controller.refused('press', { key: key('key_to_run') }, 'key_not_now');
    await controller.pressed(card('executive'), pin('executive'));
    const paid = await controller.pressed(key('key_to_run'));
    assert.equal(paid.win_page, 2);
    assert.deepEqual((await controller.pressed(key('game_over'))).envy.map((pay) => pay.position), [2]);
    await Promise.all([controller.close(), page.close()]);
  });

  test('rejection, dispute and its end, by a page', async () => {
    const controller = await floor.device('T2-controller');
    const mark = async () => {
      assert.ok((await controller.ask('command', { start_round: { table: 'T2', wagers: lit('big', 1, 2) } })).accepted);
      const answer = await controller.ask('command', { mark_hand: { table: 'T2', position: 1, link: 'big', hand: 'akq_of_spades' } });
      return answer.accepted!.claim;
    };
    const first = await mark();
    await floor.forbidden('supervisor', { confirm_claim: { claim: first } }, 'executive_needed');
    await floor.commanded('supervisor', { acknowledge_claim: { claim: first } });
    await floor.commanded('supervisor', { reject_claim: { claim: first, reason: 'misread' } });
    await controller.refused('command', { unmark_hand: { claim: first } }, 'claim_decided');
    assert.ok((await controller.ask('command', { end_round: { table: 'T2' } })).accepted);
    const second = await mark();
    await floor.commanded('supervisor', { hold_claim: { claim: second, reason: 'cards were exposed' } });
    assert.ok((await controller.ask('command', { end_round: { table: 'T2' } })).accepted);
    const held = await floor.server.ask('GET', '/v1/claims', { cookie: floor.person('auditor').cookie });
    assert.deepEqual(held.json.claims.map((claim: any) => [claim.claim, claim.status]), [[second, 'held']]);
    await floor.forbidden('supervisor', { release_claim: { claim: second, verdict: 'pay', reason: 'seen on video' } }, 'executive_needed');
    const released = await floor.commanded('executive', { release_claim: { claim: second, verdict: 'pay', reason: 'seen on video' } });
    assert.equal(released.win_page, 3);
    // The award and the envy are owed, at the table and beside the claims, until they are acknowledged as paid.
    const owed = async () => {
      const ask = async (path: string) => (await floor.server.ask('GET', path, { cookie: floor.person('auditor').cookie })).json;
      const at_table = (await ask('/v1/tables/T2')).view.owed;
      assert.deepEqual((await ask('/v1/claims')).owed.filter(({ table }: any) => table === 'T2'), at_table);
      const win = (await ask('/v1/wins')).wins.find(({ claim }: any) => claim === second);
      assert.deepEqual([win.owed, ...win.envy.map((envy: any) => envy.owed)], [1, 2].map((position) => at_table.some((line: any) => line.position === position)));
      assert.deepEqual([win.tax, win.tax_rule], [false, false]);
      return at_table.map(({ kind, position, earlier, from_meter, tax }: any) => [kind, position, earlier, from_meter, tax]);
    };
    const { round } = held.json.claims[0];
    assert.deepEqual(held.json.claims[0].envy_pays.map(({ position }: any) => position), [2]);
    assert.deepEqual(await owed(), [['award', 1, true, true, null], ['envy', 2, true, false, null]]);
    await controller.refused('press', { key: { kind: 'paid', round, claim: second, position: 1 } }, 'staff_unknown');
    assert.deepEqual((await controller.pressed({ kind: 'paid', round, claim: second, position: 2 })).acknowledged.map(({ position }) => position), [2]);
    assert.deepEqual(await owed(), [['award', 1, true, true, null]]);
    await controller.refused('command', { acknowledge_payment: { table: 'T2', round, claim: second, position: 2 } }, 'nothing_owed');
    await controller.refused('command', { acknowledge_payment: { table: 'T1', round, claim: second } }, 'wrong_table');
    await floor.commanded('supervisor', { acknowledge_payment: { table: 'T2', round, claim: second } });
    assert.deepEqual(await owed(), []);
    await floor.commanded('administrator', { back_out_award: { claim: second, document: 'INC-7' } }, 'executive');
    await controller.close();
  });

  test('a win for two signatures needs two cards', async () => {
    const controller = await floor.device('T4-controller');
    controller.say({ sensors: { lit: lit('pair', 1) } });
    await controller.pressed(key('start_game'));
    await controller.pressed(spot(1));
    const marked = await controller.pressed(hand('pair', 'akq_of_spades'));
    await controller.pressed(key('confirm'));
    await controller.pressed(card('supervisor'), pin('supervisor'));
    const paid = await controller.press(card('executive'), pin('executive'));
    await floor.forbidden('supervisor', { confirm_claim: { claim: marked.claim } }, 'claim_decided', 'executive');
    await controller.press(key('end_game'));
    await controller.close();
    assert.ok(paid.accepted, JSON.stringify(paid));
  });

  test('a device speaks for its own table, and asks for nothing that needs a person', async () => {
    const controller = await floor.device('T1-controller');
    await controller.refused('command', { start_round: { table: 'T2', wagers: lit('big', 1) } }, 'wrong_table');
    await controller.refused('command', { void_deal: { table: 'T3', reason: 'x' } }, 'wrong_table');
    await controller.refused('command', { unmark_hand: { claim: 999 } }, 'claim_unknown');
    await controller.refused('command', { report_sensor: { table: 'T1', link: 'three', position: 77, lit: true } }, 'round_not_open');
    for (const command of [{ confirm_claim: { claim: 1 } }, { open_link: { link: 'old' } }, { enrol_staff: { staff: '9', role: 'administrator' } }, { record_stop: { reason: 'x' } }, { set_pin: { staff: '1001', verifier: 'x' } }, { cancel_round: { table: 'T1', reason: 'x' } }, { report_deal: { table: 'T1', hands: 3 } }])
      await controller.refused('command', command, 'not_for_this_device');
    assert.ok((await controller.ask('command', { report_malfunction: { table: 'T1', device: 'sensor 4', cause: 'spilt drink' } })).accepted);
    assert.ok((await controller.ask('fault', { serial: 'SN-88', cause: 'no light' })).accepted);
    await controller.close();
  });

  test('the same message again is answered as before, by memory and by the journal', async () => {
    const controller = await floor.device('T1-controller');
    const first = await controller.ask('command', { start_round: { table: 'T1', wagers: lit('three', 1, 2) } }, 'again-1');
    const again = await controller.ask('command', { start_round: { table: 'T1', wagers: lit('three', 1, 2) } }, 'again-1');
    assert.deepEqual([again.sequence, again.repeated, again.accepted], [first.sequence, true, first.accepted]);
    assert.equal((await controller.ask('command', { start_round: { table: 'T1', wagers: lit('three', 1) } }, 'again-1')).refused?.code, 'command_id_reused');
    await controller.pressed(spot(1));
    const marked = await controller.press(hand('three', 'straight'), undefined, 'again-2');
    const repeated = await controller.ask('press', { key: hand('three', 'straight'), again: true }, 'again-2');
    assert.deepEqual([repeated.sequence, repeated.accepted], [marked.sequence, marked.accepted]);
    for (let i = 0; i < 17; ++i) await controller.pressed(spot(1 + (i % 2))); // so that the answer is forgotten
    const from_journal = await controller.ask('press', { key: hand('three', 'straight'), again: true }, 'again-2');
    assert.deepEqual([from_journal.sequence, from_journal.repeated, from_journal.accepted], [marked.sequence, true, marked.accepted]);
    await controller.pressed(spot(1));
    const now = (await floor.server.ask('GET', '/v1/tables/T1', { cookie: floor.person('dealer').cookie })).json;
    assert.equal(now.view.seats[0].fixed_pay, '6.00', 'marked once, and not taken back');
    assert.ok((await controller.press(key('end_game'))).accepted);
    await controller.close();
  });

  test('more keys than a dealer has fingers are refused', async () => {
    const controller = await floor.device('T1-controller');
    const first = controller.id();
    controller.say({ id: first, press: { key: { ...card('supervisor') }, pin: pin('supervisor') } });
    const ids = Array.from({ length: 20 }, () => controller.id());
    for (const id of ids) controller.say({ id, press: { key: spot(1) } });
    const answers = await Promise.all([first, ...ids].map((id) => controller.answer(id)));
    assert.deepEqual([...new Set(answers.map((answer) => answer.refused?.code))].sort(), ['key_not_now', 'table_busy']);
    await controller.close();
  });

  test('the shuffler voids a wrong deal, and hears what Cover All pays', async () => {
    const controller = await floor.device('T3-controller');
    const shuffler = await floor.device('T3-shuffler');
    assert.deepEqual(await shuffler.next('cover_all'), { hands: 0, pays: [] });
    const page = await floor.page('supervisor');
    await page.ask('subscribe', { topics: ['alarms'] });
    await shuffler.refused('deal', { hands: 4 }, 'round_not_open');
    controller.say({ sensors: { lit: lit('stud', 1, 2) } });
    await controller.pressed(key('start_game'));
    await shuffler.refused('deal', { hands: 11 }, 'amount_out_of_range');
    assert.ok((await shuffler.ask('deal', { hands: 5, wrong_count: true })).accepted);
    await table_now(controller, (now) => now.round?.voided);
    await page.next('alarms', (body) => body.alarms.some((alarm: any) => alarm.kind === 'wrong_count' && alarm.table === 'T3'));
    assert.ok((await shuffler.ask('deal', { hands: 8 })).accepted);
    const pays = await shuffler.next('cover_all', (body) => body.hands === 8);
    // The published table for eight hands: 100/40/7/6/5/4/3.
    assert.deepEqual(pays.pays.map((pay: any) => pay.pays), ['100 to 1', '40 to 1', '7 to 1', '6 to 1', '5 to 1', '4 to 1', '3 to 1']);
    controller.say({ sensors: { lit: [] } });
    controller.say({ sensors: { lit: lit('stud', 6) } });
    await page.next('alarms', (body) => body.alarms.some((alarm: any) => alarm.kind === 'sensor_changed'));
    await floor.commanded('supervisor', { cancel_round: { table: 'T3', reason: 'a late chip' } });
    const { view, round } = await table_now(controller, (now) => now.view.owed.length > 0);
    assert.equal(round, null);
    assert.deepEqual(view.owed.map(({ kind, position, claim, amount }: any) => [kind, position, claim, amount]), [['refund', 1, 0, view.owed[0].amount], ['refund', 2, 0, view.owed[0].amount]]);
    assert.ok((await controller.ask('command', { acknowledge_payment: { table: 'T3', round: view.owed[0].round } })).accepted);
    await Promise.all([controller.close(), shuffler.close(), page.close()]);
  });

  test('a table that is lost in the middle of a round goes on when it is back', async () => {
    const page = await floor.page('supervisor');
    await page.ask('subscribe', { topics: ['tables', 'alarms'] });
    const open = () => new LiveChannel({
      servers: ['ws://127.0.0.1:9', floor.server.ws], // the first one is dead
      backoff_ms: { first: 800, most: 800 }, // a page is told within a quarter of a second
      open: (url, protocol) => (socket = new WebSocket(url, protocol, { headers: { authorization: `Bearer ${floor.tokens.get('T1-controller')}` } })) as any,
      lost: () => (losses += 1),
    });
    let losses = 0;
    let socket!: WebSocket;
    const channel = open();
    floor.ends.push(() => channel.close());
    channel.sensors(lit('three', 2));
    assert.ok((await channel.ask('press', { key: { kind: 'start_game' } })).accepted);
    await channel.ask('press', { key: { kind: 'spot', position: 2 } });
    socket.terminate();
    const asked = channel.ask('press', { key: { kind: 'hand', link: 'three', hand: 'straight' } });
    await page.next('alarms', (body) => body.alarms.some((alarm: any) => alarm.kind === 'table_lost' && /during a round/.test(alarm.text)));
    await page.next('tables', (body) => body.tables.some((now: any) => now.table === 'T1' && !now.connected));
    assert.ok((await asked).accepted, 'the spot is remembered by the game manager');
    assert.equal(losses, 1);
    await page.next('alarms', (body) => body.alarms.every((alarm: any) => alarm.kind !== 'table_lost' || alarm.table !== 'T1'));
    assert.ok((await channel.ask('press', { key: { kind: 'end_game' } })).accepted);
    channel.close();
    await page.close();
  });

  test('money outside the rounds', async () => {
    await floor.commanded('administrator', { adjust_fund: { link: 'three', level: 0, fund: 'meter', change: '25.00', reason: 'house_addition', document: 'MEMO-3' } }, 'supervisor');
    const page = await floor.page('auditor');
    await page.ask('subscribe', { topics: ['alarms'] });
    const short = await floor.commanded('auditor', { record_bank_balance: { balance: '1.00', document: 'BANK-1' } });
    assert.equal(short.short_of_funds, true);
    await page.next('alarms', (body) => body.alarms.some((alarm: any) => alarm.kind === 'prize_fund_short'));
    const at_table = await floor.device('T1-controller');
    await at_table.refused('command', { start_round: { table: 'T1', wagers: lit('three', 1) } }, 'prize_fund_short');
    await at_table.close();
    page.read_to = page.heard.length;
    await floor.commanded('auditor', { record_bank_balance: { balance: '99999.00', document: 'BANK-2' } });
    await page.next('alarms', (body) => body.alarms.every((alarm: any) => alarm.kind !== 'prize_fund_short'));
    await floor.commanded('administrator', { transfer_jackpot: { from: 'old', from_level: 0, to: 'three', to_level: 0, document: 'MOVE-1' } }, 'supervisor');
    await floor.commanded('administrator', { retire_link: { link: 'old' } }, 'supervisor');
    await floor.commanded('supervisor', { close_link: { link: 'three', reason: 'end of the day' } });
    await floor.commanded('supervisor', { open_link: { link: 'three' } });
    await page.close();
  });

  test('a round is played by its table and by no page; people void a deal', async () => {
    const played = [
      { start_round: { table: 'T5', wagers: lit('three', 1, 2) } },
      { mark_hand: { table: 'T5', position: 1, link: 'three', hand: 'akq_suited' } },
      { unmark_hand: { claim: 1 } },
      { pay_envy: { table: 'T5' } },
      { report_deal: { table: 'T5', hands: 3 } },
      { report_sensor: { table: 'T5', link: 'three', position: 4, lit: true } },
      { end_round: { table: 'T5' } },
    ];
    const at_table = await floor.device('T5-controller');
    const does = async (command: object) => {
      const answer = await at_table.ask('command', command);
      assert.ok(answer.accepted, JSON.stringify(answer));
      return answer.accepted;
    };
    for (const role of ['dealer', 'supervisor', 'administrator'])
      for (const command of played) await floor.forbidden(role, command, 'table_only');
    await does({ start_round: { table: 'T5', wagers: lit('three', 1, 2) } });
    for (const command of played) await floor.forbidden('dealer', command, 'table_only');
    await floor.commanded('dealer', { void_deal: { table: 'T5', reason: 'four cards at position 2' } });
    const { claim } = await does({ mark_hand: { table: 'T5', position: 1, link: 'three', hand: 'akq_suited' } });
    await does({ unmark_hand: { claim } });
    const again = await does({ mark_hand: { table: 'T5', position: 1, link: 'three', hand: 'akq_suited' } });
    await floor.commanded('supervisor', { confirm_claim: { claim: again.claim } });
    await does({ pay_envy: { table: 'T5' } });
    await does({ report_sensor: { table: 'T5', link: 'three', position: 4, lit: true } });
    await floor.forbidden('dealer', { void_deal: { table: 'T5', reason: 'too late' } }, 'award_in_round');
    await does({ end_round: { table: 'T5' } });
    await at_table.close();
  });

  test('START GAME that comes again locks in the chips of the press, or nothing', async () => {
    const controller = await floor.device('T5-controller');
    const keypad = await floor.device('T5-keypad');
    await keypad.refused('press', { key: key('start_game') }, 'table_not_connected');
    controller.say({ sensors: { lit: lit('three', 4, 5) } });
    await table_now(keypad, (table) => table.lit.length === 2);
    await keypad.refused('press', { key: key('start_game'), again: true }, 'chips_moved');
    await keypad.pressed(key('start_game'));
    await keypad.pressed(key('end_game'));
    await Promise.all([controller.close(), keypad.close()]);
  });

  test('sensors that the table does not have are refused, and lock nothing in', async () => {
    const controller = await floor.device('T5-controller');
    for (const [wrong, member] of [[{ position: 99 }, 'position'], [{ link: 'big' }, 'link'], [{ wager: '77.00' }, 'wager'], [{ position: 1 }, 'position']] as const) {
      controller.say({ sensors: { lit: lit('three', 1) } });
      await table_now(controller, (table) => table.lit.length === 1);
      controller.read_to = controller.heard.length;
      controller.say({ sensors: { lit: [...lit('three', 1), { ...lit('three', 2)[0], ...wrong }] } });
      assert.deepEqual((({ code, field }) => [code, field])((await controller.next('answer')).refused), ['malformed', `sensors.lit[1].${member}`]);
      await controller.refused('press', { key: key('start_game') }, 'table_not_connected');
    }
    await controller.close();
  });

  test('topics are for those whom the page names', async () => {
    const may: Record<string, string[]> = { dealer: ['meters', 'tables'], supervisor: ['meters', 'tables', 'claims', 'alarms'], executive: ['meters', 'tables', 'claims', 'alarms', 'events'], auditor: ['meters', 'tables', 'claims', 'alarms', 'events'], administrator: ['meters', 'tables', 'claims', 'alarms', 'events'] };
    for (const [role, topics] of Object.entries(may)) {
      const page = await floor.page(role);
      for (const topic of ['meters', 'tables', 'claims', 'alarms', 'events']) {
        const answer = await page.ask('subscribe', { topics: [topic], after: 1_000_000 });
        assert.equal(answer.refused?.code, topics.includes(topic) ? undefined : 'role_not_allowed', `${role} ${topic}`);
      }
      await page.close();
    }
  });

  test('entries come without a gap and without a repetition, also after a loss', async () => {
    const page = await floor.page('auditor');
    await page.ask('subscribe', { topics: ['events'] });
    const { json } = await floor.server.ask('GET', '/v1/journal?after=0&limit=1', { cookie: floor.person('auditor').cookie });
    await page.next('event', (body) => body.sequence === json.sequence);
    const sequences = (live: Live) => live.heard.filter((message) => 'event' in message).map((message) => message.event.sequence);
    assert.deepEqual(sequences(page).slice(0, json.sequence), Array.from({ length: json.sequence }, (_, i) => i + 1));
    await page.close();
    const more = Array.from({ length: 30 }, (_, i) => floor.command('dealer', { report_malfunction: { device: `lamp ${i}`, cause: 'x' } }));
    const back = await floor.page('auditor');
    await back.ask('subscribe', { topics: ['events', 'meters'], after: json.sequence });
    assert.equal((await back.next('meters')).whole, false);
    const last = Math.max(...(await Promise.all(more)).map((reply) => reply.json.sequence));
    await back.next('event', (body) => body.sequence === last);
    assert.deepEqual(sequences(back).slice(0, 30), Array.from({ length: 30 }, (_, i) => json.sequence + 1 + i));
    await back.close();
  });

  test('a page that comes back hears that a table was lost meanwhile', async () => {
    const controller = await floor.device('T4-controller');
    const page = await floor.page('supervisor');
    await page.ask('subscribe', { topics: ['tables'] });
    await sleep(600); // everything that is under way is told
    const sequence = Math.max(...page.heard.filter((message) => 'tables' in message).map((message) => message.tables.sequence));
    await page.close();
    await controller.close();
    await sleep(300);
    const back = await floor.page('supervisor');
    await back.ask('subscribe', { topics: ['tables'], after: sequence });
    await back.next('tables', (body) => body.tables.some((now: any) => now.table === 'T4' && !now.connected), 1_000).finally(() => back.close());
  });

  test('subscribing again in the middle of catching up repeats no entry', async () => {
    const page = await floor.page('auditor');
    const ids = [page.id(), page.id()];
    for (const id of ids) page.say({ id, subscribe: { topics: ['events'] } });
    const { sequence } = await page.answer(ids[1]!);
    await page.next('event', (body) => body.sequence === sequence);
    await sleep(200);
    const heard = page.heard.slice(page.heard.findIndex((message) => message.answer?.id === ids[1])).filter((message) => 'event' in message);
    await page.close();
    assert.equal(heard.length, new Set(heard.map((message) => message.event.sequence)).size);
  });
}
