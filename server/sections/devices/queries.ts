import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';

/** Maximum number of browsers kept for a person; the oldest are removed. */
const DEVICES_MAX = 20;

/**
 * Registers a browser for this session; if the browser was registered for another person, that registration is replaced.
 * @returns its id
 */
export async function registerDevice(
  trx: Db,
  reader: Pick<Reader, 'user' | 'token'>,
  { registration_id, type }: { registration_id: string; type: string },
  now: Date,
): Promise<number> {
  const row = { user_id: reader.user, token_id: reader.token.id, registration_id, type, created_at: now };
  const { id } = await trx
    .insertInto('devices')
    .values(row)
    .onConflict((conflict) => conflict.column('registration_id').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom('devices')
    .where('user_id', '=', reader.user)
    .where('id', 'not in', (newest) =>
      newest
        .selectFrom('devices')
        .where('user_id', '=', reader.user)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(DEVICES_MAX)
        .select('id'),
    )
    .execute();
  return id;
}
