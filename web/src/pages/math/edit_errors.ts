// Why an edited pay is refused, told at its field.
import { Refused } from '../../api';
import { sentence } from '../../names';
import { text } from '../../text';
import type { TableQuestion } from './view';

const words = text.math;

// A refused edit is told at its field; what cannot be told there, above the figures.
export function edit_errors(error: Error | null, question: TableQuestion): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  if (!(error instanceof Refused) || !error.field.startsWith('edits')) return errors;
  const index = /\[(\d+)\]/.exec(error.field)?.[1];
  // The paytable has a gap: where a row was taken out, that is why.
  const taken_out = error.message.startsWith('a row is missing') ? question.edits.find((each) => each.endsWith('=')) : undefined;
  const edit = taken_out ?? (index === undefined ? '' : question.edits[Number(index)] ?? '');
  const said = taken_out ? words.cannot_remove : error.code === 'malformed_edit' || error.message.includes('is not a pay') ? words.pay_malformed : sentence(error.message.replace(/^'[^']*': /, ''));
  errors.set(edit.slice(0, Math.max(0, edit.indexOf('='))), said);
  return errors;
}
