import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from '#i18n/text.ts';
import { readSettings } from '#server/config.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { isUpToDate } from '#server/db/migrate.ts';
import { storedMisfits } from '#server/records/in-force.ts';
import { StartError } from '#server/start-error.ts';
import type { LookAtRecords } from './check.ts';

/** The records that a definition is looked at against. */
export interface StoredRecords {
  /** Null when they cannot be looked at. */
  look: LookAtRecords | null;
  /** Why they cannot, a sentence; null when they can. */
  unseen: string | null;
  close(): Promise<void>;
}

const unseen = (reason: string): StoredRecords => ({ look: null, unseen: reason, close: async () => undefined });

/**
 * Opens the database that an environment names, to read and never to write: a schema that is not of this version is left as
 * it is, and its records are not looked at.
 */
export async function openRecords(env: Readonly<Record<string, string | undefined>>): Promise<StoredRecords> {
  let database: Database | null = null;
  try {
    const settings = readSettings(env);
    const hasData = await access(join(settings.dataDir, 'database', 'PG_VERSION')).then(
      () => true,
      () => false,
    );
    if (!settings.databaseUrl && !hasData) return unseen(text('definitions.noData'));
    const connection = await connect(settings);
    database = connection;
    if (!(await isUpToDate(connection.kysely))) {
      await connection.close();
      return unseen(text('definitions.otherSchema'));
    }
    const look: LookAtRecords = (resource) =>
      connection.kysely
        .transaction()
        .setAccessMode('read only')
        .execute((trx) => storedMisfits(trx, resource));
    return { look, unseen: null, close: () => connection.close() };
  } catch (error) {
    await database?.close();
    if (!(error instanceof StartError)) throw error;
    return unseen(error.message);
  }
}
