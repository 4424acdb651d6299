import type { Db } from '#server/db/tables.ts';
import { giveUpFiles } from '#server/files/links.ts';
import { dropBytes } from '#server/files/queries.ts';
import type { FileStore } from '#server/files/store.ts';
import { restorableSince } from '#server/records/kit/undo.ts';

/** Hides an announcement; it goes for good with `purgeNews`. */
export async function hideNews(trx: Db, id: number, now: Date): Promise<void> {
  await trx.updateTable('news').set({ deleted_at: now }).where('id', '=', id).execute();
}

/** Shows a deleted announcement again, where it stood. */
export async function unhideNews(trx: Db, id: number): Promise<void> {
  await trx.updateTable('news').set({ deleted_at: null }).where('id', '=', id).execute();
}

/** Deletes for good, with their files, the announcements whose deletion can no longer be taken back. @returns how many */
export async function purgeNews(db: Db, store: FileStore, now: Date): Promise<number> {
  const { ids, names } = await db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('news')
      .where('deleted_at', '<=', restorableSince(now))
      .orderBy('id')
      .limit(200)
      .select('id')
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = due.map((row) => row.id);
    if (!ids.length) return { ids, names: [] };
    const files = await trx.selectFrom('news_files').where('news_id', 'in', ids).select('file_id').execute();
    await trx.deleteFrom('news').where('id', 'in', ids).execute();
    return {
      ids,
      names: await giveUpFiles(
        trx,
        files.map((row) => row.file_id),
      ),
    };
  });
  await dropBytes(db, store, names);
  return ids.length;
}
