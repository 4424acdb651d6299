import type { Db } from '#server/db/tables.ts';
import { buildingInReach, buildingWhole } from './scope.ts';

type Holder = { readonly user: number };

/** Of these buildings, those in reach and whether each is wholly open. What is out of reach is not in the map. */
export async function reachOf(db: Db, holder: Holder, buildings: readonly number[]): Promise<Map<number, boolean>> {
  if (!buildings.length) return new Map();
  const rows = await db
    .selectFrom('buildings')
    .where('id', 'in', [...buildings])
    .where(buildingInReach(holder, 'buildings.id'))
    .select(['id', buildingWhole(holder, 'buildings.id').as('whole')])
    .execute();
  return new Map(rows.map((row) => [row.id, row.whole]));
}
