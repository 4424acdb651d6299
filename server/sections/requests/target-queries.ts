import { sql } from 'kysely';
import type { NewTaskTarget } from '#resources/protocol/requests/tasks.ts';
import { lockOpenBuildings } from '#server/access/links.ts';
import type { Principal } from '#server/access/reader.ts';
import { entranceInReach, readScope } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import { FieldsError } from '#server/http/errors.ts';
import type { Places } from '#server/live/publish.ts';

/** The resolved place of a new request. */
export interface ResolvedTarget {
  building: number;
  /** Rows of `task_places`; none for a whole building. */
  places: { porch_id: number; floor_id: number | null }[];
}

/**
 * Selects those of the entrances or floors that are in reach, and locks them until the transaction ends, so that they are not
 * deleted.
 */
async function lockPlacesInReach(trx: Db, principal: Principal, target: NewTaskTarget) {
  if (target.target_type === 'porches') {
    const { rows } = await sql<{ building_id: number; porch_id: number; floor_id: null }>`
      select building_id, id as porch_id, null::integer as floor_id from porches
      where id = any(${[...target.target.porches]}::integer[]) and ${entranceInReach(principal, 'porches.id')}
      order by id for key share of porches`.execute(trx);
    return { rows, requestedIds: target.target.porches };
  }
  if (target.target_type === 'floors') {
    const { rows } = await sql<{ building_id: number; porch_id: number; floor_id: number | null }>`
      select building_id, porch_id, id as floor_id from floors
      where id = any(${[...target.target.floors]}::integer[]) and ${entranceInReach(principal, 'floors.porch_id')}
      order by id for key share of floors`.execute(trx);
    return { rows, requestedIds: target.target.floors };
  }
  return { rows: [], requestedIds: [] };
}

/**
 * Resolves the target of a new request (TASK-62, TASK-63).
 * @throws FieldsError for a building that is unknown, closed, out of reach or only partly in reach (TASK-46), and for entrances and
 * floors that are unknown, out of reach, in a closed building or in several buildings
 */
export async function findTarget(
  trx: Db,
  principal: Principal,
  target: NewTaskTarget,
  /** Key of the body that an error is reported for. */
  field: 'target' | 'place' = 'target',
): Promise<ResolvedTarget> {
  const refuse = (text: string): never => {
    throw new FieldsError({ [field]: [text] });
  };
  if (target.target_type === 'building') {
    const { building } = target.target;
    const reach = await readScope(trx, principal, [building]);
    if (!reach.has(building) || !(await lockOpenBuildings(trx, [building])).has(building))
      return refuse('api.noBuilding');
    return reach.get(building) ? { building, places: [] } : refuse('taskRules.partBuilding');
  }
  const { rows, requestedIds } = await lockPlacesInReach(trx, principal, target);
  const [first] = rows;
  if (!first) return refuse('api.noBuilding');
  if (rows.length !== new Set(requestedIds).size) return refuse('validation.unknown');
  if (rows.some((row) => row.building_id !== first.building_id)) return refuse('taskRules.oneBuilding');
  if (!(await lockOpenBuildings(trx, [first.building_id])).has(first.building_id)) return refuse('api.noBuilding');
  return { building: first.building_id, places: rows.map(({ porch_id, floor_id }) => ({ porch_id, floor_id })) };
}

/** Inserts the places of a request. */
export async function insertRequestPlaces(trx: Db, task: number, places: ResolvedTarget['places']): Promise<void> {
  if (!places.length) return;
  await trx
    .insertInto('task_places')
    .values(places.map((place) => ({ task_id: task, ...place })))
    .execute();
}

/** Places of a request, in the form that notifications take. */
export async function selectRequestPlaces(trx: Db, task: number, building: number): Promise<Places> {
  const rows = await trx.selectFrom('task_places').where('task_id', '=', task).distinct().select('porch_id').execute();
  return rows.length
    ? { buildings: [], porches: rows.map((row) => row.porch_id) }
    : { buildings: [building], porches: [] };
}
