// Who is signed in, and the live state of the floor. When a session ends, the console stays as it is behind the
// sign-in.
import { computed, signal } from '@preact/signals';
import { Refused, get, post, session_ended } from '../../api';
import { FloorLive, type Link, type Table } from '../../floor_live';
import { DoorView, FloorView, Me } from '../../protocol';
import type { Of } from '../../decode';
import { topics_of } from './rights';
import { say } from './said';

export type Person = Of<typeof Me>;
export type Floor = Of<typeof FloorView>;
// ended: someone was signed in here, and their unfinished work is still open behind the sign-in.
export type SessionState = 'asking' | 'first_start' | 'out' | 'in' | 'ended' | 'failed';

export const session = signal<SessionState>('asking');
export const me = signal<Person | null>(null);
export const floor = signal<Floor | null>(null); // as of the sign-in: house, version
export const failure = signal<Error | null>(null);
const live = signal<FloorLive | null>(null);

const people = computed<ReadonlyMap<string, string>>(() => new Map((floor.value?.people ?? []).map(({ staff, name }) => [staff, name])));
// "3001 Ann Lee"; only the card if the name is unknown (enrolled since the sign-in).
export const person_name = (card: string) => [card, people.value.get(card)].filter(Boolean).join(' ');

const none = new Map<string, never>();
export const links = computed<ReadonlyMap<string, Link>>(() => live.value?.links.value ?? none);
export const tables = computed<ReadonlyMap<string, Table>>(() => live.value?.tables.value ?? none);
export const claims = computed(() => live.value?.claims.value ?? []);
export const owed = computed(() => live.value?.owed.value ?? []);
export const alarms = computed(() => live.value?.alarms.value ?? []);
export const unseen_alarms = computed(() => alarms.value.filter((alarm) => alarm.acknowledged_ms === 0));
export const events = computed(() => live.value?.events.value ?? []);
export const connection = computed(() => live.value?.connection.value ?? 'connecting');

export const lost = computed(() => connection.value === 'lost');

// The game manager's clock, in steps of a second. It stops while the connection is lost, because nothing shown is
// newer.
export const now_ms = signal(Date.now());
setInterval(() => {
  if (!lost.value) now_ms.value = live.value?.now_ms() ?? Date.now();
}, 1000);

const feed_length = 300;

async function enter(person: Person): Promise<void> {
  const seen = await get('/v1/floor', FloorView);
  live.value?.close();
  const opened = new FloorLive({ topics: topics_of(person.role), events_after: Math.max(0, seen.sequence - feed_length), events_kept: feed_length, start: seen });
  opened.connection.subscribe((connection) => {
    if (connection === 'ended' && live.value === opened) end();
  });
  floor.value = seen;
  me.value = person;
  live.value = opened;
  now_ms.value = opened.now_ms();
  session.value = 'in';
}

function end(): void {
  if (session.value === 'in') session.value = 'ended';
}
session_ended.notify = end;

// A restarted game manager has no sessions and refuses the live channel, which looks like a connection loss that never
// ends.
const door_every_ms = 3_000;
async function look_at_door(): Promise<void> {
  if (!lost.value || session.value !== 'in') return;
  const door = await get('/v1/door', DoorView).catch(() => null); // unreachable: tried again later
  if (door && !door.signed_in && lost.value) end();
}
setInterval(() => void look_at_door(), door_every_ms);

export async function begin(): Promise<void> {
  session.value = 'asking';
  try {
    // Requested first, so that nothing is refused merely because nobody is signed in.
    const door = await get('/v1/door', DoorView);
    if (door.signed_in) await enter(await get('/v1/me', Me));
    else session.value = door.first_start ? 'first_start' : 'out';
  } catch (error) {
    if (error instanceof Refused && error.code === 'not_signed_in') session.value = 'out';
    else {
      failure.value = error as Error;
      session.value = 'failed';
    }
  }
}

export const sign_in = async (given: { staff: string; pin: string }) => enter(await post('/v1/sign-in', given, Me));
export const first_start = async (given: { code: string; staff: string; name: string; pin: string }) => enter(await post('/v1/first-start', given, Me));

// With `keep`, the console stays behind the sign-in so that the next person continues at the same place.
export async function sign_out(keep = false): Promise<void> {
  try {
    await post('/v1/sign-out');
  } catch (error) {
    if (!(error instanceof Refused && error.code === 'not_signed_in')) return say((error as Error).message);
  }
  session.value = keep ? 'ended' : 'out';
  const closing = live.value;
  live.value = keep ? closing : null;
  closing?.close();
}

// Keeps people signed in while they work on the page without sending requests.
const stay_every_ms = 60_000;
let stayed_ms = Date.now();
function stay(): void {
  if (session.value !== 'in' || Date.now() - stayed_ms < stay_every_ms) return;
  stayed_ms = Date.now();
  void get('/v1/me', Me).catch(() => undefined);
}
for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, stay);
