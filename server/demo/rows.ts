import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables } from '#server/db/tables.ts';

type TableName = keyof Tables;
type RequiredKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? never : null extends T[K] ? never : K }[keyof T];

/** A row of demo data: jsonb as plain values; columns with a default may be omitted. */
export type NewRow<T extends TableName> = Pick<
  Selectable<Tables[T]>,
  RequiredKeys<Insertable<Tables[T]>> & keyof Selectable<Tables[T]>
> &
  Partial<Selectable<Tables[T]>>;

/** Rows of several tables, in an order that satisfies foreign keys. */
export type RowBatch = { [T in TableName]?: NewRow<T>[] };

/** Rows per statement: large enough to be fast, small enough for the memory of the embedded database. */
const CHUNK_ROWS = 2_000;

/** Inserts a batch, table by table in its order. */
export async function insertBatch(db: Db, batch: RowBatch): Promise<void> {
  for (const [table, rows] of Object.entries(batch)) await insertRows(db, table, rows);
}

/**
 * Inserts rows of one table in chunks. Each chunk is passed as one JSON parameter, which both engines unpack several times faster
 * than thousands of parameters. All rows must have the keys of the first one.
 */
async function insertRows(db: Db, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).map((key) => sql.ref(key));
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    const chunk = JSON.stringify(rows.slice(start, start + CHUNK_ROWS));
    await sql`insert into ${sql.table(table)} (${sql.join(columns)})
      select ${sql.join(columns)} from jsonb_populate_recordset(null::${sql.table(table)}, ${chunk}::jsonb)`.execute(
      db,
    );
  }
}

/** Resets the id sequences of all tables to continue after the inserted ids. */
export async function resetIdSequences(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'id' and is_identity = 'YES' order by 1`.execute(db);
  for (const { name } of rows) {
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), coalesce(max(id), 0) + 1, false)
      from ${sql.table(name)}`.execute(db);
  }
}
