import { sql } from 'kysely';
import type { BuildingItem } from '#resources/protocol/buildings/buildings.ts';
import type { Principal } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { buildingInReach, buildingWhole, entranceInReach } from './scope.ts';

/** Reference to an entrance. */
export type PorchRef = { id: number; number: number };

/** Query of the buildings in reach, each with the entrances the person has access to. */
export function selectBuildingsInReach(db: Db, principal: Principal) {
  return db
    .selectFrom('buildings')
    .leftJoin('complexes', 'complexes.id', 'buildings.complex_id')
    .where(buildingInReach(principal, 'buildings.id'))
    .select([
      'buildings.id',
      'buildings.street',
      'buildings.number',
      'buildings.building_type',
      'buildings.floor_count',
      'complexes.id as complex_id',
      'complexes.name as complex_name',
      buildingWhole(principal, 'buildings.id').as('is_all_porches'),
      sql<PorchRef[]>`(select coalesce(jsonb_agg(jsonb_build_object('id', porches.id, 'number', porches.number)
        order by porches.number), '[]') from porches
        where porches.building_id = buildings.id and ${entranceInReach(principal, 'porches.id')})`.as(
        'available_porches',
      ),
    ]);
}

export type ReachableBuilding = Awaited<ReturnType<ReturnType<typeof selectBuildingsInReach>['execute']>>[number];

/** Converts a row of `selectBuildingsInReach` to the response format. */
export function serializeBuildingItem({
  complex_id,
  complex_name,
  floor_count: _,
  ...row
}: ReachableBuilding): BuildingItem {
  return { ...row, complex: complex_id === null ? null : { id: complex_id, name: complex_name ?? '' } };
}

/** The reader's buildings by street and number (API-13). */
export async function listBuildings(db: Db, principal: Principal): Promise<BuildingItem[]> {
  const rows = await selectBuildingsInReach(db, principal)
    .orderBy('buildings.street')
    .orderBy('buildings.number_sort')
    .orderBy('buildings.id')
    .execute();
  return rows.map(serializeBuildingItem);
}
