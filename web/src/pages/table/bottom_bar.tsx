// The bottom bar: what to do next in words, and the current key on the right.
import { ArrowRight, TriangleAlert } from 'lucide-preact';
import { sentence } from '../../names';
import { text } from '../../text';
import { Button } from '../../ui/button';
import { lost_meaning } from './centre';
import type { Desk } from './desk';
import { moment_of, type KeyName } from './moment';

const words = text.table;

// Keys that require a person's card open a sheet first.
export function press_named(desk: Desk, key: KeyName): void {
  if (key === 'card' && desk.table.value?.keypad === 'second_generation') desk.card_closed_for.value = 0;
  else if (key === 'card') desk.sheet.value = 'card';
  else if (key === 'key_to_jph') desk.sheet.value = 'key';
  else void desk.press({ kind: key });
}

function next_words(desk: Desk): string {
  const table = desk.table.value;
  if (desk.lost.value) return lost_meaning(desk, table);
  if (!table) return words.connecting;
  if (!table.connected && !table.round) return words.no_controller;
  return sentence(table.view.next, desk.hands.value);
}

// Names with hyphens stay on one line.
const unbroken = (words: string) => words.split(/(A-K-Q|J-POT)/).map((part, index) => (index % 2 ? <span key={index} class="unbroken">{part}</span> : part));

export function BottomBar({ desk }: { desk: Desk }) {
  const table = desk.table.value;
  const lost = desk.lost.value;
  const moment = table ? moment_of(table) : null;
  // Without a chip or without sensors there is nothing to lock.
  const idle = !table || (!table.round && (table.lit.length === 0 || !table.connected));
  const tone = !moment || idle ? 'plain' : moment.main === 'confirm' || moment.main === 'key_to_jph' || moment.main === 'card' || moment.main === 'j_pot' ? 'violet' : 'primary';
  // A double tap counts once.
  const press = (key: KeyName) => (event: Event) => {
    if ((event as MouseEvent).detail < 2) press_named(desk, key);
  };
  return (
    <footer class="bottom">
      <p class={`next ${table && !table.connected && !table.round ? 'alarm' : ''}`} role="status">
        {lost ? <TriangleAlert size={26} aria-hidden="true" /> : <ArrowRight size={26} aria-hidden="true" />}
        <span>{unbroken(next_words(desk))}</span>
      </p>
      <div class="keys">
        {moment && moment.others.map((key) => (
          <Button key={key} large disabled={lost} onClick={press(key)} hint={words.key_hint[key]}>{words.key[key]}</Button>
        ))}
        <Button kind={tone === 'primary' ? 'primary' : 'plain'} large class={`main-key ${tone}`} disabled={lost || !moment} onClick={moment ? press(moment.main) : () => undefined} hint={moment ? words.key_hint[moment.main] : ''}>
          {moment ? words.key[moment.main] : words.wait}
        </Button>
      </div>
    </footer>
  );
}
