// Backing out a confirmed award takes two people and a document; the win slip is kept, marked void.
import { useState } from 'preact/hooks';
import { money } from '../../../format';
import { text } from '../../../text';
import { TextField } from '../../../ui/field';
import { ActionSheet, useSending } from '../commanding';
import { hand_name } from '../names';
import type { Win } from '../wins/win';

const words = text.console.adjustments;

export function BackOutSheet({ win, close, changed }: { win: Win; close: () => void; changed: () => void }) {
  const sending = useSending();
  const [document, set_document] = useState('');
  const perform = async () => {
    const done = await sending.send({ back_out_award: { claim: win.claim, document } });
    if (done) changed();
    return done;
  };
  return (
    <ActionSheet
      title={words.back_out_title(win.page)} action={words.back_out_action(money(win.amount))} danger two_people sending={sending} close={close} perform={perform}
      ready={document.trim() !== ''} said={() => words.back_out_said(win.page)}
      changes={(
        <>
          <div class="decide-head"><span class="decide-amount">{money(win.amount)}</span><span>{hand_name(win.hand)} · {text.console.wins.at(win.table, win.position)}</span></div>
          <ul class="happens"><li>{words.back_out_does}</li><li>{words.back_out_page}</li></ul>
        </>
      )}
    >
      <TextField label={words.document} hint={words.document_hint} value={document} onInput={set_document} error={sending.at('document')} autocomplete="off" autofocus />
    </ActionSheet>
  );
}
