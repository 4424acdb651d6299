import { MS } from '#resources/limits.ts';
import type { Db } from '#server/db/tables.ts';
import { type IsStopping, neverStops } from '#server/lifecycle.ts';
import { deleteUnlinked, dropBytes, orphansBefore, unknownBytes } from './queries.ts';
import type { FileStore } from './store.ts';

const old = (now: Date): Date => new Date(now.getTime() - MS.upload);

/**
 * Removes uploads that no record came to use, one after the other until there are none, or the server stops.
 * @returns how many
 * @throws AggregateError after the last of them, when some cannot be removed
 */
export async function sweepOrphans(
  db: Db,
  store: FileStore,
  now: Date,
  stopped: IsStopping = neverStops,
): Promise<number> {
  const errors: unknown[] = [];
  let swept = 0;
  let ids = await orphansBefore(db, old(now), 0);
  while (ids.length && !stopped()) {
    for (const id of ids) {
      if (stopped()) break;
      try {
        const names = await db.transaction().execute((trx) => deleteUnlinked(trx, id));
        if (names) await dropBytes(db, store, names);
        swept += names ? 1 : 0;
      } catch (error) {
        errors.push(error);
      }
    }
    ids = await orphansBefore(db, old(now), ids.at(-1) ?? 0);
  }
  if (errors.length) throw new AggregateError(errors, `${errors.length} unused uploads cannot be removed`);
  return swept;
}

/** How many names are looked up at a time. */
const BATCH = 500;

/**
 * Removes stored bytes that no row names: of an upload that broke off before it was written down, and of rows whose bytes
 * could not be removed with them; until the server stops.
 * @returns how many
 */
export async function sweepStrays(
  db: Db,
  store: FileStore,
  now: Date,
  stopped: IsStopping = neverStops,
): Promise<number> {
  let swept = 0;
  let batch: string[] = [];
  const drop = async () => {
    const strays = await unknownBytes(db, batch);
    await dropBytes(db, store, strays);
    swept += strays.length;
    batch = [];
  };
  for await (const name of store.older(old(now))) {
    if (stopped()) return swept;
    batch.push(name);
    if (batch.length >= BATCH) await drop();
  }
  await drop();
  return swept;
}
