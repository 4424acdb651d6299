import { type Migration, Migrator, sql } from 'kysely';
import { text } from '#i18n/text.ts';
import { StartError } from '#server/start-error.ts';
import { EXIT } from '../exit-codes.ts';
import { migrations } from './migrations/index.ts';
import type { Db } from './tables.ts';

/** Options of a migration. */
export interface MigrateOptions {
  /** Tells the operator what is done to a database that holds something already. */
  say?(line: string): void;
  /** Done before such a database is changed; when it fails, nothing is. @param schema name of its newest migration */
  before?(schema: string): Promise<void>;
}

const createMigrator = (db: Db, given: Record<string, Migration> = migrations) =>
  new Migrator({ db, provider: { getMigrations: async () => given } });

/** Whether every change of the schema that this version knows has been made; changes nothing. */
export async function isUpToDate(kysely: Db): Promise<boolean> {
  return (await createMigrator(kysely).getMigrations()).every(({ executedAt }) => executedAt !== undefined);
}

/** Names of the migrations that were made, in their order; none in an empty database. */
export async function migrationsMade(kysely: Db): Promise<string[]> {
  const { rows: found } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(kysely);
  if (!found[0]?.found) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(kysely);
  return rows.map(({ name }) => name);
}

/** @throws StartError when the database has been migrated by a newer version of the product */
function refuseNewer(made: readonly string[]): void {
  const newer = made.filter((name) => !(name in migrations));
  if (newer.length === 0) return;
  throw new StartError(text('start.schemaNewer', { names: newer.join(', ') }), { exitCode: EXIT.schemaNewer });
}

/**
 * Brings the schema to the newest version, in one transaction, under a lock: of two processes that do it at once the second
 * finds it done.
 * @param upTo name of the last migration to make; all of them when left out
 * @throws StartError when a migration fails, or the database has been migrated by a newer version of the product
 */
export async function migrateToLatest(
  kysely: Db,
  { say = () => undefined, before }: MigrateOptions = {},
  upTo?: string,
): Promise<void> {
  const appliedNames = await migrationsMade(kysely);
  refuseNewer(appliedNames);
  const pending = Object.keys(migrations).filter((name) => !appliedNames.includes(name));
  const last = appliedNames.at(-1);
  const isKept = last !== undefined && pending.length > 0;
  if (isKept) {
    await before?.(last);
    say(text('start.migrating', { from: last, count: pending.length }));
  }
  const began = performance.now();
  const announcedMigrations = Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
    name,
    {
      up: async (db) => {
        if (isKept) say(text('start.migration', { name }));
        await up(db);
      },
    },
  ]);
  const migrator = createMigrator(kysely, Object.fromEntries(announcedMigrations));
  const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
  if (error !== undefined) {
    const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      failed ? text('start.migrationFailed', { name: failed, reason }) : text('start.schemaUnfit', { reason }),
      { cause: error },
    );
  }
  if (isKept)
    say(text('start.migrated', { seconds: ((performance.now() - began) / 1_000).toFixed(1).replace('.', ',') }));
}
