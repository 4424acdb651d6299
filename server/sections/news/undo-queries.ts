import type { Db } from '#server/db/tables.ts';
import { deleteReleasedFiles } from '#server/files/links.ts';
import { deleteStoredBytes } from '#server/files/queries.ts';
import type { FileStore } from '#server/files/store.ts';
import { restorableSince } from '#server/records/kit/undo.ts';

/** Hides an announcement until `purgeNews` deletes it for good. */
export async function hideNews(trx: Db, id: number, now: Date): Promise<void> {
  await trx.updateTable('news').set({ deleted_at: now }).where('id', '=', id).execute();
}

/** Shows a deleted announcement again, at its former position. */
export async function unhideNews(trx: Db, id: number): Promise<void> {
  await trx.updateTable('news').set({ deleted_at: null }).where('id', '=', id).execute();
}

/** Deletes announcements whose deletion can no longer be undone, with their files. @returns number of deleted announcements */
export async function purgeNews(db: Db, store: FileStore, now: Date): Promise<number> {
  const { ids, names } = await db.transaction().execute(async (trx) => {
    const expired = await trx
      .selectFrom('news')
      .where('deleted_at', '<=', restorableSince(now))
      .orderBy('id')
      .limit(200)
      .select('id')
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = expired.map((row) => row.id);
    if (!ids.length) return { ids, names: [] };
    const files = await trx.selectFrom('news_files').where('news_id', 'in', ids).select('file_id').execute();
    await trx.deleteFrom('news').where('id', 'in', ids).execute();
    return {
      ids,
      names: await deleteReleasedFiles(
        trx,
        files.map((row) => row.file_id),
      ),
    };
  });
  await deleteStoredBytes(db, store, names);
  return ids.length;
}
