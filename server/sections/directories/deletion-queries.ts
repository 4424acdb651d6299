import type { Db } from '#server/db/tables.ts';
import { deleteReleasedFiles } from '#server/files/links.ts';
import { deleteStoredBytes } from '#server/files/queries.ts';
import type { FileStore } from '#server/files/store.ts';
import { restorableSince } from '#server/records/kit/undo.ts';
import type { StoredRecord } from '#server/records/queries.ts';
import { storedFileIds } from '#server/records/write.ts';
import type { Directory } from './directory.ts';
import { ALL_DIRECTORIES } from './queries.ts';

/** Maximum number of deletions purged in one transaction. */
const BATCH_SIZE = 100;

/** Stores the values of a deleted record, so that it can be restored. */
export async function storeDeletedRecord(
  trx: Db,
  { name }: Directory,
  { id, data }: Pick<StoredRecord, 'id' | 'data'>,
  now: Date,
): Promise<void> {
  const row = { directory: name, record_id: id, held: JSON.stringify(data), deleted_at: now };
  await trx.insertInto('directory_deletions').values(row).execute();
}

/** Deletes and returns the stored values of a deleted record. @returns null if it is too late to restore it */
export async function takeDeletedRecord(trx: Db, { name }: Directory, id: number, now: Date) {
  const row = await trx
    .deleteFrom('directory_deletions')
    .where('directory', '=', name)
    .where('record_id', '=', id)
    .where('deleted_at', '>', restorableSince(now))
    .returning('held')
    .executeTakeFirst();
  return row?.held ?? null;
}

/** Purges deletions that can no longer be undone, with the files of their records. @returns number of purged deletions */
export async function purgeDirectories(db: Db, store: FileStore, now: Date): Promise<number> {
  const { count, names } = await db.transaction().execute(async (trx) => {
    const expired = await trx
      .selectFrom('directory_deletions')
      .where('deleted_at', '<=', restorableSince(now))
      .orderBy('deleted_at')
      .limit(BATCH_SIZE)
      .select(['directory', 'record_id', 'held'])
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { directory, record_id } of expired) {
      await trx
        .deleteFrom('directory_deletions')
        .where('directory', '=', directory)
        .where('record_id', '=', record_id)
        .execute();
    }
    const files = expired.flatMap(({ directory, held }) => {
      const directoryOfRow = ALL_DIRECTORIES.find(({ name }) => name === directory);
      return directoryOfRow ? storedFileIds(directoryOfRow.resource, held) : [];
    });
    return { count: expired.length, names: await deleteReleasedFiles(trx, files) };
  });
  await deleteStoredBytes(db, store, names);
  return count;
}
