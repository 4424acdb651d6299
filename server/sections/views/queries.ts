import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** Query of views with the name of their author. */
function selectViews(db: Db) {
  return db
    .selectFrom('saved_views as view')
    .innerJoin('users as owner', 'owner.id', 'view.owner_id')
    .select(['view.id', 'view.list', 'view.name', 'view.query', 'view.shared', 'view.owner_id'])
    .select(sql<string>`owner.first_name || ' ' || owner.last_name`.as('by'));
}
export type ViewRow = Awaited<ReturnType<typeof listViews>>[number];

/** The reader's own views and the shared views of these lists, by name. Views shared by people who were deleted later stay. */
export function listViews(db: Db, user: number, lists: readonly string[]) {
  return selectViews(db)
    .where((eb) =>
      eb.or([
        eb('view.owner_id', '=', user),
        eb.and([eb('view.shared', '=', true), eb('view.list', '=', eb.fn.any(eb.val([...lists])))]),
      ]),
    )
    .orderBy(sql`lower(view.name)`)
    .orderBy('view.id')
    .execute();
}

/**
 * Number of views that a person has saved for a list under other names. Locks the person's row, so that simultaneous calls are
 * counted one after the other.
 */
export async function countOtherViews(trx: Db, user: number, list: string, name: string): Promise<number> {
  await trx.selectFrom('users').where('id', '=', user).select('id').forNoKeyUpdate().executeTakeFirst();
  const { count } = await trx
    .selectFrom('saved_views')
    .where('owner_id', '=', user)
    .where('list', '=', list)
    .where(sql<boolean>`lower(name) <> lower(${name})`)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Saves a view; replaces the person's own view of the same name. */
export async function saveView(
  trx: Db,
  view: { owner_id: number; list: string; name: string; query: string; shared: boolean },
  now: Date,
): Promise<ViewRow> {
  const { name, query, shared } = view;
  const { id } = await trx
    .insertInto('saved_views')
    .values({ ...view, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.expression(sql`owner_id, list, lower(name)`).doUpdateSet({ name, query, shared, updated_at: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return selectViews(trx).where('view.id', '=', id).executeTakeFirstOrThrow();
}

/** Deletes a view of a person. @returns the deleted view; undefined if there was none */
export function deleteView(trx: Db, user: number, id: number) {
  return trx
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('owner_id', '=', user)
    .returning(['list', 'name', 'query', 'shared'])
    .executeTakeFirst();
}
