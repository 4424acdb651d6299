import { sql } from 'kysely';
import { lockOpenBuildings } from '#server/access/links.ts';
import type { Db } from '#server/db/tables.ts';

/** Entrances opened and closed by a change. */
export interface PorchChange {
  added: number[];
  removed: number[];
}

/** Every entrance that is open to an employee, by id. */
export async function selectPorchIds(db: Db, user: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_porches')
    .where('user_id', '=', user)
    .select('porch_id')
    .orderBy('porch_id')
    .execute();
  return rows.map((row) => row.porch_id);
}

/**
 * Opens and closes entrances for an employee. The giver can only open or close entrances that are open to them; others stay as
 * they are, whether or not the payload names them (EMP-42, EMP-43, G-20).
 * @param requestedIds all entrances that should be open afterwards
 * @returns null, with nothing written, if one is named that is open to neither of the two
 */
export async function settlePorches(
  trx: Db,
  giver: number,
  user: number,
  requestedIds: readonly number[],
): Promise<PorchChange | null> {
  const chosenIds = sql`${[...requestedIds]}::integer[]`;
  const { rows: addedPorches } = await sql<{ building_id: number }>`select distinct building_id from porches
    where id = any(${chosenIds}) and not exists (select 1 from user_porches held
      where held.porch_id = porches.id and held.user_id = ${user})`.execute(trx);
  // Waits for a building that is being closed, so that the giver's access is read after that.
  const buildings = addedPorches.map((row) => row.building_id);
  if ((await lockOpenBuildings(trx, buildings)).size < buildings.length) return null;
  const { rows: foreign } = await sql`select 1 from unnest(${chosenIds}) as wanted(id) where not exists
    (select 1 from user_porches where porch_id = wanted.id and user_id in (${giver}, ${user})) limit 1`.execute(trx);
  if (foreign.length) return null;
  const { rows: removed } = await sql<{ porch_id: number }>`delete from user_porches
    where user_id = ${user} and porch_id <> all(${chosenIds})
      and exists (select 1 from user_porches own where own.user_id = ${giver} and own.porch_id = user_porches.porch_id)
    returning porch_id`.execute(trx);
  const { rows: added } = await sql<{ porch_id: number }>`insert into user_porches (user_id, porch_id)
    select ${user}, own.porch_id from user_porches own where own.user_id = ${giver} and own.porch_id = any(${chosenIds})
    on conflict do nothing returning porch_id`.execute(trx);
  const sortedIds = (rows: readonly { porch_id: number }[]) => rows.map((row) => row.porch_id).sort((a, b) => a - b);
  return { added: sortedIds(added), removed: sortedIds(removed) };
}
