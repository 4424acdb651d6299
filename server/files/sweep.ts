import { MS } from '#resources/limits.ts';
import type { Db } from '#server/db/tables.ts';
import { type IsStopping, neverStops } from '#server/lifecycle.ts';
import { deleteStoredBytes, deleteUnlinked, selectUnusedUploads, unreferencedBytes } from './queries.ts';
import type { FileStore } from './store.ts';

const uploadDeadline = (now: Date): Date => new Date(now.getTime() - MS.upload);

/**
 * Deletes uploads that no record uses, one after the other, until none is left or the server stops.
 * @returns how many
 * @throws AggregateError at the end, if some could not be deleted
 */
export async function sweepOrphans(
  db: Db,
  store: FileStore,
  now: Date,
  isStopped: IsStopping = neverStops,
): Promise<number> {
  const errors: unknown[] = [];
  let count = 0;
  let ids = await selectUnusedUploads(db, uploadDeadline(now), 0);
  while (ids.length && !isStopped()) {
    for (const id of ids) {
      if (isStopped()) break;
      try {
        const names = await db.transaction().execute((trx) => deleteUnlinked(trx, id));
        if (names) await deleteStoredBytes(db, store, names);
        count += names ? 1 : 0;
      } catch (error) {
        errors.push(error);
      }
    }
    ids = await selectUnusedUploads(db, uploadDeadline(now), ids.at(-1) ?? 0);
  }
  if (errors.length) throw new AggregateError(errors, `${errors.length} unused uploads cannot be removed`);
  return count;
}

/** Names looked up per query. */
const BATCH_SIZE = 500;

/**
 * Deletes stored bytes that no row refers to, until the server stops: those of uploads interrupted before the insert, and those
 * that could not be deleted with their rows.
 * @returns how many
 */
export async function sweepStrays(
  db: Db,
  store: FileStore,
  now: Date,
  isStopped: IsStopping = neverStops,
): Promise<number> {
  let count = 0;
  let batch: string[] = [];
  const deleteBatch = async () => {
    const strays = await unreferencedBytes(db, batch);
    await deleteStoredBytes(db, store, strays);
    count += strays.length;
    batch = [];
  };
  for await (const name of store.listOlder(uploadDeadline(now))) {
    if (isStopped()) return count;
    batch.push(name);
    if (batch.length >= BATCH_SIZE) await deleteBatch();
  }
  await deleteBatch();
  return count;
}
