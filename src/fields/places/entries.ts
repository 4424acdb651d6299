import type { Building, Complex } from '#console/data/buildings/building-list.ts';
import { entryId, type PlaceEntry } from '#resources/rules/place-entry.ts';

/** One thing of the object selector: a building, or an entrance of a building that is open in part (NEWS-31, NEWS-33). */
export interface SelectorEntry {
  id: PlaceEntry;
  building: Building;
  /** Null for a whole building. */
  porch: Building['available_porches'][number] | null;
}

/** The entries of a complex. */
export interface EntryGroup {
  /** Null: «Без комплекса». */
  name: string | null;
  entries: readonly SelectorEntry[];
}

function buildingEntries(building: Building): SelectorEntry[] {
  if (building.is_all_porches) return [{ id: `building:${building.id}`, building, porch: null }];
  return building.available_porches.map((porch) => ({ id: `porch:${porch.id}`, building, porch }));
}

/** Everything an announcement can be for, by complex; complexes without an entry are left out. */
export function groupedEntries(complexes: readonly Complex[]): EntryGroup[] {
  return complexes
    .map(({ name, buildings }) => ({ name, entries: buildings.flatMap(buildingEntries) }))
    .filter(({ entries }) => entries.length > 0);
}

/** The source of an entry, and whether it is a building or an entrance. */
export function entryPart(entry: PlaceEntry): { sort: 'building' | 'porch'; id: number } {
  return { sort: entry.startsWith('porch:') ? 'porch' : 'building', id: entryId(entry) };
}

/** Whether what the object selector holds is a single building or entrance. */
export function isEntry(object: string | null): object is PlaceEntry {
  return object?.includes(':') ?? false;
}
