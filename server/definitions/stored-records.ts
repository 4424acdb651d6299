import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from '#i18n/text.ts';
import { readSettings } from '#server/config.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { isUpToDate } from '#server/db/migrate.ts';
import { storedMisfits } from '#server/records/in-force.ts';
import { StartError } from '#server/start-error.ts';
import type { FindStoredMisfits } from './check.ts';

/** Access to the stored records that definitions are checked against. */
export interface StoredRecords {
  /** Null if the records cannot be read. */
  findMisfits: FindStoredMisfits | null;
  /** The reason as a sentence; null if they can be read. */
  unavailableReason: string | null;
  close(): Promise<void>;
}

const unavailable = (reason: string): StoredRecords => ({
  findMisfits: null,
  unavailableReason: reason,
  close: async () => undefined,
});

/**
 * Opens the database configured in the environment, read-only; if its schema is not of this version, its records are not checked.
 */
export async function openStoredRecords(env: Readonly<Record<string, string | undefined>>): Promise<StoredRecords> {
  let database: Database | null = null;
  try {
    const settings = readSettings(env);
    const hasData = await access(join(settings.dataDir, 'database', 'PG_VERSION')).then(
      () => true,
      () => false,
    );
    if (!settings.databaseUrl && !hasData) return unavailable(text('definitions.noData'));
    const connection = await connect(settings);
    database = connection;
    if (!(await isUpToDate(connection.kysely))) {
      await connection.close();
      return unavailable(text('definitions.otherSchema'));
    }
    const findMisfits: FindStoredMisfits = (resource) =>
      connection.kysely
        .transaction()
        .setAccessMode('read only')
        .execute((trx) => storedMisfits(trx, resource));
    return { findMisfits, unavailableReason: null, close: () => connection.close() };
  } catch (error) {
    await database?.close();
    if (!(error instanceof StartError)) throw error;
    return unavailable(error.message);
  }
}
