import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * Drops all that migrations have made. The schema itself stays, for it may be another's, and so do extensions.
 * @param trx a transaction: until it commits nothing is gone
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
  // A function or type may have gone with a table or another function.
  for (const { statement } of rows) await sql.raw(statement.replace(/^drop (\w+) /, 'drop $1 if exists ')).execute(trx);
}

/** The tables in which Kysely notes what was migrated, which it makes at its first migration otherwise. */
export async function makeMigrationTables(trx: Db): Promise<void> {
  await sql`create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(
    trx,
  );
  await sql`create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer not null default 0)`.execute(
    trx,
  );
}

/**
 * Connections of other processes of the product to this database. The embedded one has no others: its folder is locked.
 * Ask with the connection that was opened first.
 */
export async function otherProcesses({ kysely, kind }: Pick<Database, 'kysely' | 'kind'>): Promise<number> {
  if (kind === 'embedded') return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name = 'upravdom' and backend_start <
      (select backend_start from pg_stat_activity where pid = pg_backend_pid())`.execute(kysely);
  return rows[0]?.count ?? 0;
}
