import type { Db } from '#server/db/tables.ts';

/** Kinds of work, in their order; a company does the same work in all its buildings. */
export function listServices(db: Db) {
  return db.selectFrom('services').select(['id', 'name', 'icon']).orderBy('id').execute();
}
