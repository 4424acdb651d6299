import type { Principal } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { FieldsError } from '#server/http/errors.ts';
import { readScope } from './scope.ts';

/**
 * Of these buildings those that are open. None of them is closed until the transaction ends, so that nothing is tied to a closed
 * building: what a person reaches was looked up before a closing that has just been committed.
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

/**
 * The buildings a record is linked to after a change. Only wholly open ones are the person's to set or take away;
 * links that were there and are not theirs stay, whether or not the payload names them (CAM-08, CAM-09, G-42).
 * @param before links as they are; none for a new record
 * @param requestedIds what the payload names
 * @param field wire name, for the refusal
 * @throws FieldsError for a new link to a building that is unknown, closed, out of reach, or open in part
 */
export async function settleLinks(
  trx: Db,
  principal: Principal,
  before: readonly number[],
  requestedIds: readonly number[],
  field: string,
): Promise<number[]> {
  const reach = await readScope(trx, principal, [...new Set([...before, ...requestedIds])]);
  const fixed = before.filter((id) => !reach.get(id));
  const editableIds = requestedIds.filter((id) => !fixed.includes(id));
  const added = editableIds.filter((id) => !before.includes(id));
  const open = await lockOpenBuildings(trx, added);
  if (editableIds.some((id) => !reach.has(id)) || added.some((id) => !open.has(id)))
    throw new FieldsError({ [field]: ['validation.unknown'] });
  if (editableIds.some((id) => !reach.get(id))) throw new FieldsError({ [field]: ['access.building'] });
  return [...new Set([...editableIds, ...fixed])].sort((a, b) => a - b);
}

/** Whether every one of these links is the person's to take away, those to closed buildings aside: only then may the record be deleted. */
export async function holdsAll(trx: Db, principal: Principal, links: readonly number[]): Promise<boolean> {
  const reach = await readScope(trx, principal, links);
  const unheldIds = links.filter((id) => !reach.get(id));
  if (!unheldIds.length) return true;
  const open = await trx
    .selectFrom('buildings')
    .where('id', 'in', unheldIds)
    .where('closed_at', 'is', null)
    .select('id')
    .limit(1)
    .execute();
  return open.length === 0;
}
