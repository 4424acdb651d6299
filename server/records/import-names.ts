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
import { pointedAt } from './targets.ts';

/** The buildings in reach by their addresses. */
export async function buildingNames({ db, reader }: ReadContext): Promise<NameIndex<Named>> {
  const rows = await db
    .selectFrom('buildings')
    .where(buildingInReach(reader, 'buildings.id'))
    .select(['id', 'street', 'number'])
    .execute();
  return indexBuildings(rows.map(({ id, street, number }) => ({ id, label: `${street}, ${number}` })));
}

/** The units of some buildings by their labels. @returns one index a building, by its id */
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

/** Records of a section by what lists call them, and those that a cell names with their number, «Подвал (№ 12)». */
export interface RecordNames {
  byName: NameIndex<Named>;
  byNumber: ReadonlyMap<number, Named>;
}

/** Records of a section that cells may name. @param numbers ids of which a cell says one behind a name */
export async function recordNames(
  { db, reader, generic }: ReadContext,
  to: string,
  { labels, numbers }: { labels: readonly string[]; numbers: readonly number[] },
): Promise<RecordNames> {
  const section = { name: to, generic };
  const named = labels.length ? await pointedAt(db, reader, section, { labels }) : [];
  const numbered = numbers.length ? await pointedAt(db, reader, section, { ids: numbers }) : [];
  return { byName: indexTitles(named), byNumber: new Map(numbered.map((record) => [record.id, record])) };
}
