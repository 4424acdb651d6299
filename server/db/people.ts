import type { Db } from './tables.ts';

/** Whether anybody is in the database: an empty one may be filled. */
export async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Those of these phones that are in use. */
export async function phonesInUse(db: Db, phones: readonly string[]): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('users')
    .select('phone')
    .where('phone', 'in', [...phones])
    .execute();
  return new Set(rows.map(({ phone }) => phone));
}
