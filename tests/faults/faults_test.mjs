// The tool on a project of one function: a fault that is caught, one that survives, one that is argued to be
// equivalent, one within another, and one that no longer applies.
import assert from 'node:assert';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { place_of, with_faults } from './fault_files.mjs';

const tool = join(dirname(fileURLToPath(import.meta.url)), 'faults.mjs');
const project = mkdtempSync(join(tmpdir(), 'cardroom-faults-'));
after(() => rmSync(project, { recursive: true }));

const put = (name, text) => {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
};
const run = (...args) => spawnSync(process.execPath, [tool, ...args], { cwd: project, encoding: 'utf8' });

put('CMakePresets.json', `{ "version": 6, "configurePresets": [{ "name": "release", "generator": "Ninja", "binaryDir": "\${sourceDir}/build/release" }] }`);
put('.gitignore', '/build/\n');
put('CMakeLists.txt', `cmake_minimum_required(VERSION 3.25)
project(fake LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY \${CMAKE_BINARY_DIR})
add_executable(fake_test src/fake/fake.cpp src/fake/fake_test.cpp)
target_include_directories(fake_test PRIVATE src)
`);
put('src/fake/fake.cpp', `int pay(int stake, int odds) {
  if (stake <= 0) return 0;
  int paid = stake *
             odds;
  paid += 0;
  return paid;
}
`);
put('src/fake/fake_test.cpp', `int pay(int, int);
int main() { return pay(5, 3) == 15 ? 0 : 1; }
`);
put('tests/faults/fake.faults', `# Comments are allowed.
folder src/fake
quick fake_test

fault caught: pays the sum
in fake.cpp
- int paid = «stake * odds»;
+ stake + odds

fault inner: pays twice the stake
in fake.cpp
- «stake» * odds;
+ 2 * stake

fault survives: pays for no stake
in fake.cpp
- if («stake <= 0») return 0;
+ stake < 0

fault dropped: adds nothing
in fake.cpp
- paid += 0;
+
equivalent Adding zero changes nothing.

fault gone: is not there any more
in fake.cpp
- return stake;
+ return 0;
`);
execFileSync('git', ['init', '--quiet', project]);

test('a fault that no longer applies is named and fails the check', () => {
  const check = run('check');
  assert.strictEqual(check.status, 1);
  assert.match(check.stdout, /not applicable: fake\/gone: its original stands 0 times/);
  assert.match(check.stdout, /4 of 5 faults apply/);
});

test('faults are built once, run one at a time, and summed up by folder', () => {
  assert.strictEqual(run('copy').status, 0);
  const copy = join(project, 'build/faults/tree');
  execFileSync('cmake', ['--preset', 'release'], { cwd: copy });
  execFileSync('cmake', ['--build', 'build/release'], { cwd: copy });
  assert.strictEqual(run('targets').stdout, 'fake_test\n');
  const ran = run('run');
  assert.match(ran.stdout, /\[3\/3\]/);
  assert.strictEqual(run('run').stdout, '', 'what was run is kept');
  const summary = run('summary', '--json');
  assert.strictEqual(summary.status, 1);
  const told = JSON.parse(summary.stdout);
  assert.deepStrictEqual(Object.fromEntries(told.faults.map(({ id, status }) => [id, status])), {
    'fake/caught': 'caught', 'fake/inner': 'caught', 'fake/survives': 'survived', 'fake/dropped': 'equivalent', 'fake/gone': 'not applicable',
  });
  assert.deepStrictEqual(told.folders[0], { name: 'fake', faults: 5, caught: 2, survived: 1, equivalent: 1, 'not applicable': 1, 'not run': 0 });
  assert.match(run('summary').stdout, /survived: fake\/survives: pays for no stake/);
});

test('a changed source makes results old, and a survivor is run again', () => {
  put('src/fake/fake_test.cpp', readFileSync(join(project, 'src/fake/fake_test.cpp'), 'utf8') + '// more\n');
  assert.strictEqual(run('run', '--survivors').stdout.trim().split('\n').length, 1);
  assert.match(run('run', '--only=fake/caught').stdout, /\[1\/1\] fake\/caught caught/);
});

test('faults that overlap in part are refused', () => {
  const fault = (id, ...from) => ({ id, from, to: ['x'], file: 'f', number: 1 });
  assert.throws(() => with_faults('a + b + c', [fault('one', 'a + b'), fault('two', 'b + c')]), /two overlaps another fault/);
  assert.strictEqual(place_of(fault('twice', 'a'), 'a a'), 'its original stands 2 times in f, not once');
});
