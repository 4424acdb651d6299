import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { storedBytes } from '#server/files/queries.ts';
import { lockSetup } from './queries.ts';

/** The person of a phone; deleted people have none. */
export async function personOfPhone(db: Db, phone: string) {
  const row = await db
    .selectFrom('users')
    .where('phone', '=', phone)
    .where('status', '!=', 'deleted')
    .select(['id', 'role', 'status'])
    .executeTakeFirst();
  return row ?? null;
}

/** Id of the head company; null if the database has no company. */
export async function headCompany(db: Db): Promise<number | null> {
  const row = await db.selectFrom('companies').where('is_tenant', '=', true).select('id').executeTakeFirst();
  return row?.id ?? null;
}

/** Whether the database holds the demo company. */
export async function holdsDemo(db: Db): Promise<boolean> {
  const row = await db.selectFrom('installation').where('holds', '=', 'demo').select('one').executeTakeFirst();
  return row !== undefined;
}

/** Empties a database that holds the demo company. @returns names of the bytes it kept; null when it holds another one */
export async function emptyDemo(trx: Db): Promise<string[] | null> {
  await lockSetup(trx);
  if (!(await holdsDemo(trx))) return null;
  const bytes = await storedBytes(trx);
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and not starts_with(table_name, 'kysely_')
    order by 1`.execute(trx);
  const tables = sql.join(rows.map(({ name }) => sql.table(name)));
  await sql`truncate ${tables} restart identity`.execute(trx);
  // Marked as one's own, or the next start would fill it with the demo company again.
  await trx.insertInto('installation').values({ holds: 'company', time_zone: null }).execute();
  return bytes;
}
