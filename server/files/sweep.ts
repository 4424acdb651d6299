import type { Db } from '#server/db/tables.ts';
import { deleteUnlinked, dropBytes, orphansBefore } from './queries.ts';
import type { FileStore } from './store.ts';

/** How long an upload waits to be used by a record, ms: a form may stand open overnight. */
export const ORPHAN_AGE = 24 * 3_600_000;

/** Removes uploads that no record came to use. @returns how many */
export async function sweepOrphans(db: Db, store: FileStore, now: Date): Promise<number> {
  const ids = await orphansBefore(db, new Date(now.getTime() - ORPHAN_AGE));
  for (const id of ids) {
    const names = await db.transaction().execute((trx) => deleteUnlinked(trx, id));
    if (names) await dropBytes(db, store, names);
  }
  return ids.length;
}
