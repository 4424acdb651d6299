import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** The statements that a function would send to a database, none of which is carried out; each is answered by no row. */
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

/** How a database goes about each of the queries that a function makes, which it answers. */
export async function plansOf(
  kysely: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<string[]> {
  const said: CompiledQuery[] = [];
  const heard = kysely.withPlugin({
    transformQuery: ({ node, queryId }) => {
      said.push(kysely.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await work(heard);
  const plans: string[] = [];
  for (const query of said) {
    if (/^explain/i.test(query.sql)) continue;
    const asked = { ...query, sql: `explain ${query.sql}` };
    const { rows } = await kysely.executeQuery<{ 'QUERY PLAN': string }>(asked);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return plans;
}
