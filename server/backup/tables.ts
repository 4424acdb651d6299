import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** A column of a database table. */
export interface Column {
  name: string;
  /** SQL type, e.g. `integer[]`. */
  type: string;
}

/** Columns of every table of the schema, in order; generated columns are omitted. */
export async function tableColumns(db: Db): Promise<ReadonlyMap<string, readonly Column[]>> {
  const { rows } = await sql<Column & { table: string }>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`.execute(db);
  const tables = new Map<string, Column[]>();
  for (const { table, name, type } of rows) tables.set(table, [...(tables.get(table) ?? []), { name, type }]);
  return tables;
}

/** State of a sequence: its last value, and whether that has been handed out (`given`) or is the next. */
export interface SequenceState {
  value: string;
  given: boolean;
}

/** State of every sequence, by name. */
export async function sequenceStates(db: Db): Promise<ReadonlyMap<string, SequenceState>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace order by 1`.execute(db);
  const states = new Map<string, SequenceState>();
  for (const { name } of rows) {
    const state = await sql<SequenceState>`
      select last_value::text as value, is_called as given from ${sql.table(name)}`.execute(db);
    states.set(name, state.rows[0] as SequenceState);
  }
  return states;
}
