import type { Db } from '#server/db/tables.ts';

/** An upload of a person that no record uses yet. @returns its id, or null: another's, in use, or unknown */
export async function ownUnlinked(trx: Db, user: number, id: number) {
  const row = await trx
    .selectFrom('files')
    .where('id', '=', id)
    .where('owner_id', '=', user)
    .where('kind', '=', 'attachment')
    .where('linked', '=', false)
    .select(['id', 'name', 'mime', 'size'])
    .executeTakeFirst();
  return row ?? null;
}
