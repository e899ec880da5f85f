// A request that was refused or not answered: what is wrong, and a way to continue.
import { Refused } from '../../api';
import { text } from '../../text';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';

const words_of = (error: Error) => (error instanceof Refused && error.code === 'malformed' && error.field ? `${error.field}: ${error.message}` : error.message);

export function Stuck({ error, again, reset }: { error: Error; again: () => void; reset: () => void }) {
  const unreached = error instanceof Refused && (error.status === 0 || error.status >= 500);
  return (
    <Notice kind="alarm">
      <div class="row spread wrap">
        <span>{words_of(error)}</span>
        {unreached ? <Button onClick={again}>{text.common.try_again}</Button> : <Button onClick={reset}>{text.practice.undo}</Button>}
      </div>
    </Notice>
  );
}
