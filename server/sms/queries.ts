import type { Db } from '#server/db/tables.ts';

/** Stores a message for `GET /dev/outbox`. */
export async function insertIntoOutbox(db: Db, recipient: string, text: string): Promise<void> {
  await db.insertInto('outbox').values({ recipient, text }).execute();
}

/** Short name of the head company; null when there is none. */
export async function selectHeadCompanyName(db: Db): Promise<string | null> {
  const row = await db.selectFrom('companies').where('is_tenant', '=', true).select('name_short').executeTakeFirst();
  return row?.name_short ?? null;
}

/** Deletes messages created before `before`. @returns how many */
export async function sweepOutbox(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom('outbox').where('at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
