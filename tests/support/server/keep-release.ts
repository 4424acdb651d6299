import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { currentDate } from '#resources/clock.ts';
import { listRoutes } from '#server/http/route.ts';
import { VERSION } from '#server/version.ts';
import { ensurePostgres, startPostgres } from '#tests/run/postgres.mjs';
import { readDemoCompany } from './demo-company.ts';
import { attempt } from './matrix.ts';
import { openTestApp } from './test-app.ts';

/**
 * `npm run release:schema`: keeps the database of the version that is being released, with rows of everything that its calls
 * write, as statements of SQL. `tests/server/db/released-schemas.test.ts` brings it to the newest schema from then on.
 */

/** A day on which every call of the demo company is allowed, readings too. */
const DAY = 20;

/** Settings that `pg_dump` makes for its whole session hold for one transaction alone. */
const inTransaction = (dump: string): string =>
  dump
    .replaceAll(/^\\(un)?restrict .*\n/gm, '')
    .replaceAll(/^SET (?!LOCAL)/gm, 'SET LOCAL ')
    .replace(`set_config('search_path', '', false)`, `set_config('search_path', '', true)`);

const programs = ensurePostgres();
if (!programs) throw new Error('No PostgreSQL here and none could be installed: install its server package.');
const server = await startPostgres(programs);
process.env.TEST_DATABASE_URL = server.url;
const day = new Date(currentDate());
day.setUTCDate(DAY);
const app = await openTestApp({ now: () => day });
const demo = await readDemoCompany(app);
for (const route of listRoutes(app.app)) {
  // Routes without an example are pages of the documentation.
  if (!route.socket && route.example) await attempt(app, demo, route, 'write');
}
const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.database.kysely);
const url = new URL(server.url);
url.pathname = `/${rows[0]?.name}`;
const dump = execFileSync(
  join(programs, 'pg_dump'),
  ['--inserts', '--rows-per-insert=500', '--no-owner', '--no-privileges', url.href],
  { encoding: 'utf8', maxBuffer: 256 * 1_048_576 },
);
const file = new URL(`released/${VERSION}.sql.gz`, import.meta.url);
// Released files stay as they were.
await writeFile(file, gzipSync(inTransaction(dump), { level: 9 }), { flag: 'wx' });
console.log(file.pathname);
await app.close();
await server.stop();
