// Runs on PostgreSQL too: locks of migrations.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';
import { openEmbedded } from '#server/db/embedded.ts';
import { migrateToLatest, selectAppliedMigrations } from '#server/db/migrate.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { cachedTemplate } from '#server/db/template-cache.ts';
import { EXIT } from '#server/exit-codes.ts';
import { VERSION } from '#server/version.ts';
import { startBriefProduct } from '#tests/support/product.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';

const postgresUrl = process.env.TEST_DATABASE_URL;
const NAMES = Object.keys(migrations);
let made: TestDatabase;
let database: Database;
beforeEach(async () => {
  made = await createTestDatabase(postgresUrl ? { postgresUrl } : { compiled: globalThis.embeddedEngine });
  database = made.database;
});
afterEach(() => made.close());

/** The database without a table, at a schema of its own. */
const emptied = () =>
  sql`drop schema public cascade`
    .execute(database.kysely)
    .then(() => sql`create schema public`.execute(database.kysely));

describe('an upgrade of the database', () => {
  test('goes from an earlier schema to the newest, says what it does, and is preceded by what must be', async () => {
    await emptied();
    await migrateToLatest(database.kysely, {}, NAMES.at(-3));
    const lines: string[] = [];
    const done: string[] = [];
    await database.migrate({
      say: (line) => lines.push(line),
      before: async (schema) => {
        done.push(schema, ...(await selectAppliedMigrations(database.kysely)).slice(-1));
      },
    });
    expect(await selectAppliedMigrations(database.kysely)).toEqual(NAMES);
    expect(done).toEqual([NAMES.at(-3), NAMES.at(-3)]);
    expect(lines).toEqual([
      expect.stringContaining(String(NAMES.at(-3))),
      `Шаг ${NAMES.at(-2)}…`,
      `Шаг ${NAMES.at(-1)}…`,
      expect.stringMatching(/обновлена за \d+,\d с/),
    ]);
  });

  test('says nothing where there is nothing to do, and nothing of a database that is made anew', async () => {
    const say = jest.fn();
    const first = jest.fn();
    await database.migrate({ say, before: first });
    await emptied();
    await database.migrate({ say, before: first });
    expect(await selectAppliedMigrations(database.kysely)).toEqual(NAMES);
    expect([say.mock.calls, first.mock.calls]).toEqual([[], []]);
  });

  test('changes nothing when what must precede it fails', async () => {
    await emptied();
    await migrateToLatest(database.kysely, {}, NAMES.at(-2));
    const fails = () => Promise.reject(new Error('no room for the backup'));
    await expect(database.migrate({ before: fails })).rejects.toThrow('no room');
    expect(await selectAppliedMigrations(database.kysely)).toEqual(NAMES.slice(0, -1));
  });

  test('leaves the database as it was when a step fails, and names the step', async () => {
    const name = String(NAMES.at(-1));
    // Forgotten, not undone: making it again fails.
    await sql`delete from kysely_migration where name = ${name}`.execute(database.kysely);
    await expect(database.migrate()).rejects.toThrow(new RegExp(`${name}.*База осталась прежней`));
    expect(await selectAppliedMigrations(database.kysely)).toEqual(NAMES.slice(0, -1));
  });

  test('is made once by two processes that start at once', async () => {
    if (!postgresUrl) return expect(database.kind).toBe('embedded');
    await emptied();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely);
    const url = new URL(postgresUrl);
    url.pathname = `/${rows[0]?.name}`;
    const other = await openPostgres(url.href);
    await Promise.all([database, other].map((one) => one.withLock('start', () => one.migrate())));
    expect(await selectAppliedMigrations(other.kysely)).toEqual(NAMES);
    await other.close();
  });
});

describe('a database that a newer version has changed', () => {
  test('is refused before anything is changed', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', 'x')`.execute(database.kysely);
    const refused = database.migrate();
    await expect(refused).rejects.toThrow(/более новая версия.*9999-future/);
    await expect(refused).rejects.toMatchObject({ exitCode: EXIT.schemaNewer });
  });

  test('ends the start with a code of its own and a sentence', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'upravdom-newer-'));
    const opened = await openEmbedded(dataDir, await cachedTemplate());
    await opened.migrate();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', 'x')`.execute(opened.kysely);
    await opened.close();
    const codes: (number | null)[] = [];
    const started = startBriefProduct({ dataDir, env: { DEMO: 'off' }, onExit: (code) => codes.push(code) });
    await expect(started).rejects.toThrow(/более новая версия/);
    expect(codes).toEqual([EXIT.schemaNewer]);
    await rm(dataDir, { recursive: true, force: true });
  });
});

test('the changelog begins with the version of the package', async () => {
  const changelog = await readFile(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');
  expect(/^## (\d+\.\d+\.\d+)/m.exec(changelog)?.[1]).toBe(VERSION);
});
