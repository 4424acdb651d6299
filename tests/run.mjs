/**
 * `npm test`: all the set-up and all the checks, on a machine with only Node and npm. Node's built-ins alone until
 * the packages are installed. The very last line is `N passed, N failed`.
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check, conclude, jest, program } from './run/steps.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
mkdirSync('.cache', { recursive: true });
const began = performance.now();
const node = (file, ...args) => program(process.execPath, [file, ...args]);
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

const ready = await check('packages', async () => {
  const { installMissing } = await import('../server/start/install.mjs');
  installMissing();
});
if (!ready) {
  conclude(began);
  process.exit();
}

let chromium;
await check('a browser for the tests', async () => {
  const { ensureChromium } = await import('./run/chromium.mjs');
  chromium = await ensureChromium();
  console.log(chromium);
});
/** What the sources are looked at for; each takes one core. */
async function checkSources() {
  await check('lint and format', () => node('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'));
  await check('import rules', () =>
    node(
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      '-c',
      'tests/dependency-cruiser.cjs',
      'src',
      'server',
      'resources',
      'i18n',
    ),
  );
  await check('tests name acceptance items that exist', async () => {
    const { unknownItems } = await import('./run/coverage-items.mjs');
    const unknown = unknownItems();
    if (unknown.length) throw new Error(`In no list: ${unknown.join(' ')}`);
  });
  return check('console build', () => program(npm, ['run', '--silent', 'build']));
}
const [built] = await Promise.all([
  checkSources(),
  check('types', () => node('node_modules/typescript/bin/tsc', '-p', '.')),
]);
await jest('rules, server and console', ['--selectProjects', 'resources', 'server', 'console', '--maxWorkers=2']);

let postgres;
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
  if (!postgres) console.log('No PostgreSQL on this machine: the server tests ran on the embedded database alone.\n');
}
if (postgres) {
  const { startPostgres } = await import('./run/postgres.mjs');
  let server;
  const started = await check('PostgreSQL starts', async () => {
    server = await startPostgres(postgres);
  });
  if (started) {
    const environment = { TEST_DATABASE_URL: server.url };
    const { databaseFiles } = await import('./run/database-tests.mjs');
    const wanted = ['--maxWorkers=2', '--selectProjects', 'server', '--findRelatedTests', ...databaseFiles()];
    await jest('server on PostgreSQL', wanted, environment);
    await server.stop();
  }
}

if (chromium && built)
  await jest('browser', ['--selectProjects', 'e2e', '--maxWorkers=2'], { CHROMIUM_PATH: chromium });
else await check('browser', () => Promise.reject(new Error('Not run: it needs a browser and a built console.')));
conclude(began);
