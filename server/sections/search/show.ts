import type { FoundBuilding } from '#resources/protocol/search.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { portraits } from '#server/files/portraits.ts';
import type { FoundRow } from './found-queries.ts';

/** Units in their order as houses with their units, as they stand on the wire. */
export async function showFound(db: Db, reader: Reader, rows: readonly FoundRow[]): Promise<FoundBuilding[]> {
  const pictures = await portraits(
    db,
    reader,
    rows.flatMap(({ residents }) => residents),
  );
  const buildings = new Map<number, FoundBuilding>();
  for (const { building, residents, ...unit } of rows) {
    const shown = buildings.get(building.id) ?? { ...building, units: [] };
    buildings.set(building.id, shown);
    shown.units.push({
      ...unit,
      residents: residents.map(({ avatar_file_id, ...person }) => ({ ...person, avatar: pictures(avatar_file_id) })),
    });
  }
  return [...buildings.values()];
}
