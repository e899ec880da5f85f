// Seeded faults: checks them, writes a copy of the tree with all of them in it, and runs the tests against each.
// script/faults calls this; docs/internals/testing.md explains it.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { cpp_switch, place_of, read_faults, ts_switch, with_faults } from './fault_files.mjs';

const options = { tree: 'build/faults/tree', results: 'build/faults/results.json', only: '', quick: false, survivors: false, json: false };
const [command, ...words] = process.argv.slice(2);
for (const word of words) {
  const [, name, value] = /^--(\w+)=?(.*)$/.exec(word) ?? [];
  if (!(name in options)) throw new Error(`unknown option ${word}`);
  options[name] = typeof options[name] === 'boolean' ? true : value;
}

const folders = read_faults('tests/faults');
const every = folders.flatMap((folder) => folder.faults);
const chosen = every.filter((fault) => fault.id.includes(options.only));
const results = fs.existsSync(options.results) ? JSON.parse(fs.readFileSync(options.results, 'utf8')) : {};
const built = join(resolve(options.tree), 'build/release');

function keep(id, result) {
  results[id] = result;
  fs.mkdirSync(dirname(options.results), { recursive: true });
  fs.writeFileSync(`${options.results}.new`, JSON.stringify(results, null, 1));
  fs.renameSync(`${options.results}.new`, options.results);
}

// Faults whose original is no longer there, or there twice.
function not_applicable() {
  return every.flatMap((fault) => {
    const place = fs.existsSync(fault.file) ? place_of(fault, fs.readFileSync(fault.file, 'utf8')) : `${fault.file} is gone`;
    return typeof place === 'string' ? [{ fault, why: place }] : [];
  });
}

const files_of_tree = () => execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 1 << 26 })
  .split('\0').filter((name) => name !== '' && fs.existsSync(name) && fs.lstatSync(name).isFile());
const is_fault_file = (name) => name.startsWith('tests/faults/');

// All that the tests are built from. A result counts while this stays the same.
function tree_hash() {
  const hash = createHash('sha256');
  for (const name of files_of_tree())
    if (!is_fault_file(name) && !name.startsWith('docs/')) hash.update(name).update(fs.readFileSync(name));
  return hash.digest('hex').slice(0, 16);
}

// Only what differs is written: the next build compiles what changed.
function write_copy() {
  const applicable = new Set(every);
  for (const { fault } of not_applicable()) applicable.delete(fault);
  const by_file = new Map();
  for (const fault of applicable) by_file.set(fault.file, [...(by_file.get(fault.file) ?? []), fault]);
  const wanted = new Set();
  const put = (name, text, like) => {
    wanted.add(name);
    const target = join(options.tree, name);
    if (fs.existsSync(target) && fs.readFileSync(target).equals(text)) return;
    fs.mkdirSync(dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
    if (like) fs.utimesSync(target, like.atime, like.mtime), fs.chmodSync(target, like.mode);
  };
  for (const name of files_of_tree()) {
    const source = fs.readFileSync(name);
    if (by_file.has(name)) {
      const text = with_faults(source.toString(), by_file.get(name));
      const is_cpp = /\.(cpp|h)$/.test(name);
      if (!is_cpp && !/\.tsx?$/.test(name)) throw new Error(`${name}: only C++ and TypeScript can be switched at run time`);
      put(name, Buffer.from(is_cpp ? `#include "base/fault_switch.h"\n${text}` : ts_switch + text));
    } else if (name === 'web/e2e/playwright.config.ts') {
      put(name, Buffer.from(source.toString().replace('use: {', "use: { userAgent: `Chromium fault=${process.env['CARDROOM_FAULT']}`,")));
    } else {
      put(name, source, fs.statSync(name));
    }
  }
  put('src/base/fault_switch.h', Buffer.from(cpp_switch));
  // Sources that are gone would still be compiled.
  for (const name of fs.readdirSync(join(options.tree, 'src'), { recursive: true }).map((name) => join('src', String(name))))
    if (/\.(cpp|h)$/.test(name) && !wanted.has(name)) fs.rmSync(join(options.tree, name));
  const packages = join(options.tree, 'web/node_modules');
  if (fs.existsSync('web/node_modules') && !fs.existsSync(packages)) fs.symlinkSync(resolve('web/node_modules'), packages);
}

// An executable that was built before its faults were seeded would notice nothing.
function need_built(fault) {
  const seeded = fs.statSync(join(options.tree, fault.file)).mtimeMs;
  for (const target of tests_of(fault).filter((test) => !test.startsWith('ctest:')).flatMap(target_of)) {
    const executable = join(built, target);
    if (!fs.existsSync(executable) || fs.statSync(executable).mtimeMs < seeded) throw new Error(`${fault.id}: ${target} is not built in the copy`);
  }
}

// EXECUTABLE, EXECUTABLE:FILTER (GoogleTest), or ctest:NAME.
const tests_of = (fault) => [...new Set([...fault.folder.quick, ...(options.quick && fault.folder.quick.length > 0 ? [] : [...fault.tests, ...(options.quick ? [] : fault.folder.tests)])])];
const target_of = (test) => test.startsWith('ctest:') ? ['cardroom', 'web_tests'] : [test.split(':')[0]];
function command_of(test) {
  const [, name, filter] = /^([^:]+):?(.*)$/.exec(test);
  if (name === 'ctest') return ['ctest', ['--test-dir', built, '--output-on-failure', '--no-tests=error', '-R', `^${filter}$`]];
  return [join(built, name), ['--gtest_brief=1', '--gtest_fail_fast', ...(filter ? [`--gtest_filter=${filter}`] : [])]];
}

function run_test(test, fault, limit_s) {
  const [program, args] = command_of(test);
  const started = Date.now();
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: built, detached: true, stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, CARDROOM_FAULT: String(fault?.number ?? 0) } });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => { said = (said + data).slice(-20000); });
    let late = false;
    const timer = setTimeout(() => { late = true; process.kill(-child.pid, 'SIGKILL'); }, limit_s * 1000);
    child.on('error', (error) => { said += error.message; });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const first = /\[  FAILED  \] ([^\s,(]+)/.exec(said)?.[1] ?? /not ok \d+ - (.*)/.exec(said)?.[1];
      const how = first ?? (late ? `more than ${limit_s} s` : signal ?? `exit code ${code}`);
      done({ passed: code === 0, by: code === 0 ? '' : `${test.split(':')[0]}: ${how}`, seconds: (Date.now() - started) / 1000, said });
    });
  });
}

// A test without a fault, once: it must pass, and shows how long it takes. A fault may take six times as long.
async function limit_of(test, tree) {
  const id = `without a fault: ${test}`;
  if (results[id]?.key !== tree) {
    const one = await run_test(test, null, 1800);
    if (!one.passed) throw new Error(`${one.said}\n${test} fails without a fault`);
    if (/\] 0 tests from/.test(one.said)) throw new Error(`${test} selects no test`);
    keep(id, { key: tree, seconds: one.seconds });
  }
  return Math.ceil(Math.max(60, 6 * results[id].seconds));
}

const counts = (fault, tree) => {
  const result = results[fault.id];
  if (!result || result.text !== fault.text) return false;
  return result.key === `${tree} ${tests_of(fault).join(' ')}` || (options.survivors && result.status === 'caught');
};

async function run() {
  const tree = tree_hash();
  const gone = new Set(not_applicable().map(({ fault }) => fault));
  const waiting = chosen.filter((fault) => !gone.has(fault) && !fault.equivalent && !counts(fault, tree));
  waiting.forEach(need_built);
  const total = waiting.length;
  let done = 0;
  const limits = new Map();
  const limit = (test) => limits.get(test) ?? limits.set(test, limit_of(test, tree)).get(test);
  const worker = async () => {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
      const result = { key: `${tree} ${tests_of(fault).join(' ')}`, text: fault.text, status: 'survived', by: '', seconds: 0 };
      for (const test of tests_of(fault)) {
        const one = await run_test(test, fault, await limit(test));
        result.seconds += one.seconds;
        if (one.passed) continue;
        Object.assign(result, { status: 'caught', by: one.by });
        break;
      }
      keep(fault.id, result);
      console.log(`[${++done}/${total}] ${fault.id} ${result.status} ${result.by} (${result.seconds.toFixed(1)} s)`);
    }
  };
  await Promise.all([worker(), worker()]);
}

function summary() {
  const gone = new Map(not_applicable().map(({ fault, why }) => [fault, why]));
  const status = (fault) => gone.has(fault) ? 'not applicable' : fault.equivalent ? 'equivalent'
    : results[fault.id]?.text === fault.text ? results[fault.id].status : 'not run';
  const columns = ['faults', 'caught', 'survived', 'equivalent', 'not applicable', 'not run'];
  const rows = [...folders.map((folder) => [folder.name, folder.faults.filter((fault) => chosen.includes(fault))]), ['all', chosen]]
    .filter(([, faults]) => faults.length > 0)
    .map(([name, faults]) => [name, faults.length, ...columns.slice(1).map((column) => faults.filter((fault) => status(fault) === column).length)]);
  const bad = chosen.filter((fault) => ['survived', 'not applicable'].includes(status(fault)));
  if (options.json) {
    console.log(JSON.stringify({ folders: rows.map(([name, ...numbers]) => ({ name, ...Object.fromEntries(numbers.map((n, i) => [columns[i], n])) })),
      faults: chosen.map((fault) => ({ id: fault.id, says: fault.says, file: fault.file, status: status(fault), by: results[fault.id]?.by ?? '', seconds: results[fault.id]?.seconds ?? 0 })) }, null, 1));
  } else {
    const line = (cells) => console.log(cells.map((cell, i) => i === 0 ? String(cell).padEnd(14) : String(cell).padStart(columns[i - 1].length + 2)).join(''));
    line(['folder', ...columns]);
    rows.forEach(line);
    for (const fault of bad) console.log(`${status(fault)}: ${fault.id}: ${fault.says}${gone.has(fault) ? ` (${gone.get(fault)})` : ''}`);
  }
  return bad.length === 0 && chosen.every((fault) => status(fault) !== 'not run');
}

switch (command) {
  case 'check': {
    const gone = not_applicable();
    for (const { fault, why } of gone) console.log(`not applicable: ${fault.id}: ${why}`);
    for (const file of new Set(every.map((fault) => fault.file)))
      with_faults(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '', every.filter((fault) => fault.file === file && !gone.some((one) => one.fault === fault)));
    console.log(`${every.length - gone.length} of ${every.length} faults apply.`);
    process.exit(gone.length > 0 ? 1 : 0);
  }
  case 'list':
    for (const fault of chosen) console.log(`${fault.id}: ${fault.says}`);
    break;
  case 'copy': write_copy(); break;
  case 'targets': console.log([...new Set(chosen.flatMap(tests_of).flatMap(target_of))].join(' ')); break;
  case 'run': await run(); break;
  case 'summary': process.exit(summary() ? 0 : 1);
  default: throw new Error('expected check, list, copy, targets, run or summary');
}
