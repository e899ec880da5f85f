// What the keypad knows: the table's last state, its links, presses without an answer yet, and refusals.
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Sent } from '../../decode';
import type { FloorLive, Link, Table } from '../../floor_live';
import type { Answered, Key, Outcome, Owed } from '../../protocol';
import { owed_earlier } from '../../owed';
import { dealers_words } from './dealers_words';
import { follow, learn, no_marks, shown, type Mark, type RoundMarks } from './marks';

export type SheetName = 'key' | 'card' | 'void' | 'cancel' | 'fault';
export type LeftOut = Outcome['left_out'][number];

const unreached_after_ms = 4000;

export class Desk {
  readonly table: ReadonlySignal<Table | null>;
  readonly links: ReadonlySignal<readonly Link[]>; // of the table, in order
  readonly hands: ReadonlySignal<readonly string[]>;
  readonly marks: ReadonlySignal<{ marks: Mark[]; gone: Mark[] }>;
  readonly lost: ReadonlySignal<boolean>;
  readonly refusal = signal(''); // of the last press
  readonly left_out = signal<readonly LeftOut[]>([]); // of the last lock
  readonly waiting = signal<readonly Sent<Key>[]>([]); // pressed, not answered yet
  readonly folded = signal(false);
  readonly link_chosen = signal(''); // if a position bets on several
  readonly list_closed = signal(false); // the spot stays selected while the list is closed
  readonly owed_shown = signal(false);
  readonly sheet = signal<SheetName | null>(null);
  readonly hand_pay = signal<Owed | null>(null); // whose payment a supervisor acknowledges
  readonly card_closed_for = signal(0); // the claim whose sheet was closed
  private readonly kept: ReturnType<typeof signal<RoundMarks>>;
  private readonly unreached = signal(false);
  private was_lost = false;
  private heard: Table | null = null;
  private readonly ends: (() => void)[] = [];

  constructor(private readonly live: FloorLive, readonly name: string) {
    this.kept = signal(this.remembered());
    this.table = computed(() => live.tables.value.get(name) ?? null);
    this.links = computed(() => (this.table.value?.links ?? []).flatMap((link) => live.links.value.get(link) ?? []));
    this.hands = computed(() => [...new Set(this.links.value.flatMap(({ prizes }) => prizes.map(({ hand }) => hand)))]);
    this.marks = computed(() => (this.table.value ? shown(this.kept.value!, this.table.value, this.links.value) : { marks: [], gone: [] }));
    this.lost = computed(() => live.connection.value === 'lost' || (live.connection.value === 'connecting' && this.unreached.value));
    const timer = setTimeout(() => (this.unreached.value = true), unreached_after_ms);
    this.ends.push(() => clearTimeout(timer), effect(() => this.hear_connection()), effect(() => this.hear_table()));
  }

  close(): void {
    for (const end of this.ends) end();
  }

  get connection() {
    return this.live.connection;
  }

  // A refusal stays on the screen until the next press or, before the lock, until the sensors change.
  async press(key: Sent<Key>): Promise<void> {
    const answer = await this.send(key);
    const wrong = answer?.refused ?? answer?.failed;
    if (wrong) this.refusal.value = dealers_words(wrong.text, this.hands.value);
  }

  // With a person's card. A refusal is thrown, for the sheet to show.
  async press_with_card(kind: 'card' | 'key_to_jph', staff: string, pin: string): Promise<void> {
    const answer = await this.send({ kind, staff }, pin);
    const wrong = answer?.refused ?? answer?.failed;
    if (wrong) throw new Error(dealers_words(wrong.text, this.hands.value));
  }

  async report_fault(cause: string): Promise<void> {
    const answer = await this.live.fault({ serial: this.live.hello.value?.who ?? '', cause });
    const wrong = answer.refused ?? answer.failed;
    if (wrong) throw new Error(dealers_words(wrong.text));
  }

  is_waiting(kind: Key['kind']): boolean {
    return this.waiting.value.some((key) => key.kind === kind);
  }

  private async send(key: Sent<Key>, pin = ''): Promise<Answered | null> {
    if (this.lost.value || this.waiting.value.some((other) => other.kind === key.kind && other.hand === key.hand && (key.kind !== 'paid' || (other.round === key.round && other.position === key.position)))) return null;
    this.refusal.value = '';
    this.left_out.value = [];
    this.waiting.value = [...this.waiting.value, key];
    const table = this.table.value;
    try {
      const answer = await this.live.press(key, pin);
      if (answer.accepted && table) this.take(key, table, answer.accepted);
      return answer;
    } catch {
      return null; // the channel has ended; the page says so
    } finally {
      this.waiting.value = this.waiting.value.filter((other) => other !== key);
    }
  }

  private take(key: Sent<Key>, table: Table, outcome: Outcome): void {
    this.left_out.value = outcome.left_out;
    this.keep(learn(this.kept.value!, table, key, outcome));
    if (key.kind === 'hand') this.folded.value = false;
    if (key.kind === 'spot') this.list_closed.value = false;
    if (key.kind === 'confirm') this.card_closed_for.value = 0;
  }

  private hear_connection(): void {
    if (this.live.connection.value === 'lost') this.was_lost = true;
  }

  private hear_table(): void {
    const table = this.table.value;
    if (!table) return;
    this.keep(follow(this.kept.peek()!, table, this.links.value));
    const before = this.heard;
    this.heard = table;
    // What an earlier round owes is easily missed: it is brought to the front once.
    if (owed_earlier(table.view.owed).length > owed_earlier(before?.view.owed ?? []).length) this.owed_shown.value = true;
    if (before && !table.round && JSON.stringify(before.lit) !== JSON.stringify(table.lit)) this.refusal.value = '';
    if (!this.was_lost || before === table) return;
    this.was_lost = false;
    if (before && table.round && before.round?.number === table.round.number) void this.go_on(before.steps, table);
  }

  // A restarted game manager does not know which spot was selected, so the keypad sends it again.
  private async go_on(before: Table['steps'], table: Table): Promise<void> {
    const closed = this.list_closed.value;
    if (before.spot !== null && table.steps.spot === null) await this.send({ kind: 'spot', position: before.spot });
    this.list_closed.value = closed;
    const waits = table.view.pending.some(({ claim }) => claim === before.confirming);
    if (waits && table.steps.confirming === 0) await this.send({ kind: 'confirm' });
  }

  private keep(marks: RoundMarks): void {
    if (JSON.stringify(marks) === JSON.stringify(this.kept.peek())) return;
    this.kept.value = marks;
    localStorage.setItem(this.memory_key(), JSON.stringify(marks));
  }

  private remembered(): RoundMarks {
    try {
      const found = JSON.parse(localStorage.getItem(this.memory_key()) ?? 'null') as RoundMarks | null;
      return found && Array.isArray(found.kept) ? found : no_marks;
    } catch {
      return no_marks;
    }
  }

  private memory_key(): string {
    return `cardroom.marks.${this.name}`;
  }
}
