import { sql } from 'kysely';
import {
  type ImportUnit,
  indexBuildings,
  indexTitles,
  indexUnits,
  type Named,
  type NameIndex,
} from '#resources/rules/import/names.ts';
import { buildingInReach, entranceInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import type { ReadContext } from './show.ts';
import { selectTargets } from './targets.ts';

/** Index of the buildings in reach by address. */
export async function buildingNames({ db, reader }: ReadContext): Promise<NameIndex<Named>> {
  const rows = await db
    .selectFrom('buildings')
    .where(buildingInReach(reader, 'buildings.id'))
    .select(['id', 'street', 'number'])
    .execute();
  return indexBuildings(rows.map(({ id, street, number }) => ({ id, label: `${street}, ${number}` })));
}

/** Indexes of units by label, by building id. */
export async function unitNames(
  readContext: ReadContext,
  buildings: readonly number[],
): Promise<Map<number, NameIndex<ImportUnit>>> {
  if (!buildings.length) return new Map();
  const rows = await unitsIn(readContext.db, readContext.reader, buildings);
  const byBuilding = new Map<number, typeof rows>();
  for (const row of rows) {
    const others = byBuilding.get(row.building_id);
    if (others) others.push(row);
    else byBuilding.set(row.building_id, [row]);
  }
  return new Map([...byBuilding].map(([building, units]) => [building, indexUnits(units)]));
}

const unitsIn = (db: Db, reader: ReadContext['reader'], buildings: readonly number[]) =>
  db
    .selectFrom('units')
    .where('building_id', 'in', [...new Set(buildings)])
    .where(entranceInReach(reader, 'units.porch_id'))
    .select(['id', 'building_id', 'unit_type', sql<string>`label`.as('label')])
    .execute();

/** Records of a section by label, and by number for cells like «Подвал (№ 12)». */
export interface RecordNames {
  byName: NameIndex<Named>;
  byNumber: ReadonlyMap<number, Named>;
}

/**
 * Records of a section that cells may name.
 * @param numbers ids that a cell gives after a name
 */
export async function recordNames(
  { db, reader, generic }: ReadContext,
  to: string,
  { labels, numbers }: { labels: readonly string[]; numbers: readonly number[] },
): Promise<RecordNames> {
  const section = { name: to, generic };
  const named = labels.length ? await selectTargets(db, reader, section, { labels }) : [];
  const numbered = numbers.length ? await selectTargets(db, reader, section, { ids: numbers }) : [];
  return { byName: indexTitles(named), byNumber: new Map(numbered.map((record) => [record.id, record])) };
}
