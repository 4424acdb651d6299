import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Db, Tables } from '#server/db/tables.ts';

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (kysely: Kysely<never>) => new PostgresIntrospector(kysely),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

/**
 * The same database, with something that happens between its queries: after each of them, once its connection is free again.
 * It knows no transactions.
 */
export function afterQueries(db: Db, happens: () => Promise<void>): Db {
  const executor = new Proxy(db.getExecutor(), {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'executeQuery') return value.bind(target);
      return async (...args: unknown[]) => {
        const result: unknown = await value.apply(target, args);
        await happens();
        return result;
      };
    },
  });
  return new Kysely<Tables>({ config: { dialect }, dialect, driver: new DummyDriver(), executor });
}
