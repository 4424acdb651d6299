import { type SqlBool, sql } from 'kysely';
import type { Principal } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { FieldsError } from '#server/http/errors.ts';
import { entranceInReach, readScope } from './scope.ts';

/**
 * Locks and returns those of the buildings that are open. The lock is needed because a building may be closed after the scope was
 * read; it lasts until the transaction ends.
 */
export async function lockOpenBuildings(trx: Db, buildings: readonly number[]): Promise<ReadonlySet<number>> {
  if (!buildings.length) return new Set();
  const rows = await trx
    .selectFrom('buildings')
    .where('id', 'in', [...new Set(buildings)])
    .where('closed_at', 'is', null)
    .select('id')
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Locks and returns the units that are in the person's entrances and in open buildings; the lock lasts until the transaction ends. */
export async function lockReachableUnits(
  trx: Db,
  principal: Principal,
  units: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await trx
    .selectFrom('units')
    .where(sql<SqlBool>`units.id = any(${[...units]}::integer[])`)
    .where(entranceInReach(principal, 'units.porch_id'))
    .select(['id', 'building_id'])
    .forKeyShare()
    .execute();
  const open = await lockOpenBuildings(
    trx,
    rows.map((row) => row.building_id),
  );
  return new Set(rows.filter((row) => open.has(row.building_id)).map(({ id }) => id));
}

/**
 * Computes the buildings a record is linked to after a change. A person may only add or remove buildings of which every entrance is
 * in their reach; other existing links stay, whether or not the payload names them (CAM-08, CAM-09, G-42).
 * @param before current links; empty for a new record
 * @param requestedIds building ids in the payload
 * @param field wire name, for the error
 * @throws FieldsError for a new link to a building that is unknown, closed, out of reach or only partly in reach
 */
export async function resolveBuildingLinks(
  trx: Db,
  principal: Principal,
  before: readonly number[],
  requestedIds: readonly number[],
  field: string,
): Promise<number[]> {
  const reach = await readScope(trx, principal, [...new Set([...before, ...requestedIds])]);
  const fixedIds = before.filter((id) => !reach.get(id));
  const editableIds = requestedIds.filter((id) => !fixedIds.includes(id));
  const addedIds = editableIds.filter((id) => !before.includes(id));
  const openIds = await lockOpenBuildings(trx, addedIds);
  if (editableIds.some((id) => !reach.has(id)) || addedIds.some((id) => !openIds.has(id)))
    throw new FieldsError({ [field]: ['validation.unknown'] });
  if (editableIds.some((id) => !reach.get(id))) throw new FieldsError({ [field]: ['access.building'] });
  return [...new Set([...editableIds, ...fixedIds])].sort((a, b) => a - b);
}

/** Whether the person may remove every one of these links, ignoring closed buildings; only then may the record be deleted. */
export async function mayRemoveAllLinks(trx: Db, principal: Principal, links: readonly number[]): Promise<boolean> {
  const reach = await readScope(trx, principal, links);
  const buildingsNotWhollyInReach = links.filter((id) => !reach.get(id));
  if (!buildingsNotWhollyInReach.length) return true;
  const openIds = await trx
    .selectFrom('buildings')
    .where('id', 'in', buildingsNotWhollyInReach)
    .where('closed_at', 'is', null)
    .select('id')
    .limit(1)
    .execute();
  return openIds.length === 0;
}
