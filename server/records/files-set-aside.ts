import type { FastifyInstance } from 'fastify';
import type { Resource } from '#resources/language/define-resource.ts';
import { toIds } from '#resources/language/kinds/ids.ts';
import { getPointerTo } from '#resources/language/kinds/traits.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { deleteReleasedFiles } from '#server/files/links.ts';
import { deleteStoredBytes } from '#server/files/queries.ts';
import type { FileStore } from '#server/files/store.ts';
import { repeatUntilDone } from '#server/repeat-until-done.ts';
import { storedFields } from './columns.ts';
import { purgeAfterUndo, restorableSince } from './kit/undo.ts';
import type { StoredRecord } from './queries.ts';

/** Files deleted per transaction, at most. */
const BATCH_SIZE = 200;

type Data = StoredRecord['data'];

/** Ids of a record's files, with the wire name of their field. */
function fieldsByFile({ fields }: Pick<Resource, 'fields'>, data: Data): Map<number, string> {
  const fileFields = [...storedFields(fields).values()].filter(({ field }) => getPointerTo(field, 'files'));
  return new Map(fileFields.flatMap(({ wire }) => toIds(data[wire]).map((id) => [id, wire] as const)));
}

/**
 * Sets aside files that a change removes from a record, and takes back those that it restores. Files set aside are deleted once
 * the change can no longer be undone.
 * @returns whether files were set aside; if so, call the function made by `createFilePurgeScheduler` after the commit
 */
export async function setLostFilesAside(
  { trx, resource, now }: { trx: Db; resource: Resource; now: Date },
  record: number,
  before: Data,
  after: Data,
): Promise<boolean> {
  const fieldsBefore = fieldsByFile(resource, before);
  const fieldsAfter = fieldsByFile(resource, after);
  const restoredIds = [...fieldsAfter.keys()].filter((id) => !fieldsBefore.has(id));
  if (restoredIds.length)
    await trx
      .deleteFrom('files_set_aside')
      .where('record_id', '=', record)
      .where('file_id', 'in', restoredIds)
      .execute();
  const removedFiles = [...fieldsBefore].filter(([id]) => !fieldsAfter.has(id));
  if (!removedFiles.length) return false;
  const rows = removedFiles.map(([file_id, field]) => ({ file_id, record_id: record, field, set_aside_at: now }));
  await trx.insertInto('files_set_aside').values(rows).execute();
  return true;
}

/** Locks, until the transaction ends, and returns the ids of the set-aside files that may still be put back into the record. */
export async function lockRestorableFiles(
  trx: Db,
  { name, fields }: Pick<Resource, 'name' | 'fields'>,
  record: number,
  now: Date,
): Promise<number[]> {
  const wireNames = [...storedFields(fields).values()].flatMap(({ wire, field }) =>
    getPointerTo(field, 'files') ? wire : [],
  );
  if (!wireNames.length) return [];
  const rows = await trx
    .selectFrom('files_set_aside')
    .where('record_id', '=', record)
    .where('field', 'in', wireNames)
    .where('set_aside_at', '>', restorableSince(now))
    // A section with its own table may have a record with the same id, so the record must be one of this section.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('records')
          .whereRef('records.id', '=', 'files_set_aside.record_id')
          .where('records.resource', '=', name)
          .select('records.id'),
      ),
    )
    .orderBy('file_id')
    .select('file_id')
    .forUpdate()
    .execute();
  return rows.map(({ file_id }) => file_id);
}

/**
 * Deletes a batch of set-aside files whose change can no longer be undone.
 * @returns how many
 */
export async function purgeFilesSetAside(db: Db, store: FileStore, now: Date): Promise<number> {
  const { count, names } = await db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('files_set_aside')
      .where('set_aside_at', '<=', restorableSince(now))
      .orderBy('file_id')
      .limit(BATCH_SIZE)
      .select('file_id')
      .forUpdate()
      .skipLocked()
      .execute();
    return {
      count: due.length,
      names: await deleteReleasedFiles(
        trx,
        due.map(({ file_id }) => file_id),
      ),
    };
  });
  await deleteStoredBytes(db, store, names);
  return count;
}

/**
 * Creates a function that deletes set-aside files once their change can no longer be undone.
 * @returns call it after the commit that set files aside
 */
export const createFilePurgeScheduler = (
  app: FastifyInstance,
  { db, files, now }: Pick<ServerContext, 'db' | 'files' | 'now'>,
): (() => void) =>
  purgeAfterUndo(app, 'files of records', () => repeatUntilDone(() => purgeFilesSetAside(db, files, now())));
