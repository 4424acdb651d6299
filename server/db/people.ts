import type { Db } from './tables.ts';

/** Whether the database has any users; only an empty one may be filled with demo data. */
export async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The given phones that are in use. */
export async function selectPhonesInUse(db: Db, phones: readonly string[]): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('users')
    .select('phone')
    .where('phone', 'in', [...phones])
    .execute();
  return new Set(rows.map(({ phone }) => phone));
}
