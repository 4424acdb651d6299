import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { referencedBytes } from '#server/files/queries.ts';
import { lockSetup } from './queries.ts';

/** The person with a phone; deleted people have none. */
export async function findPersonByPhone(db: Db, phone: string) {
  const row = await db
    .selectFrom('users')
    .where('phone', '=', phone)
    .where('status', '!=', 'deleted')
    .select(['id', 'role', 'status'])
    .executeTakeFirst();
  return row ?? null;
}

/** Id of the head company; null if the database has no company. */
export async function findHeadCompanyId(db: Db): Promise<number | null> {
  const row = await db.selectFrom('companies').where('is_tenant', '=', true).select('id').executeTakeFirst();
  return row?.id ?? null;
}

/** Whether the database contains the demo company. */
export async function hasDemoCompany(db: Db): Promise<boolean> {
  const row = await db.selectFrom('installation').where('holds', '=', 'demo').select('one').executeTakeFirst();
  return row !== undefined;
}

/** Empties a database that contains the demo company. @returns names of its stored files; null if it contains another company */
export async function emptyDemoDatabase(trx: Db): Promise<string[] | null> {
  await lockSetup(trx);
  if (!(await hasDemoCompany(trx))) return null;
  const fileNames = await referencedBytes(trx);
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and not starts_with(table_name, 'kysely_')
    order by 1`.execute(trx);
  const tables = sql.join(rows.map(({ name }) => sql.table(name)));
  await sql`truncate ${tables} restart identity`.execute(trx);
  // Marked as a company of its own, or the next start would fill the database with the demo company again.
  await trx.insertInto('installation').values({ holds: 'company', time_zone: null }).execute();
  return fileNames;
}
