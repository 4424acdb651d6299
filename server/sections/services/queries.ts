import type { Db } from '#server/db/tables.ts';

/** Kinds of work that are open, in their order; a company does the same work in all its buildings. */
export function listServices(db: Db) {
  return db
    .selectFrom('services')
    .where('closed', '=', false)
    .select(['id', 'name', 'icon'])
    .orderBy('place', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
}
