import { sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { getPointerTo } from '#resources/language/kinds/traits.ts';
import type { Db } from '#server/db/tables.ts';
import { deleteReleasedFiles } from '#server/files/links.ts';
import { deleteStoredBytes } from '#server/files/queries.ts';
import type { FileStore } from '#server/files/store.ts';
import { type IsStopping, neverStops } from '#server/lifecycle.ts';
import { jsonColumn, storedFields } from './columns.ts';
import { restorableSince } from './kit/undo.ts';
import { storedFileIds } from './write.ts';

/** Marks deleted records as not deleted. */
export async function undeleteRecords(trx: Db, ids: readonly number[]): Promise<void> {
  await trx.updateTable('records').set({ deleted_at: null }).where(sql<boolean>`id = any(${ids}::int[])`).execute();
}

/**
 * Deletes the files of records whose deletion can no longer be undone; the records stay without them for the audit log.
 * @param isStopped checked before each section
 * @returns the number of records with files
 */
export async function purgeRecordFiles(
  db: Db,
  store: FileStore,
  resources: readonly Resource[],
  now: Date,
  isStopped: IsStopping = neverStops,
): Promise<number> {
  let count = 0;
  for (const resource of resources) {
    if (isStopped()) break;
    const wires = [...storedFields(resource.fields).values()].flatMap(({ wire, field }) =>
      getPointerTo(field, 'files') ? wire : [],
    );
    if (!wires.length) continue;
    const conditions = wires.map((wire) => sql<boolean>`coalesce(${jsonColumn(wire)}, '[]') not in ('[]', 'null')`);
    const names = await db.transaction().execute(async (trx) => {
      const due = await trx
        .selectFrom('records')
        .where('resource', '=', resource.name)
        .where('deleted_at', '<=', restorableSince(now))
        .where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
        .orderBy('id')
        .limit(200)
        .select(['id', 'data'])
        .forUpdate()
        .skipLocked()
        .execute();
      for (const { id, data } of due) {
        const withoutFiles = { ...data, ...Object.fromEntries(wires.map((wire) => [wire, []])) };
        await trx
          .updateTable('records')
          .set({ data: JSON.stringify(withoutFiles) })
          .where('id', '=', id)
          .execute();
      }
      count += due.length;
      return deleteReleasedFiles(
        trx,
        due.flatMap(({ data }) => storedFileIds(resource, data)),
      );
    });
    await deleteStoredBytes(db, store, names);
  }
  return count;
}
