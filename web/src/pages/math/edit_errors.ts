// Why an edited pay is refused, shown at its field.
import { Refused } from '../../api';
import { sentence } from '../../names';
import { text } from '../../text';
import type { TableQuestion } from './view';

const words = text.math;

// A refused edit is shown at its field, or above the figures if it has none.
export function edit_errors(error: Error | null, question: TableQuestion): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  if (!(error instanceof Refused) || !error.field.startsWith('edits')) return errors;
  const index = /\[(\d+)\]/.exec(error.field)?.[1];
  // If the paytable has a gap and a row was removed, that is the reason.
  const taken_out = error.message.startsWith('a row is missing') ? question.edits.find((each) => each.endsWith('=')) : undefined;
  const edit = taken_out ?? (index === undefined ? '' : question.edits[Number(index)] ?? '');
  const said = taken_out ? words.cannot_remove : error.code === 'malformed_edit' || error.message.includes('is not a pay') ? words.pay_malformed : sentence(error.message.replace(/^'[^']*': /, ''));
  errors.set(edit.slice(0, Math.max(0, edit.indexOf('='))), said);
  return errors;
}
