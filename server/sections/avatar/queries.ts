import type { Db } from '#server/db/tables.ts';
import { deleteUnlinked } from '#server/files/queries.ts';

/**
 * Replaces or removes the picture of a person; simultaneous calls run one after the other.
 * @returns the previous file, and the names of stored files to delete after the commit
 */
export async function replaceAvatar(trx: Db, user: number, file: number | null, now: Date) {
  const { avatar_file_id: before } = await trx
    .selectFrom('users')
    .where('id', '=', user)
    .select('avatar_file_id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await trx.updateTable('users').set({ avatar_file_id: file, updated_at: now }).where('id', '=', user).execute();
  if (file !== null) await trx.updateTable('files').set({ linked: true }).where('id', '=', file).execute();
  return { before, dropped: before === null ? [] : await deleteOwnPicture(trx, user, before) };
}

/** Deletes a picture that the person has uploaded; pictures of the demo company may be used elsewhere too. */
async function deleteOwnPicture(trx: Db, user: number, file: number): Promise<string[]> {
  const ownPicture = await trx
    .updateTable('files')
    .set({ linked: false })
    .where('id', '=', file)
    .where('owner_id', '=', user)
    .where('kind', '=', 'avatar')
    .returning('id')
    .executeTakeFirst();
  return (ownPicture && (await deleteUnlinked(trx, file))) ?? [];
}
