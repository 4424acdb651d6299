import { Migrator } from 'kysely/migration';
import { text } from '#i18n/text.ts';
import { StartError } from '#server/start-error.ts';
import { migrations } from './migrations/index.ts';
import type { Db } from './tables.ts';

const migratorOf = (db: Db) => new Migrator({ db, provider: { getMigrations: async () => migrations } });

/** Whether every change of the schema that this version knows has been made; changes nothing. */
export async function isUpToDate(kysely: Db): Promise<boolean> {
  return (await migratorOf(kysely).getMigrations()).every(({ executedAt }) => executedAt !== undefined);
}

/**
 * Brings the schema to the newest version, in one transaction.
 * @throws StartError when a migration fails, or the database has been migrated by a newer version of the product
 */
export async function migrateToLatest(kysely: Db): Promise<void> {
  const { error, results } = await migratorOf(kysely).migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  const reason = error instanceof Error ? error.message : String(error);
  throw new StartError(
    failed ? text('start.migrationFailed', { name: failed, reason }) : text('start.schemaNewer', { reason }),
    { cause: error },
  );
}
