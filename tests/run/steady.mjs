/**
 * `npm run test:steady -- PATTERN`: runs each test file whose path contains PATTERN ten times, alone, with two busy loops beside
 * it. `-- PATTERN --times=3` repeats less often. A file that does not pass every time is a fault of the product or of the test.
 */
import { execFileSync, spawn } from 'node:child_process';
import { relative } from 'node:path';
import { buildConsole } from '../../server/start/console-build.mjs';
import { buildServer } from '../../server/start/server-build.mjs';
import { jestEnvironment, runJest } from './steps.mjs';
import { fileResults } from './unsteady.mjs';

/** As many as the cores of the machine that the tests are timed on. */
const BUSY_LOOPS = 2;
const TIMES = 10;
/** A busy loop ends by itself, should this process be killed: ms. */
const LOOP_LIFE = 15_000;
const LOOP = `const end = Date.now() + ${LOOP_LIFE}; while (Date.now() < end);`;

/** Keeps the cores busy until `stop` is called. */
function keepBusy() {
  let isOver = false;
  const loops = new Set();
  const start = () => {
    if (isOver) return;
    const loop = spawn(process.execPath, ['-e', LOOP], { stdio: 'ignore' });
    loops.add(loop);
    loop.once('exit', () => {
      loops.delete(loop);
      start();
    });
  };
  for (let count = 0; count < BUSY_LOOPS; count += 1) start();
  return () => {
    isOver = true;
    for (const loop of loops) loop.kill();
  };
}

const words = process.argv.slice(2);
const times = Number(words.find((word) => word.startsWith('--times='))?.slice('--times='.length) ?? TIMES);
const patterns = words.filter((word) => !word.startsWith('--'));
const listed = execFileSync(
  process.execPath,
  ['node_modules/jest/bin/jest.js', '-c', 'tests/jest.config.mjs', '--listTests', '--json', ...patterns],
  { env: jestEnvironment(), encoding: 'utf8' },
);
const paths = JSON.parse(listed);
if (patterns.length === 0 || paths.length === 0) {
  console.error('Name test files by a part of their path: npm run test:steady -- e2e/chat');
  process.exit(2);
}
if (paths.some((path) => /tests\/(e2e|bytes)\//.test(path))) {
  await buildConsole();
  await buildServer();
}

const stop = keepBusy();
let areAllSteady = true;
for (const path of paths.sort()) {
  let passed = 0;
  const took = [];
  for (let time = 0; time < times; time += 1) {
    const { report } = await runJest(['--maxWorkers=1', '--runTestsByPath', path]);
    const [result] = report ? fileResults(report.testResults) : [];
    if (result && result.failed === 0 && result.passed > 0) passed += 1;
    if (report) took.push((Date.now() - report.startTime) / 1000);
  }
  const slowest = Math.max(0, ...took).toFixed(0);
  console.log(
    `${passed === times ? '✓' : '✗'} ${passed} of ${times}  ${relative('tests', path)}  (slowest ${slowest} s)`,
  );
  if (passed < times) areAllSteady = false;
}
stop();
process.exitCode = areAllSteady ? 0 : 1;
