/**
 * `npm test`: all the set-up and the checks that guard each section, on a machine with only Node and npm. `npm run test:all` adds
 * the test files that take long for what they guard. Node's built-ins alone until the packages are installed. The very last line
 * is `N passed, N failed`.
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkSources } from './run/checks.mjs';
import { ensurePackages } from './run/packages.mjs';
import { check, conclude, jest, npm, retryFailed } from './run/steps.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
mkdirSync('.cache', { recursive: true });
const began = performance.now();
const isAll = process.argv.includes('--all');
// Read by tests/jest.config.mjs.
process.env.TESTS = isAll ? 'all' : 'essential';

if (!(await ensurePackages())) {
  conclude(began);
  process.exit();
}

let chromium;
await check('a browser for the tests', async () => {
  const { ensureChromium } = await import('./run/chromium.mjs');
  chromium = await ensureChromium();
  console.log(chromium);
});
const [built] = await checkSources(() => check('console build', () => npm('run', '--silent', 'build')));

let postgres;
let database;
if (process.env.CI) {
  await check('a PostgreSQL for the server tests', async () => {
    const { ensurePostgres } = await import('./run/postgres.mjs');
    postgres = ensurePostgres();
    if (!postgres) throw new Error('No PostgreSQL here and none could be installed: install its server package.');
    console.log(postgres);
  });
} else {
  const { findPostgres } = await import('./run/postgres.mjs');
  postgres = findPostgres();
  if (!postgres) console.log('No PostgreSQL on this machine: the server tests run on the embedded database alone.\n');
}
if (postgres) {
  const { startPostgres } = await import('./run/postgres.mjs');
  await check('PostgreSQL starts', async () => {
    database = await startPostgres(postgres);
  });
}

// Read by tests/jest.config.mjs: a file about SQL runs once, where SQL is asked most of; `npm run test:all` runs it on both databases.
if (database && !isAll) process.env.SQL_TESTS = 'postgres';
await jest('rules, server and console', ['--selectProjects', 'resources', 'server', 'alone', 'console']);
if (database) {
  const environment = { TEST_DATABASE_URL: database.url };
  const { databaseFiles, filesOfAllAlone } = await import('./run/file-marks.mjs');
  const left = isAll ? [] : filesOfAllAlone();
  const files = databaseFiles().filter((file) => !left.includes(file));
  await jest('server on PostgreSQL', ['--selectProjects', 'server', '--runTestsByPath', ...files], { environment });
}

const { ensureProxy, findProxy, PROXIES } = await import('./run/proxies.mjs');
for (const [name, debian] of Object.entries(PROXIES)) {
  if (process.env.CI) {
    await check(`${name} for the tests of the proxies`, async () => {
      const program = ensureProxy(name);
      if (!program) throw new Error(`No ${name} here and none could be installed: install Debian’s ${debian}.`);
      console.log(program);
    });
  } else if (!findProxy(name)) {
    console.log(`No ${name} on this machine: the console was not driven through its example in docs/deployment.\n`);
  }
}

if (chromium && built) await jest('browser', ['--selectProjects', 'e2e']);
else await check('browser', () => Promise.reject(new Error('Not run: it needs a browser and a built console.')));
await retryFailed();
await database?.stop();
conclude(began);
