import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { FieldsError } from '#server/http/errors.ts';
import { deleteUnlinked } from './queries.ts';

/** Those of the files that the person has uploaded themselves and no record has taken. */
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
 * Takes a person's uploads for a record. Call it in the transaction that writes the record: the files are
 * locked, so that a deletion or another claim of them waits.
 * @returns false when one is not their own, is used already or is gone; then the record must not be written
 */
export async function claimUploads(trx: Db, owner: number, ids: readonly number[]): Promise<boolean> {
  if (!ids.length) return true;
  // Locked in the order of their ids: two that take the same files never wait for each other.
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
 * The answer where `claimUploads` failed: the field, and by id each file that is the reason, so that the form can say
 * which ones have to be chosen anew.
 * @param field on the wire
 */
export async function uploadsRefused(
  trx: Db,
  owner: number,
  field: string,
  ids: readonly number[],
): Promise<FieldsError> {
  const free = await freeUploads(trx, owner, ids).execute();
  const sound = new Set(free.map((row) => row.id));
  const failed = ids.filter((id) => !sound.has(id));
  const why = ['validation.fileFailed'];
  return new FieldsError({ [field]: why, ...Object.fromEntries(failed.map((id) => [`${field}.${id}`, why])) });
}

/**
 * Deletes files that their record uses no longer, also those uploaded by others.
 * @returns names of the stored contents; delete these with `dropBytes` after the commit
 */
export async function giveUpFiles(trx: Db, ids: readonly number[]): Promise<string[]> {
  const names: string[] = [];
  for (const id of [...ids].sort((a, b) => a - b)) {
    await trx.updateTable('files').set({ linked: false }).where('id', '=', id).execute();
    names.push(...((await deleteUnlinked(trx, id)) ?? []));
  }
  return names;
}
