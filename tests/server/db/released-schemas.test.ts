// Runs on PostgreSQL too: what a release left in its database is read and changed by SQL.
import { readdir, readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { buildApp } from '#server/app.ts';
import { tableColumns } from '#server/backup/tables.ts';
import { readSettings } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { selectAppliedMigrations } from '#server/db/migrate.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { PASSWORD, phoneOf } from '#tests/support/server/test-app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';

const FOLDER = new URL('../../support/server/released/', import.meta.url);
const postgresUrl = process.env.TEST_DATABASE_URL;

const open: TestDatabase[] = [];
afterEach(async () => {
  for (const made of open.splice(0)) await made.close();
});

async function empty(): Promise<TestDatabase> {
  const made = await createTestDatabase(postgresUrl ? { postgresUrl } : { compiled: globalThis.embeddedEngine });
  open.push(made);
  return made;
}

/** A database as this release left it. */
async function asReleased(version: string): Promise<TestDatabase> {
  const made = await empty();
  const statements = gunzipSync(await readFile(new URL(`${version}.sql.gz`, FOLDER))).toString();
  await made.database.kysely.transaction().execute(async (trx) => {
    await sql`drop schema public cascade`.execute(trx);
    await sql`create schema public`.execute(trx);
    await sql.raw(statements).execute(trx);
  });
  return made;
}

/** Rows of these columns of each table, as one text a table. */
async function rowsOf({ kysely }: Database, columns: ReadonlyMap<string, readonly { name: string }[]>) {
  const all: Record<string, string[]> = {};
  for (const [table, named] of columns) {
    const names = sql.join(named.map(({ name }) => sql`${sql.ref(name)}::text`));
    const { rows } = await sql<{ row: string }>`
      select array[${names}]::text as row from ${sql.table(table)} order by 1`.execute(kysely);
    all[table] = rows.map(({ row }) => row);
  }
  return all;
}

/** Everything that migrations make, as PostgreSQL describes it: without the indexes of added sections, which the server makes. */
async function schemaOf({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with here as (select current_schema()::regnamespace as it)
    select format('column %s.%s %s %s null:%s identity:%s default:%s', attrelid::regclass, attname,
        format_type(atttypid, atttypmod), attgenerated, not attnotnull, attidentity, pg_get_expr(adbin, adrelid)) as line
      from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum, here
      where relnamespace = it and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    union all
    select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint, here
      where connamespace = it and contype <> 'n'
    union all
    select 'index ' || indexdef from pg_indexes, here where schemaname::regnamespace = it and indexname !~ '^records_x_'
    union all
    select format('trigger %s %s', tgrelid::regclass, pg_get_triggerdef(pg_trigger.oid))
      from pg_trigger join pg_class on pg_class.oid = tgrelid, here where relnamespace = it and not tgisinternal
    union all
    select 'function ' || pg_get_functiondef(pg_proc.oid) from pg_proc, here
      where pronamespace = it and prokind = 'f'
        and pg_proc.oid not in (select objid from pg_depend where deptype = 'e' and classid = 'pg_proc'::regclass)
    order by 1`.execute(kysely);
  // A rule that was dumped and made again has other brackets.
  return rows.map(({ line }) => (line.startsWith('constraint') ? line.replaceAll(/[()]/g, '') : line)).sort();
}

const files = await readdir(FOLDER);
const VERSIONS = files.flatMap((name) => (name.endsWith('.sql.gz') ? [name.slice(0, -'.sql.gz'.length)] : []));

test('every released version of the changelog has left its database here', async () => {
  const changelog = await readFile(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');
  const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)$/gm)].map(([, version]) => version);
  expect([...VERSIONS].sort()).toEqual(released.sort());
});

describe.each(VERSIONS)('a database of version %s', (version) => {
  test('comes to the schema that a new one has, and keeps every row', async () => {
    const { database } = await asReleased(version);
    const before = await selectAppliedMigrations(database.kysely);
    const columns = await tableColumns(database.kysely);
    const notKept = new Set(['kysely_migration', 'kysely_migration_lock']);
    const kept = new Map([...columns].filter(([table]) => !notKept.has(table)));
    const rows = await rowsOf(database, kept);
    expect(Object.values(rows).filter(({ length }) => length > 0).length).toBeGreaterThan(40);
    const steps: string[] = [];
    await database.migrate({ say: (line) => steps.push(line) });
    expect(await selectAppliedMigrations(database.kysely)).toEqual(Object.keys(migrations));
    expect(steps).toHaveLength(Object.keys(migrations).length - before.length + 2);
    expect(await rowsOf(database, kept)).toEqual(rows);
    const made = await empty();
    expect(await schemaOf(database)).toEqual(await schemaOf(made.database));
  });

  test('is worked with as before: its people sign in and find what they had', async () => {
    const { database, dataDir } = await asReleased(version);
    await database.migrate();
    const settings = readSettings({
      DATA_DIR: dataDir,
      RESOURCES_DIR: dataDir,
      DEMO: 'off',
      MAX_EVENT_LOOP_DELAY: '0',
    });
    const app = await buildApp({ settings, database });
    const signed = await app.inject({
      method: 'POST',
      url: '/api/auth',
      payload: { username: phoneOf(1), password: PASSWORD },
    });
    expect(signed.statusCode).toBe(200);
    const headers = { authorization: `Token ${signed.json<{ token: string }>().token}` };
    const lists = [
      'news/',
      'tasks/?buildings_id=1&stage=created&date=0&count=100',
      'cameras/?buildings_id=1',
      'buildings/',
      'employee/',
      'search/smart_search_by_tags/?buildings_id=1&page_size=10',
    ];
    const answers: [string, number, boolean][] = [];
    for (const path of lists) {
      const { statusCode, body } = await app.inject({ url: `/api/crm/${encodeURI(path)}`, headers });
      answers.push([path, statusCode, /"id":\d/.test(body)]);
    }
    expect(answers).toEqual(lists.map((path) => [path, 200, true]));
    await app.close();
  });
});
