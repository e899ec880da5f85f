// A live channel that reconnects. It connects to the first game manager that leads, waits for its hello and subscribes.
// After a loss it reconnects to any of them and resends, under the same ids, what was not answered. Runs in browsers and
// in Node; `open` creates the sockets.
import { CloseCode, Topic as TopicShape, live_path, read_outgoing, subprotocol, type Answered, type Hello, type Outgoing, type Said, type Topic } from './protocol';
import type { Sent } from './decode';
import type { Wager } from './commands';

// What a browser's WebSocket has in common with that of the package ws.
export interface Socket {
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  onerror: ((event: any) => void) | null;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

export interface LiveOptions {
  servers: readonly string[]; // that may lead: "ws://10.0.0.1:8080"
  open?: (url: string, protocol: string) => Socket; // default: the browser's WebSocket
  device?: string; // in a browser signed in as devices: which one connects
  leading_only?: boolean; // leave a standby at once; displays and monitors may stay with one
  backoff_ms?: { first: number; most: number };
  heard?: (message: Outgoing) => void;
  connected?: (hello: Hello, server: string) => void;
  lost?: (code: number, reason: string) => void;
  ended?: (code: number, reason: string) => void; // will not reconnect: access was withdrawn, a newer channel took its place, or close() was called
}

type Asking = 'subscribe' | 'command' | 'press' | 'deal' | 'fault';
interface Waiting {
  kind: Asking;
  body: Said[Asking];
  sent: boolean; // at least once
  failures: number; // `failed` answers on this connection
  settle: (answer: Answered) => void;
  give_up: (why: Error) => void;
}

const retry_failed_ms = 500;
// A brief journal failure is over by then. A lasting one is reported to the caller, who decides what to do.
const failures_max = 6;
// A hung server or a broken line may accept a connection and stay silent.
const hello_within_ms = 5_000;

// Reconnecting would not help, or would take the place of a newer channel, which would take it back.
const final_codes: ReadonlySet<number> = new Set([CloseCode.right_withdrawn, CloseCode.policy, CloseCode.replaced]);

export class LiveChannel {
  private socket: Socket | null = null;
  private ready = false; // hello was received
  private over = false;
  private server = 0;
  private attempts = 0;
  private last_number = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly waiting = new Map<string, Waiting>();
  private lit: readonly Sent<Wager>[] | undefined;
  private topics: readonly Topic[] | undefined;
  private readonly heard_to = new Map<Topic, number>();
  // Ids are never reused, not even by the next run of this program.
  private readonly run = `${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;

  constructor(private readonly options: LiveOptions) {
    if (options.servers.length === 0) throw new Error('no server is named');
    this.connect();
  }

  // Resolves with the answer, accepted or refused. After a failure it resends for some seconds; if the failure persists,
  // it resolves with that and stops.
  ask<K extends Exclude<Asking, 'subscribe'>>(kind: K, body: Said[K], id = this.next_id()): Promise<Answered> {
    return this.wait_for(id, kind, body);
  }

  // Replaces the topics. After a loss, only what changed in the meantime is sent.
  subscribe(topics: readonly Topic[], after = 0): Promise<Answered> {
    this.topics = topics;
    this.heard_to.clear();
    for (const topic of topics) this.heard_to.set(topic, after);
    return this.wait_for(this.next_id(), 'subscribe', { topics, after });
  }

  // The sensors as they are now; sent again after a loss.
  sensors(lit: readonly Sent<Wager>[]): void {
    this.lit = lit;
    if (this.ready) this.say({ sensors: { lit } });
  }

  close(): void {
    this.end(CloseCode.normal, 'closed here');
  }

  // Drops a channel that looks open but is dead, and reconnects.
  renew(reason: string): void {
    const socket = this.socket;
    if (!socket || this.over) return;
    this.lose(CloseCode.silent, reason);
    socket.close(CloseCode.normal);
  }

  next_id(): string {
    return `${this.run}-${++this.last_number}`;
  }

  private wait_for(id: string, kind: Asking, body: Said[Asking]): Promise<Answered> {
    return new Promise((settle, give_up) => {
      if (this.over) return give_up(new Error('the channel has ended'));
      const waiting: Waiting = { kind, body, sent: false, failures: 0, settle, give_up };
      this.waiting.set(id, waiting);
      if (this.ready) this.say_waiting(id, waiting);
    });
  }

  private connect(): void {
    const base = this.options.servers[this.server % this.options.servers.length]!;
    const url = base + live_path + (this.options.device === undefined ? '' : `?device=${encodeURIComponent(this.options.device)}`);
    const socket: Socket = this.options.open
      ? this.options.open(url, subprotocol)
      : new WebSocket(url, subprotocol);
    this.socket = socket;
    this.timer = setTimeout(() => this.renew('no hello'), hello_within_ms);
    socket.onmessage = (event) => {
      if (socket === this.socket) this.hear(String(event.data), base);
    };
    socket.onerror = () => undefined; // onclose follows
    socket.onclose = (event) => {
      if (socket === this.socket) this.lose(Number(event.code), String(event.reason));
    };
  }

  private hear(json: string, server: string): void {
    let message: Outgoing;
    try {
      message = read_outgoing(json);
    } catch (error) {
      // A different protocol version: its messages cannot be used.
      return this.end(CloseCode.protocol_error, String(error));
    }
    if ('hello' in message) return this.greet(message.hello, server, message);
    if ('answer' in message) this.take_answer(message.answer);
    for (const topic of TopicShape.names) {
      const part = topic === 'events' ? 'event' : topic;
      const sequence = (message as Record<string, { sequence?: number } | undefined>)[part]?.sequence;
      if (sequence !== undefined && this.heard_to.has(topic)) this.heard_to.set(topic, sequence);
    }
    this.options.heard?.(message);
  }

  private greet(hello: Hello, server: string, message: Outgoing): void {
    if (!hello.leading && this.options.leading_only !== false) {
      const socket = this.socket;
      this.lose(CloseCode.try_later, 'it stands by');
      socket?.close(CloseCode.normal, 'another one leads');
      return;
    }
    clearTimeout(this.timer);
    this.ready = true;
    this.attempts = 0;
    this.options.connected?.(hello, server);
    this.options.heard?.(message);
    if (this.lit) this.say({ sensors: { lit: this.lit } });
    const asks_to_subscribe = [...this.waiting.values()].some((waiting) => waiting.kind === 'subscribe');
    if (this.topics && !asks_to_subscribe) {
      // Alarms have no sequence and always come complete.
      const marks = [...this.heard_to].filter(([topic]) => topic !== 'alarms').map(([, sequence]) => sequence);
      const after = marks.length === 0 ? 0 : Math.min(...marks);
      void this.wait_for(this.next_id(), 'subscribe', { topics: this.topics, after }).catch(() => undefined);
    }
    for (const [id, waiting] of this.waiting) {
      waiting.failures = 0;
      this.say_waiting(id, waiting);
    }
  }

  private say(message: object): void {
    this.socket?.send(JSON.stringify(message));
  }

  private say_waiting(id: string, waiting: Waiting): void {
    const body = waiting.kind === 'press' && waiting.sent ? { ...waiting.body, again: true } : waiting.body;
    waiting.sent = true;
    this.say({ id, [waiting.kind]: body });
  }

  private take_answer(answer: Answered): void {
    const waiting = this.waiting.get(answer.id);
    if (!waiting) return;
    if (answer.failed && ++waiting.failures < failures_max) {
      // Not recorded, or unknown: with the same id it is safe to resend.
      setTimeout(() => {
        if (this.ready && this.waiting.has(answer.id)) this.say_waiting(answer.id, waiting);
      }, retry_failed_ms);
      return;
    }
    this.waiting.delete(answer.id);
    waiting.settle(answer);
  }

  private lose(code: number, reason: string): void {
    if (this.over) return;
    this.socket = null;
    clearTimeout(this.timer);
    const was_ready = this.ready;
    this.ready = false;
    if (final_codes.has(code)) return this.end(code, reason);
    if (was_ready) this.options.lost?.(code, reason);
    this.server += 1;
    const { first, most } = this.options.backoff_ms ?? { first: 100, most: 5_000 };
    // Each server is tried once before a longer wait. The random part keeps a floor from reconnecting all at once.
    const rounds = Math.floor(this.attempts / this.options.servers.length);
    const wait_ms = Math.min(most, first * 2 ** Math.min(rounds, 10)) * (0.5 + Math.random() / 2);
    this.attempts += 1;
    this.timer = setTimeout(() => this.connect(), wait_ms);
  }

  private end(code: number, reason: string): void {
    if (this.over) return;
    this.over = true;
    this.ready = false;
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    socket?.close(CloseCode.normal);
    for (const waiting of this.waiting.values()) waiting.give_up(new Error(`the channel has ended: ${reason}`));
    this.waiting.clear();
    this.options.ended?.(code, reason);
  }
}
