import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { fileResults, MAX_RETRIED, MAX_UNSTEADY, settle } from './unsteady.mjs';

/** What the steps of a run came to so far; one count a check, one count a jest test. */
export const totals = { passed: 0, failed: 0 };
/** Names of the steps that failed, for the summary. */
const broken = [];
/** How long each test file took, in which step. */
const files = [];
/** Test files that failed, with the step and the environment they ran in. */
const fallen = [];
/** Test files that failed among all others and passed alone. */
const unsteady = [];
/** Test files that run at one time: one more than the two cores this is timed on, for a third of the time a test waits. */
const WORKERS = 3;
/** So many of them are told at the end. */
const TOLD = 60;

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

function note(name, since, failures) {
  console.log(`${failures ? '✗' : '✓'} ${name}  ${seconds(since)}\n`);
  if (failures) broken.push(name);
}

/** A program run to its end with its output shown; resolves to its exit code. */
export function program(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.once('exit', (code, signal) => resolve(signal ? 128 : code));
  });
}

/** A program of Node's, by its file. */
export const node = (file, ...args) => program(process.execPath, [file, ...args]);

/** npm, whose program is named otherwise on Windows. */
export const npm = (...args) => program(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);

/** One check: passes when its work neither throws nor returns an exit code other than 0. */
export async function check(name, work) {
  const since = performance.now();
  console.log(`▸ ${name}`);
  let ok = false;
  try {
    const code = await work();
    ok = code === undefined || code === 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  totals[ok ? 'passed' : 'failed'] += 1;
  note(name, since, ok ? 0 : 1);
  return ok;
}

/**
 * Options of the processes that run tests: modules in a world of their own for each file that wants one. Young objects have more
 * room than by default: a test makes and drops many, and each round of collecting them costs.
 */
const NODE_OPTIONS = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=32',
].join(' ');

/** Settings of the product that a developer's shell may have. */
const SETTINGS =
  /^(PORT|HOST|DATA_DIR|DATABASE_URL|DATABASE_REPLICA_URL|DATABASE_REPLICA_MAX_LAG|UPLOADS_URL|STAGING_URL|CHAT_URL|DEMO|DEMO_SIZE|SMS_URL|AUDIT_DAYS|FEATURE_SERVICES|TRUSTED_PROXIES|WEBHOOK_NETWORKS|METRICS_TOKEN|MAX_EVENT_LOOP_DELAY|MIN_FREE_DISK|STOP_DELAY|BACKUP_DIR|BACKUP_EVERY|BACKUP_KEEP|BACKUP_KEY)$/;

/** The environment jest runs in, with nothing that a developer's shell would decide. */
export const jestEnvironment = (extra = {}) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.test(name))),
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${NODE_OPTIONS}`.trim(),
  TZ: 'UTC',
  NODE_ENV: 'test',
  ...extra,
});

/** Runs jest. @returns its exit code and its JSON report, which is null when it ended without one */
export async function runJest(args, environment = {}) {
  mkdirSync('.cache', { recursive: true });
  const path = `.cache/jest-${process.pid}.json`;
  const output = ['--reporters', './tests/run/reporter.mjs', '--json', `--outputFile=${path}`];
  const code = await program(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '-c', 'tests/jest.config.mjs', ...output, ...args],
    { env: jestEnvironment(environment), stdio: ['ignore', 'ignore', 'inherit'] },
  );
  let report = null;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    console.error('jest ended without a report');
  }
  rmSync(path, { force: true });
  return { code, report };
}

/**
 * Jest projects as one step; each of their tests is one count, and a skipped one counts as failed.
 * @param {string} name what is said while it runs
 * @param {string[]} args of jest
 * @param {{ environment?: Record<string, string>, none?: boolean }} options `none`: it is right when no test fits
 */
export async function jest(name, args, { environment = {}, none = false } = {}) {
  const since = performance.now();
  console.log(`▸ ${name}`);
  const { code, report } = await runJest([`--maxWorkers=${WORKERS}`, ...args], environment);
  let failures = 0;
  if (report) {
    const skipped = report.numPendingTests + report.numTodoTests;
    if (skipped) console.error(`${skipped} tests are skipped; a test that does not run proves nothing`);
    failures = skipped;
    if (report.numTotalTests === 0 && !none) failures += 1;
    for (const result of fileResults(report.testResults)) {
      totals.passed += result.passed;
      failures += result.failed;
      if (result.failed) fallen.push({ ...result, step: name, environment });
    }
    for (const { name: path, startTime, endTime } of report.testResults) {
      files.push({ file: relative('tests', path), step: name, seconds: (endTime - startTime) / 1000 });
    }
  }
  if (code !== 0 && failures === 0) failures = 1;
  totals.failed += failures;
  note(name, since, failures);
  return failures === 0;
}

/**
 * Runs each test file that failed once more, alone, after all others. A file that passes then is unsteady: the run stays green
 * and names it, unless there are more than a few of them.
 */
export async function retryFailed() {
  if (fallen.length === 0) return;
  if (fallen.length > MAX_RETRIED) {
    console.log(`${fallen.length} test files failed, more than ${MAX_RETRIED}: they are not run again.\n`);
    return;
  }
  const since = performance.now();
  console.log(`▸ failed test files once more, each alone`);
  for (const step of new Set(fallen.map((file) => file.step))) {
    const first = fallen.filter((file) => file.step === step);
    const second = [];
    for (const { path, environment } of first) {
      const { report } = await runJest(['--maxWorkers=1', '--runTestsByPath', path], environment);
      const pending = report ? report.numPendingTests + report.numTodoTests : 1;
      if (report && pending === 0) second.push(...fileResults(report.testResults));
    }
    const settled = settle(first, second);
    totals.passed += settled.passed;
    totals.failed += settled.failed;
    unsteady.push(...settled.unsteady.map((path) => `${relative('tests', path)} (${step})`));
    if (settled.unsteady.length === first.length) broken.splice(broken.indexOf(step), 1);
  }
  if (unsteady.length > MAX_UNSTEADY) {
    broken.push(`more than ${MAX_UNSTEADY} unsteady test files`);
    totals.failed += 1;
  }
  console.log(
    `${fallen.length - unsteady.length ? '✗' : '✓'} failed test files once more, each alone  ${seconds(since)}\n`,
  );
}

/** The last lines of the run, and its exit code. */
export function conclude(since) {
  if (files.length) console.log('The slowest test files:');
  for (const { file, step, seconds: took } of files.sort((a, b) => b.seconds - a.seconds).slice(0, TOLD)) {
    console.log(`  ${took.toFixed(1).padStart(6)} s  ${file} (${step})`);
  }
  if (unsteady.length) {
    console.log('Unsteady: failed among the others, passed alone. Each is a fault of the product or of the test:');
    for (const file of unsteady) console.log(`  ${file}`);
  }
  console.log(`In all ${seconds(since)}.${broken.length ? ` Failed: ${broken.join('; ')}.` : ''}`);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = totals.failed ? 1 : 0;
}
