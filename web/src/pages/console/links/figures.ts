// Figures that the game manager computed from a link's rules, formatted for people. Figures stay text; nothing is
// computed here.
import { money, percent } from '../../../format';
import { text } from '../../../text';
import { spoken } from '../names';
import type { Details } from './link_parts';

type Figure = Details['judgement']['figures'][number];
export interface FigureView { name: string; value: string; exact: string }

const words = text.console.links;
const is_share = (name: string) => /house_advantage|chance/.test(name);
const two_places = (decimal: string) => money(/^-?\d+(\.\d+)?$/.test(decimal) ? decimal : '0');
const one = (name: string, decimal: string) => (is_share(name) ? percent(decimal) : two_places(decimal));

function name_of(name: string): string {
  const known = (words.figures as Record<string, string>)[name];
  if (known) return known;
  if (name.startsWith('previous_')) return words.figure_before(name_of(name.slice('previous_'.length)));
  for (const [start, says] of [['seed_', words.figure_seed], ['break_even_', words.figure_break_even]] as const)
    if (name.startsWith(start)) return says(spoken(name.slice(start.length)));
  return spoken(name);
}

export const figure_view = ({ name, decimal, exact }: Figure): FigureView => ({ name: name_of(name), value: decimal.split(' to ').map((each) => one(name, each)).join(' – '), exact });

// Hours, which come as text, in seconds; for a duration that is shown roughly.
export const seconds_of = (hours: string) => Number(hours) * 3600;
