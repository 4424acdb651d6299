import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * Drops every table, view, sequence, function, enum or domain type and collation in the current schema, also those of other
 * programs. The schema itself and extensions stay, since others may use them.
 * @param trx a transaction, so that nothing is lost unless it commits
 */
export async function dropEverything(trx: Db): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    with extended as (select objid from pg_depend where deptype = 'e'),
    here as (select current_schema()::regnamespace as it)
    select format('drop %s %s cascade', case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end,
        oid::regclass) as statement from pg_class, here
      where relnamespace = it and (relkind in ('r', 'p', 'v') or relkind = 'S' and oid not in (select objid from pg_depend where deptype in ('a', 'i'))) and oid not in (select objid from extended)
    union all
    select format('drop %s %s cascade', case prokind when 'p' then 'procedure' when 'a' then 'aggregate' else 'function' end,
        oid::regprocedure) from pg_proc, here
      where pronamespace = it and oid not in (select objid from extended)
    union all
    select format('drop type %s cascade', pg_type.oid::regtype) from pg_type, here
      where typnamespace = it and typtype in ('e', 'd') and pg_type.oid not in (select objid from extended)
    union all
    select format('drop collation %I.%I cascade', it, collname) from pg_collation, here
      where collnamespace = it and oid not in (select objid from extended)`.execute(trx);
  // Some may already be dropped by the cascade of another one.
  for (const { statement } of rows) await sql.raw(statement.replace(/^drop (\w+) /, 'drop $1 if exists ')).execute(trx);
}

/** Creates Kysely's migration tables, which Kysely itself creates only when it migrates. */
export async function createMigrationTables(trx: Db): Promise<void> {
  await sql`create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(
    trx,
  );
  await sql`create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer not null default 0)`.execute(
    trx,
  );
}

/**
 * Number of connections of the product to this database that are older than this one; none for the embedded database, whose folder
 * is locked. Must run on this process's oldest connection, otherwise that one is counted too.
 */
export async function countOtherConnections({ kysely, kind }: Pick<Database, 'kysely' | 'kind'>): Promise<number> {
  if (kind === 'embedded') return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name = 'upravdom' and backend_start <
      (select backend_start from pg_stat_activity where pid = pg_backend_pid())`.execute(kysely);
  return rows[0]?.count ?? 0;
}
