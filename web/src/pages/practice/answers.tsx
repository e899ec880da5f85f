// Where the trainee answers: buttons for steps and hands, positions to pick, and what to do with a wager.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Coins, Delete, Eye, Hand, MoveRight, Trophy, Undo2 } from 'lucide-preact';
import { text } from '../../text';
import { Button } from '../../ui/button';
import { useKeys, type KeyWay } from '../../ui/keys';
import type { Place } from './deal_table';
import type { Answer, Handling, Question } from './shapes';

const words = text.practice;

export function ShowAnswer({ busy, answer }: { busy: boolean; answer: (answer: Answer) => void }) {
  const ways = useMemo((): KeyWay[] => [{ key: 's', says: words.show_answer, does: () => answer({ show: true }) }], [answer]);
  useKeys(ways);
  return <Button kind="quiet" icon={Eye} label={words.show_answer} disabled={busy} onClick={() => answer({ show: true })} />;
}

export function ChoiceAnswers({ question, busy, answer }: { question: Question; busy: boolean; answer: (answer: Answer) => void }) {
  const ways = useMemo(() => question.options.slice(0, 9).map(({ id, text: says }, index): KeyWay => ({ key: String(index + 1), says, does: () => answer({ choice: id }) })), [question, answer]);
  useKeys(ways);
  return (
    <div class={`options ${question.options.length > 4 ? 'many' : ''}`}>
      {question.options.map(({ id, text: says }, index) => (
        <Button key={id} large class="option" disabled={busy} {...(index < 9 ? { hint: String(index + 1) } : {})} onClick={() => answer({ choice: id })}>{says}</Button>
      ))}
    </div>
  );
}

export function PositionAnswers({ question, picked, pick, busy, answer }: {
  question: Question;
  picked: readonly number[];
  pick: (position: number) => void;
  busy: boolean;
  answer: (answer: Answer) => void;
}) {
  const ways = useMemo(() => [
    ...question.positions.map((position): KeyWay => ({ key: String(position), says: words.position(position), does: () => pick(position) })),
    { key: 'Enter', says: words.confirm, does: () => answer({ positions: [...picked] }) },
  ], [question, picked, pick, answer]);
  useKeys(ways);
  return (
    <div class="answers">
      {question.positions.map((position) => (
        <Button key={position} large pressed={picked.includes(position)} disabled={busy} hint={String(position)} onClick={() => pick(position)}>{words.position(position)}</Button>
      ))}
      <Button kind="primary" large class="whole" disabled={busy} hint="↵" onClick={() => answer({ positions: [...picked] })}>{picked.length === 0 ? words.nobody : words.confirm}</Button>
    </div>
  );
}

function PayPad({ paid, set, pay, back, busy }: { paid: string; set: (paid: string) => void; pay: () => void; back: () => void; busy: boolean }) {
  return (
    <form class="pay-pad" onSubmit={(event) => { event.preventDefault(); pay(); }}>
      <label class="pay-field with-affix">
        <span class="unseen">{words.amount}</span>
        <span class="affix" aria-hidden="true">$</span>
        <input class="input figures" inputMode="decimal" autocomplete="off" autoFocus value={paid} maxLength={12} onInput={(event) => set(event.currentTarget.value)} />
      </label>
      <div class="digits" role="group" aria-label={words.digits}>
        {[...'123456789.0'].map((digit) => <Button key={digit} onClick={() => set(paid + digit)}>{digit}</Button>)}
        <Button icon={Delete} label={words.delete_digit} onClick={() => set(paid.slice(0, -1))} />
      </div>
      <div class="row">
        <Button large icon={Undo2} label={words.back} onClick={back} />
        <Button kind="primary" large class="grow" type="submit" disabled={busy || !/^\d+(\.\d{1,2})?$/.test(paid)} hint="↵">{words.handling.pay}</Button>
      </div>
    </form>
  );
}

const icons = { take: Hand, push: MoveRight, pay: Coins, claim: Trophy } as const;
const keys: Record<Handling, string> = { take: 't', push: 'u', pay: 'p', claim: 'c' };

export function HandledAnswers({ chosen, chosen_name, move, busy, answer }: {
  chosen: Place | null;
  chosen_name: string;
  move: (by: 1 | -1) => void;
  busy: boolean;
  answer: (answer: Answer) => void;
}) {
  const [paying, set_paying] = useState(false);
  const [paid, set_paid] = useState('');
  useEffect(() => {
    set_paying(false);
    set_paid('');
  }, [chosen?.position, chosen?.wager]);
  const handle = (how: Handling) => {
    if (!chosen || busy) return;
    if (how === 'pay') return set_paying(true);
    answer({ handled: { ...chosen, how } });
  };
  const ways = useMemo((): KeyWay[] => [
    { key: 'ArrowRight', shown: '→', says: words.next_wager, does: () => move(1) },
    { key: 'ArrowLeft', shown: '←', says: words.previous_wager, does: () => move(-1) },
    ...(Object.keys(keys) as Handling[]).map((how): KeyWay => ({ key: keys[how], says: words.handling[how], does: () => handle(how) })),
  ], [chosen, move, busy, answer]);
  useKeys(ways);
  if (!chosen) return <p class="quiet">{words.choose_wager}</p>;
  return (
    <div class="answers">
      <p class="handled-name whole">{chosen_name}</p>
      {paying ? (
        <PayPad paid={paid} set={set_paid} busy={busy} back={() => set_paying(false)} pay={() => { answer({ handled: { ...chosen, how: 'pay', paid } }); set_paying(false); set_paid(''); }} />
      ) : (
        (Object.keys(keys) as Handling[]).map((how) => (
          <Button key={how} large icon={icons[how]} disabled={busy} hint={keys[how].toUpperCase()} onClick={() => handle(how)}>{words.handling[how]}</Button>
        ))
      )}
    </div>
  );
}
