import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** A column as the database has it. */
export interface Column {
  name: string;
  /** As SQL names it, e.g. `integer[]`. */
  type: string;
}

/** Columns of every table of ours by its name, in their order; those that the database computes are left out. */
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

/** Where a sequence stands: `value` has been given, or is the next to be given. */
export interface SequencePlace {
  value: string;
  given: boolean;
}

/** Where every sequence stands, by its name. */
export async function sequencePlaces(db: Db): Promise<ReadonlyMap<string, SequencePlace>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace order by 1`.execute(db);
  const places = new Map<string, SequencePlace>();
  for (const { name } of rows) {
    const place = await sql<SequencePlace>`
      select last_value::text as value, is_called as given from ${sql.table(name)}`.execute(db);
    places.set(name, place.rows[0] as SequencePlace);
  }
  return places;
}
