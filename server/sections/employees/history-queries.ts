import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** An entrance with the address of its building. */
interface PlacedPorch {
  id: number;
  building: number;
  street: string;
  number: string;
  porch: number;
}

/** A building of a change, with the numbers of the entrances that changed. */
interface ChangedBuilding {
  street: string;
  number: string;
  porches: number[];
}

const anyId = (ids: readonly number[]) => sql`any(${[...new Set(ids)]}::integer[])`;

/** Labels of companies, by id. */
export async function selectCompanyLabels(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (!ids.some(Boolean)) return new Map();
  const rows = await db
    .selectFrom('companies')
    .where(sql<boolean>`id = ${anyId(ids)}`)
    .select(['id', 'label'])
    .execute();
  return new Map(rows.map(({ id, label }) => [id, label]));
}

/** Those of the entrances that still exist, by address and number. */
export async function selectPorchesById(db: Db, ids: readonly number[]): Promise<PlacedPorch[]> {
  if (!ids.length) return [];
  const { rows } = await sql<PlacedPorch>`
    select porches.id, buildings.id as building, buildings.street, buildings.number, porches.number as porch
    from porches join buildings on buildings.id = porches.building_id
    where porches.id = ${anyId(ids)}
    order by buildings.street, buildings.number_sort, buildings.id, porches.number`.execute(db);
  return rows;
}

/** The chosen entrances grouped by building, in the order of `porches`. */
export function groupPorchesByBuilding(
  porches: readonly PlacedPorch[],
  chosenIds: ReadonlySet<number>,
): ChangedBuilding[] {
  const buildings = new Map<number, ChangedBuilding>();
  for (const { id, building, street, number, porch } of porches) {
    if (!chosenIds.has(id)) continue;
    const changedBuilding = buildings.get(building) ?? { street, number, porches: [] };
    changedBuilding.porches.push(porch);
    buildings.set(building, changedBuilding);
  }
  return [...buildings.values()];
}
