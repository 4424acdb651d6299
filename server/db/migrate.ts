import { type Migration, Migrator, sql } from 'kysely';
import { text } from '#i18n/text.ts';
import { StartError } from '#server/start-error.ts';
import { EXIT } from '../exit-codes.ts';
import { migrations } from './migrations/index.ts';
import type { Db } from './tables.ts';

/** Options of a migration. */
export interface MigrateOptions {
  /** Prints progress for the operator, when the database has data. */
  say?(line: string): void;
  /** Called before such a database is changed; if it fails, nothing is changed. @param schema name of its newest migration */
  before?(schema: string): Promise<void>;
}

const createMigrator = (db: Db, migrationsToUse: Record<string, Migration> = migrations) =>
  new Migrator({ db, provider: { getMigrations: async () => migrationsToUse } });

/** Whether all migrations of this version have been applied; changes nothing. */
export async function isUpToDate(kysely: Db): Promise<boolean> {
  return (await createMigrator(kysely).getMigrations()).every(({ executedAt }) => executedAt !== undefined);
}

/** Names of applied migrations in their order; none in an empty database. */
export async function selectAppliedMigrations(kysely: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(kysely);
  if (!tables[0]?.found) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(kysely);
  return rows.map(({ name }) => name);
}

/** @throws StartError when a newer version of the product has migrated the database */
function refuseNewer(applied: readonly string[]): void {
  const newer = applied.filter((name) => !(name in migrations));
  if (newer.length === 0) return;
  throw new StartError(text('start.schemaNewer', { names: newer.join(', ') }), { exitCode: EXIT.schemaNewer });
}

/**
 * Migrates the schema to the newest version in one transaction, under a lock; a second process that migrates at the same time
 * finds nothing to do.
 * @param upTo name of the last migration to apply; all by default
 * @throws StartError when a migration fails, or a newer version of the product has migrated the database
 */
export async function migrateToLatest(
  kysely: Db,
  { say = () => undefined, before }: MigrateOptions = {},
  upTo?: string,
): Promise<void> {
  const appliedNames = await selectAppliedMigrations(kysely);
  refuseNewer(appliedNames);
  const pending = Object.keys(migrations).filter((name) => !appliedNames.includes(name));
  const newestName = appliedNames.at(-1);
  const hasData = newestName !== undefined && pending.length > 0;
  if (hasData) {
    await before?.(newestName);
    say(text('start.migrating', { from: newestName, count: pending.length }));
  }
  const startedAt = performance.now();
  const announcedMigrations = Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
    name,
    {
      up: async (db) => {
        if (hasData) say(text('start.migration', { name }));
        await up(db);
      },
    },
  ]);
  const migrator = createMigrator(kysely, Object.fromEntries(announcedMigrations));
  const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
  if (error !== undefined) {
    const failedName = results?.find(({ status }) => status === 'Error')?.migrationName;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      failedName ? text('start.migrationFailed', { name: failedName, reason }) : text('start.schemaUnfit', { reason }),
      { cause: error },
    );
  }
  if (hasData)
    say(text('start.migrated', { seconds: ((performance.now() - startedAt) / 1_000).toFixed(1).replace('.', ',') }));
}
