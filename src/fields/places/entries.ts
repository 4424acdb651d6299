import type { Building, Complex } from '#console/data/buildings/building-list.ts';
import { getEntryId, type PlaceEntry } from '#resources/rules/place-entry.ts';

/** An entry of the object selector: a building, or an entrance of a partly accessible building (NEWS-31, NEWS-33). */
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

/** Everything an announcement can be addressed to, by complex; complexes without entries are omitted. */
export function groupedEntries(complexes: readonly Complex[]): EntryGroup[] {
  return complexes
    .map(({ name, buildings }) => ({ name, entries: buildings.flatMap(buildingEntries) }))
    .filter(({ entries }) => entries.length > 0);
}

/** The kind and id of an entry. */
export function entryPart(entry: PlaceEntry): { sort: 'building' | 'porch'; id: number } {
  return { sort: entry.startsWith('porch:') ? 'porch' : 'building', id: getEntryId(entry) };
}

/** Whether the object selector's value is a single building or entrance. */
export function isEntry(object: string | null): object is PlaceEntry {
  return object?.includes(':') ?? false;
}
