// What the game manager sends a page, kept as signals: links, tables, claims, alarms, entries. Uses one live channel.
import { signal, type ReadonlySignal } from '@preact/signals';
import { LiveChannel, type LiveOptions } from './live_channel';
import type { Of, Sent } from './decode';
import { CloseCode } from './protocol';
import type { Alarms, Answered, ClaimView, CoverAll, EventView, FloorView, Hello, Key, LinkView, Outgoing, Owed, Said, TableView, Topic } from './protocol';

export type Link = Of<typeof LinkView>;
export type Table = Of<typeof TableView>;
export type Claim = Of<typeof ClaimView>;
export type Alarm = Of<typeof Alarms>['alarms'][number];
export type CoverAllPays = Of<typeof CoverAll>;
// replaced: a newer channel of the device is open, in another tab or on another screen.
export type Connection = 'connecting' | 'live' | 'lost' | 'ended' | 'replaced';

export interface FloorLiveOptions {
  device?: string; // connect as this one of the browser's devices; omitted: as the person signed in
  topics?: readonly Topic[]; // of a page
  events_after?: number;
  start?: Of<typeof FloorView>; // the state already known; subscriptions start after its sequence
  events_kept?: number;
  open?: LiveOptions['open'];
}

const ws_server = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`;

function merged<T>(old: ReadonlyMap<string, T>, whole: boolean, items: readonly T[], name_of: (item: T) => string, removed: readonly string[] = []): ReadonlyMap<string, T> {
  const next = new Map(whole ? [] : old);
  for (const item of items) next.set(name_of(item), item);
  for (const name of removed) next.delete(name);
  return next;
}

export class FloorLive {
  private readonly connection_ = signal<Connection>('connecting');
  private readonly hello_ = signal<Hello | null>(null);
  private readonly links_ = signal<ReadonlyMap<string, Link>>(new Map());
  private readonly tables_ = signal<ReadonlyMap<string, Table>>(new Map());
  private readonly claims_ = signal<readonly Claim[]>([]);
  private readonly owed_ = signal<readonly Owed[]>([]);
  private readonly alarms_ = signal<readonly Alarm[]>([]);
  private readonly events_ = signal<readonly EventView[]>([]); // newest first
  private readonly cover_all_ = signal<CoverAllPays | null>(null);
  private readonly ended_why_ = signal('');
  private readonly channel: LiveChannel;
  private clock_ahead_ms = 0;

  constructor(private readonly options: FloorLiveOptions) {
    if (options.start) {
      const { meters, tables, claims, alarms } = options.start;
      for (const known of [{ meters }, { tables }, { claims }, { alarms }]) this.hear(known);
      this.clock_ahead_ms = options.start.time_ms - Date.now();
    }
    this.channel = new LiveChannel({
      servers: [ws_server()],
      ...(options.device === undefined ? {} : { device: options.device }),
      ...(options.open ? { open: options.open } : {}),
      leading_only: false,
      heard: (message) => this.hear(message),
      connected: (hello) => {
        this.hello_.value = hello;
        this.clock_ahead_ms = hello.time_ms - Date.now();
        this.connection_.value = 'live';
      },
      lost: () => (this.connection_.value = 'lost'),
      ended: (code, reason) => {
        this.ended_why_.value = reason;
        this.connection_.value = code === CloseCode.replaced ? 'replaced' : 'ended';
      },
    });
    if (options.topics) void this.channel.subscribe(options.topics, options.events_after ?? 0).catch(() => undefined);
  }

  get connection(): ReadonlySignal<Connection> { return this.connection_; }
  get hello(): ReadonlySignal<Hello | null> { return this.hello_; }
  get links(): ReadonlySignal<ReadonlyMap<string, Link>> { return this.links_; }
  get tables(): ReadonlySignal<ReadonlyMap<string, Table>> { return this.tables_; }
  get claims(): ReadonlySignal<readonly Claim[]> { return this.claims_; }
  get owed(): ReadonlySignal<readonly Owed[]> { return this.owed_; }
  get alarms(): ReadonlySignal<readonly Alarm[]> { return this.alarms_; }
  get events(): ReadonlySignal<readonly EventView[]> { return this.events_; }
  get cover_all(): ReadonlySignal<CoverAllPays | null> { return this.cover_all_; }
  get ended_why(): ReadonlySignal<string> { return this.ended_why_; }

  // The game manager's clock.
  now_ms(): number {
    return Date.now() + this.clock_ahead_ms;
  }

  press(key: Sent<Key>, pin = ''): Promise<Answered> {
    return this.channel.ask('press', pin === '' ? { key } : { key, pin });
  }

  fault(body: Said['fault']): Promise<Answered> {
    return this.channel.ask('fault', body);
  }

  // For a page that knows the connection is dead although the channel looks open.
  renew(reason: string): void {
    this.channel.renew(reason);
  }

  close(): void {
    this.channel.close();
  }

  private hear(message: Outgoing): void {
    if ('meters' in message) {
      const { whole, links } = message.meters;
      this.links_.value = merged(this.links_.value, whole, links, (link) => link.link);
    } else if ('tables' in message) {
      const { whole, tables, removed } = message.tables;
      this.tables_.value = merged(this.tables_.value, whole, tables, (table) => table.table, removed);
    } else if ('claims' in message) {
      this.claims_.value = message.claims.claims;
      this.owed_.value = message.claims.owed;
    } else if ('alarms' in message) this.alarms_.value = message.alarms.alarms;
    else if ('event' in message) this.events_.value = [message.event, ...this.events_.value].slice(0, this.options.events_kept ?? 100);
    else if ('cover_all' in message) this.cover_all_.value = message.cover_all;
  }
}
