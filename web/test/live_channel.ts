// What a page does when a journal cannot be written, and when another takes its place. No server: the other end of the
// socket is here.
import { strict as assert } from 'node:assert';
import { mock, test } from 'node:test';
import { LiveChannel, type Socket } from '../src/live_channel';

class Line implements Socket {
  onopen = null;
  onmessage: ((event: any) => void) | null = null;
  onclose: ((event: any) => void) | null = null;
  onerror = null;
  readonly said: any[] = [];
  send(text: string): void {
    this.said.push(JSON.parse(text));
  }
  close(): void {}
  tell(message: object): void {
    this.onmessage!({ data: JSON.stringify(message) });
  }
  greet(): void {
    this.tell({ hello: { protocol: 1, version: 'x', leading: true, sequence: 1, time_ms: 1, who: 'T1-keypad', device: null } });
  }
  fail(id: string): void {
    this.tell({ answer: { id, sequence: 0, repeated: false, accepted: null, refused: null, failed: { code: 'recording_failed', field: '', text: 'nothing was locked in' } } });
  }
}

test('a press that keeps failing is settled with what failed, and sent no more', async () => {
  mock.timers.enable(['setTimeout']);
  const line = new Line();
  const channel = new LiveChannel({ servers: ['ws://x'], open: () => line });
  line.greet();
  let settled: unknown;
  void channel.ask('press', { key: { kind: 'start_game' } }, 'sg').then((answer) => (settled = answer.failed?.text));
  for (let i = 0; i < 20 && settled === undefined; ++i) {
    line.fail('sg');
    await Promise.resolve();
    await Promise.resolve();
    mock.timers.tick(500);
  }
  assert.equal(settled, 'nothing was locked in');
  const sent = line.said.length;
  assert.ok(sent > 1 && sent < 10, `${sent} times in some seconds`);
  assert.deepEqual(line.said.map(({ press }) => press.again ?? false), line.said.map((_, i) => i > 0));
  mock.timers.tick(60_000);
  line.greet();
  assert.equal(line.said.length, sent, 'the dealer decides what is pressed next');
  channel.close();
  mock.timers.reset();
});

test('a channel that a newer one replaced stays away and says so; one that was lost connects again', async () => {
  for (const [code, connections] of [[4004, 1], [1001, 2]] as const) {
    const lines: Line[] = [];
    const ended: number[] = [];
    const losses: number[] = [];
    const channel = new LiveChannel({
      servers: ['ws://x'],
      open: () => (lines.push(new Line()), lines.at(-1)!),
      backoff_ms: { first: 1, most: 1 },
      lost: (why) => losses.push(why),
      ended: (why) => ended.push(why),
    });
    lines[0]!.greet();
    const answer = channel.ask('press', { key: { kind: 'start_game' } }).catch((error: Error) => error.message);
    lines[0]!.onclose!({ code, reason: 'because' });
    await new Promise((done) => setTimeout(done, 100));
    channel.close();
    assert.equal(lines.length, connections, 'two tabs must not take the device from each other');
    assert.deepEqual([ended, losses], code === 4004 ? [[4004], []] : [[1000], [1001]]);
    assert.equal(await answer, `the channel has ended: ${code === 4004 ? 'because' : 'closed here'}`);
  }
});
