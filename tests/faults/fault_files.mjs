// Files of seeded faults (*.faults), and a source with its faults behind run-time switches. docs/internals/testing.md
// describes the format.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const text_hash = (text) => createHash('sha256').update(text).digest();

// The number that switches a fault on: of its name, so that a new fault changes no other source.
const number_of = (id) => text_hash(id).readUInt32BE(0) >>> 1;

function parse_file(path, name) {
  const folder = { name, root: '', quick: [], tests: [], faults: [] };
  let fault;
  const lines = readFileSync(path, 'utf8').split('\n');
  lines.forEach((line, index) => {
    const wrong = (why) => { throw new Error(`${path}:${index + 1}: ${why}`); };
    if (line.trim() === '' || line.startsWith('#')) return;
    const [, key, rest] = /^(\S+) ?(.*)$/.exec(line) ?? wrong('a line begins with its keyword');
    if (key === 'folder') folder.root = rest;
    else if (key === 'quick' || key === 'tests') folder[key].push(...rest.split(' '));
    else if (key === 'fault') {
      const [, short, says] = /^([\w-]+): (.+)$/.exec(rest) ?? wrong('expected: fault NAME: what it does');
      fault = { id: `${name}/${short}`, folder, says, file: '', from: [], to: [], tests: [], equivalent: '' };
      folder.faults.push(fault);
    } else if (!fault) wrong('expected a fault first');
    else if (key === 'in') fault.file = join(folder.root, rest);
    else if (key === '-') fault.from.push(rest);
    else if (key === '+') fault.to.push(rest);
    else if (key === 'test') fault.tests.push(rest);
    else if (key === 'equivalent') fault.equivalent += rest;
    else wrong(`unknown keyword '${key}'`);
  });
  for (const each of folder.faults) {
    each.number = number_of(each.id);
    each.text = [each.file, ...each.from, '', ...each.to].join('\n');
    if (each.file === '' || each.from.length === 0) throw new Error(`${path}: ${each.id} lacks 'in' or '-'`);
  }
  return folder;
}

export function read_faults(from) {
  const folders = readdirSync(from).filter((name) => name.endsWith('.faults')).sort()
    .map((name) => parse_file(join(from, name), name.slice(0, -'.faults'.length)));
  const seen = new Map();
  for (const fault of folders.flatMap((folder) => folder.faults)) {
    if (seen.has(fault.number)) throw new Error(`${fault.id}: the name is taken; choose another`);
    seen.set(fault.number, fault);
  }
  return folders;
}

// Where the original stands, whatever its line breaks: the part between « and », or all of it. Or why not.
export function place_of(fault, source) {
  const marked = fault.from.join(' ').trim();
  const escape = (text) => text.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+');
  const parts = /^([^]*)«([^]*)»([^]*)$/.exec(marked) ?? ['', '', marked, ''];
  const pattern = new RegExp(parts.slice(1).map((part) => `(${escape(part)})`).join(''), 'g');
  const found = [...source.matchAll(pattern)];
  if (found.length !== 1) return `its original stands ${found.length} times in ${fault.file}, not once`;
  const start = found[0].index + found[0][1].length;
  return { start, end: start + found[0][2].length };
}

function switched(fault, original, before) {
  const on = `fault_is_on(${fault.number} /* ${fault.id} */)`;
  const to = fault.to.join('\n').trim();
  const is_statement = /;$/.test(original.trim()) || (/}$/.test(original.trim()) && /[;{}]$/.test(before.trim()));
  if (is_statement) return `{ if (${on}) { ${to} } else { ${original} } }`;
  if (to === '') throw new Error(`${fault.id}: an expression needs another one; to drop a statement, name all of it`);
  // A condition need not be of type bool.
  if (to === 'true') return `(${on} || (${original}))`;
  if (to === 'false') return `(!${on} && (${original}))`;
  return `(${on} ? (${to}) : (${original}))`;
}

// The source with all these faults in it, none of them on. A fault may lie within another one.
export function with_faults(source, faults) {
  const places = faults.map((fault) => ({ fault, ...place_of(fault, source) }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  let next = 0;
  const render = (start, end) => {
    let text = '';
    let at = start;
    while (next < places.length && places[next].start < end) {
      const place = places[next++];
      if (place.end > end) throw new Error(`${place.fault.id} overlaps another fault; move one of them`);
      text += source.slice(at, place.start);
      text += switched(place.fault, render(place.start, place.end), source.slice(0, place.start));
      at = place.end;
    }
    return text + source.slice(at, end);
  };
  return render(0, source.length);
}

// What a copied source begins with, so that it knows which fault is on: one environment variable says so. Pages in a
// browser have none, and read it at the end of the browser's name.
export const cpp_switch = `#pragma once
#include <cstdlib>
inline const unsigned fault_on = std::getenv("CARDROOM_FAULT") ? static_cast<unsigned>(std::atol(std::getenv("CARDROOM_FAULT"))) : 0;
constexpr bool fault_is_on(unsigned number) {
  if consteval { return false; } else { return fault_on == number; }
}
`;
export const ts_switch = `const fault_is_on = (number: number): boolean => String(number) === ((globalThis as any).process?.env?.CARDROOM_FAULT ?? /fault=(\\d+)/.exec((globalThis as any).navigator?.userAgent ?? '')?.[1]);\n`;
