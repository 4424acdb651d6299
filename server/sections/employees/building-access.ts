import type { BuildingAccess } from '#resources/protocol/people/employees.ts';
import { buildingsOfPerson } from '#server/access/buildings.ts';
import type { Reader } from '#server/access/reader.ts';
import { entrancesWithHolders } from './places-queries.ts';
import { staffOfBuilding } from './queries.ts';
import { employeeLevels, portraits, portraitUrl, type ShowDeps } from './show.ts';

/**
 * The access to a building: everybody with an entrance of it, and their levels.
 * @returns null when no entrance of it is open to the reader
 */
export async function accessToBuilding(
  { db, guard }: ShowDeps,
  reader: Reader,
  id: number,
): Promise<BuildingAccess | null> {
  const building = await buildingsOfPerson(db, reader).where('buildings.id', '=', id).executeTakeFirst();
  if (!building) return null;
  const rows = await staffOfBuilding(db, id);
  const entrances = await entrancesWithHolders(db, id);
  const files = await portraits(db, rows);
  const extra = guard.extraSections();
  return {
    building: { id, street: building.street, number: building.number },
    people: rows.map((row) => {
      const porches = entrances.porches.filter(({ users }) => users.includes(row.user));
      return {
        user: row.user,
        first_name: row.first_name,
        last_name: row.last_name,
        position: row.position,
        avatar: portraitUrl(reader, row.avatar_file_id, files),
        status: row.status === 'deleted' ? 'suspended' : row.status,
        is_all_porches: porches.length === entrances.count,
        porches: porches.map(({ id, number }) => ({ id, number })),
        sections: employeeLevels(row, extra),
      };
    }),
  };
}
