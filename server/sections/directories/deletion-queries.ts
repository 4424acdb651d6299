import type { Db } from '#server/db/tables.ts';
import { giveUpFiles } from '#server/files/links.ts';
import { dropBytes } from '#server/files/queries.ts';
import type { FileStore } from '#server/files/store.ts';
import { restorableSince } from '#server/records/kit/undo.ts';
import type { StoredRecord } from '#server/records/queries.ts';
import { storedFileIds } from '#server/records/write.ts';
import type { Directory } from './directory.ts';
import { ALL_DIRECTORIES } from './queries.ts';

/** Deletions purged by one transaction. */
const PORTION = 100;

/** Stores the values of a deleted record, so that it can be restored. */
export async function keepDeleted(
  trx: Db,
  { name }: Directory,
  { id, data }: Pick<StoredRecord, 'id' | 'data'>,
  now: Date,
): Promise<void> {
  const row = { directory: name, record_id: id, held: JSON.stringify(data), deleted_at: now };
  await trx.insertInto('directory_deletions').values(row).execute();
}

/** Takes out the values of a record that was deleted a moment ago. @returns null once it is too late */
export async function takeDeleted(trx: Db, { name }: Directory, id: number, now: Date) {
  const row = await trx
    .deleteFrom('directory_deletions')
    .where('directory', '=', name)
    .where('record_id', '=', id)
    .where('deleted_at', '>', restorableSince(now))
    .returning('held')
    .executeTakeFirst();
  return row?.held ?? null;
}

/** Forgets deletions that can no longer be taken back, with the files of their records. @returns how many */
export async function purgeDirectories(db: Db, store: FileStore, now: Date): Promise<number> {
  const { count, names } = await db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('directory_deletions')
      .where('deleted_at', '<=', restorableSince(now))
      .orderBy('deleted_at')
      .limit(PORTION)
      .select(['directory', 'record_id', 'held'])
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { directory, record_id } of due) {
      await trx
        .deleteFrom('directory_deletions')
        .where('directory', '=', directory)
        .where('record_id', '=', record_id)
        .execute();
    }
    const files = due.flatMap(({ directory, held }) => {
      const found = ALL_DIRECTORIES.find(({ name }) => name === directory);
      return found ? storedFileIds(found.resource, held) : [];
    });
    return { count: due.length, names: await giveUpFiles(trx, files) };
  });
  await dropBytes(db, store, names);
  return count;
}
