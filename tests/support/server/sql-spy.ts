import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** What a function would say to a database: its statements, none of which is carried out; each is answered by no row. */
export async function statementsOf(work: (db: Kysely<Tables>) => Promise<unknown>): Promise<CompiledQuery[]> {
  const said: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: (event) => {
      said.push(event.query);
    },
  });
  await work(db);
  return said;
}
