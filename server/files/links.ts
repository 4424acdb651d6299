import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { FieldsError } from '#server/http/errors.ts';
import { deleteUnlinked } from './queries.ts';

/** Selects those of these files that the person has uploaded and no record uses yet. */
function freeUploads(trx: Db, owner: number, ids: readonly number[]) {
  return trx
    .selectFrom('files')
    .where(sql<boolean>`id = any(${[...ids]}::integer[])`)
    .where('owner_id', '=', owner)
    .where('kind', '=', 'attachment')
    .where('status', '=', 'done')
    .where('linked', '=', false)
    .select('id');
}

/**
 * Links a person's uploads to a record. Call it in the transaction that writes the record; the files are locked, so that deleting
 * or claiming them elsewhere waits.
 * @returns false if a file is not theirs, is used already, is missing or is not `done`; then the record must not be written
 */
export async function claimUploads(trx: Db, owner: number, ids: readonly number[]): Promise<boolean> {
  if (!ids.length) return true;
  // Locked in the order of ids to avoid deadlocks.
  const free = await freeUploads(trx, owner, ids).orderBy('id').forUpdate().execute();
  if (free.length !== new Set(ids).size) return false;
  await trx
    .updateTable('files')
    .set({ linked: true })
    .where(
      'id',
      'in',
      free.map((row) => row.id),
    )
    .execute();
  return true;
}

/**
 * The error to throw if `claimUploads` failed; it names the field and each failed file by id, so that the form can ask to upload
 * these again.
 * @param field wire name
 */
export async function createUploadsError(
  trx: Db,
  owner: number,
  field: string,
  ids: readonly number[],
): Promise<FieldsError> {
  const free = await freeUploads(trx, owner, ids).execute();
  const freeIds = new Set(free.map((row) => row.id));
  const failed = ids.filter((id) => !freeIds.has(id));
  const messages = ['validation.fileFailed'];
  return new FieldsError({
    [field]: messages,
    ...Object.fromEntries(failed.map((id) => [`${field}.${id}`, messages])),
  });
}

/**
 * Deletes files that their record no longer uses, also those uploaded by others.
 * @returns names of the stored bytes; delete these with `deleteStoredBytes` after the commit
 */
export async function deleteReleasedFiles(trx: Db, ids: readonly number[]): Promise<string[]> {
  const names: string[] = [];
  for (const id of [...ids].sort((a, b) => a - b)) {
    await trx.updateTable('files').set({ linked: false }).where('id', '=', id).execute();
    names.push(...((await deleteUnlinked(trx, id)) ?? []));
  }
  return names;
}
