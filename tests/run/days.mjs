/**
 * `npm run test:days`: the tests of rules, server and console on days that code about days gets wrong: those of `npm test`, with
 * `TESTS=all` those of `npm run test:all`. Each process of a run sees the same clock, ahead of the machine's, which only Linux can do
 * (libfaketime). `npm run test:days -- 01-31 readings` runs
 * one moment, and only the test files whose path has this word in it; words of jest follow as they are.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages, mayInstallPackages } from './chromium.mjs';
import { conclude, jest, totals } from './steps.mjs';

/** Moscow's clocks are ahead of UTC all year. */
const ZONE = '+03:00';

/** Moments of the company's zone. Each is met on its next day after today, but for the one of a leap year. */
const MOMENTS = [
  { name: 'first', month: null, day: 1, time: '00:10' },
  { name: '14', month: null, day: 14, time: '23:50' },
  { name: '26', month: null, day: 26, time: '12:00' },
  { name: '02-28', month: 2, day: 28, time: '12:00' },
  { name: '02-29', year: 2028, month: 2, day: 29, time: '12:00' },
  { name: '01-31', month: 1, day: 31, time: '12:00' },
  { name: '12-31', month: 12, day: 31, time: '23:50' },
];
const PROJECTS = ['resources', 'server', 'alone', 'console'];

/** Clocks of several threads: the other variant of the library doubles the waits of a worker. */
const LIBRARY = 'faketime/libfaketimeMT.so.1';
const FOLDERS = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib'];

const findLibrary = () => FOLDERS.map((folder) => join(folder, LIBRARY)).find((file) => existsSync(file));

/** The library's path. @throws {Error} a sentence that says what to install */
function ensureLibrary() {
  if (!findLibrary() && mayInstallPackages()) installPackages('libfaketime');
  const found = findLibrary();
  if (!found) throw new Error('The tests of other days need libfaketime: on Debian, `apt-get install libfaketime`.');
  return found;
}

const two = (number) => String(number).padStart(2, '0');

/** When a moment is met next, ms since 1970. */
function nextOf({ year, month, day, time }) {
  const today = new Date();
  for (let ahead = 0; ahead <= 12; ahead += 1) {
    const first = new Date(Date.UTC(year ?? today.getUTCFullYear(), year ? month - 1 : today.getUTCMonth() + ahead, 1));
    if (month && first.getUTCMonth() !== month - 1) continue;
    const at = Date.parse(`${first.getUTCFullYear()}-${two(first.getUTCMonth() + 1)}-${two(day)}T${time}:00${ZONE}`);
    if (at > today.getTime()) return at;
  }
  throw new Error(`${year} is over: give the leap year of tests/run/days.mjs anew`);
}

/** The clock is set by an offset: a moment would begin anew in each process of the run. */
const environmentAt = (at, library) => ({
  LD_PRELOAD: library,
  FAKETIME: `+${Math.round((at - Date.now()) / 1000)}s`,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

// Read by tests/jest.config.mjs.
process.env.TESTS ??= 'essential';
const [first, ...rest] = process.argv.slice(2);
const chosen = MOMENTS.filter(({ name }) => name === first);
const args = chosen.length || !first ? rest : [first, ...rest];
const began = performance.now();
mkdirSync('.cache', { recursive: true });
const library = ensureLibrary();
const table = [];
for (const moment of chosen.length ? chosen : MOMENTS) {
  const at = nextOf(moment);
  const said = new Date(at).toLocaleString('ru', { timeZone: 'Europe/Moscow', dateStyle: 'long', timeStyle: 'short' });
  const since = performance.now();
  const before = { ...totals };
  await jest(said, [...args, '--passWithNoTests', '--selectProjects', ...PROJECTS], {
    environment: environmentAt(at, library),
  });
  table.push({
    moment: said,
    passed: totals.passed - before.passed,
    failed: totals.failed - before.failed,
    seconds: Math.round((performance.now() - since) / 1000),
  });
}
console.table(table);
conclude(began);
