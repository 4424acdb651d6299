import { sql } from 'kysely';
import type { BuildingItem } from '#resources/protocol/buildings/buildings.ts';
import type { Principal } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { buildingInReach, buildingWhole, entranceInReach } from './scope.ts';

/** An entrance as others refer to it. */
export type PorchRef = { id: number; number: number };

/** Buildings in reach with the entrances that are held. */
export function buildingsOfPerson(db: Db, principal: Principal) {
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

export type HeldBuilding = Awaited<ReturnType<ReturnType<typeof buildingsOfPerson>['execute']>>[number];

/** A row of `buildingsOfPerson` as it stands on the wire. */
export function asItem({ complex_id, complex_name, floor_count: _, ...row }: HeldBuilding): BuildingItem {
  return { ...row, complex: complex_id === null ? null : { id: complex_id, name: complex_name ?? '' } };
}

/** The reader's buildings by street and number (API-13). */
export async function listBuildings(db: Db, principal: Principal): Promise<BuildingItem[]> {
  const rows = await buildingsOfPerson(db, principal)
    .orderBy('buildings.street')
    .orderBy('buildings.number_sort')
    .orderBy('buildings.id')
    .execute();
  return rows.map(asItem);
}
