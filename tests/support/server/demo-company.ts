import type { TestApp } from './test-app.ts';

/** Places of the demo company that tests stand on, found by what they are. */
export interface DemoCompany {
  /** A building with two entrances or more and a flat in the first. */
  home: { building: number; porch: number; otherPorch: number; unit: number };
  /** Another building. */
  away: { building: number; porch: number };
  /** Every building. */
  buildings: number[];
}

/** Reads them. */
export async function readDemoCompany(app: TestApp): Promise<DemoCompany> {
  const db = app.database.kysely;
  const porches = await db
    .selectFrom('porches')
    .select(['id', 'building_id', 'number'])
    .orderBy('building_id')
    .orderBy('number')
    .execute();
  const units = await db
    .selectFrom('units')
    .select(['id', 'porch_id'])
    .where('unit_type', '=', 'flat')
    .orderBy('id')
    .execute();
  const buildings = [...new Set(porches.map((porch) => porch.building_id))];
  for (const building of buildings) {
    const [first, second] = porches.filter((porch) => porch.building_id === building);
    const unit = units.find((candidate) => candidate.porch_id === first?.id);
    const other = porches.find((porch) => porch.building_id !== building);
    if (!first || !second || !unit || !other) continue;
    return {
      home: { building, porch: first.id, otherPorch: second.id, unit: unit.id },
      away: { building: other.building_id, porch: other.id },
      buildings,
    };
  }
  throw new Error('The demo company has no building with two entrances and a flat in the first');
}
