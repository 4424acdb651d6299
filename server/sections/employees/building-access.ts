import type { BuildingAccess } from '#resources/protocol/people/employees.ts';
import { selectBuildingsInReach } from '#server/access/buildings.ts';
import type { Reader } from '#server/access/reader.ts';
import { selectEntrancesWithHolders } from './places-queries.ts';
import { selectBuildingStaff } from './queries.ts';
import { employeeLevels, portraitUrl, type ShowEmployeeDeps, selectPortraits } from './show.ts';

/**
 * Everybody who has access to an entrance of a building, with their levels.
 * @returns null if no entrance of it is open to the reader
 */
export async function showBuildingAccess(
  { db, guard }: ShowEmployeeDeps,
  reader: Reader,
  id: number,
): Promise<BuildingAccess | null> {
  const building = await selectBuildingsInReach(db, reader).where('buildings.id', '=', id).executeTakeFirst();
  if (!building) return null;
  const rows = await selectBuildingStaff(db, id);
  const entrances = await selectEntrancesWithHolders(db, id);
  const files = await selectPortraits(db, rows);
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
