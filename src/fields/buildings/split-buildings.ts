import { groupByComplex } from '#console/data/buildings/building-list.ts';
import type { Building, Complex } from '#console/data/buildings/buildings.ts';
import { toId, toIds } from '#resources/language/kinds/ids.ts';
import { findInGroups } from '#resources/rules/search/place.ts';

/** A building that cannot be added or removed here. */
interface FixedBuilding {
  id: number;
  /** Null if only its id is known. */
  address: Pick<Building, 'street' | 'number'> | null;
  /** Whether the record has this building; this cannot be changed. */
  chosen: boolean;
}

/** Buildings split into editable ones by complex and read-only ones. */
export interface BuildingSplit {
  complexes: readonly Complex[];
  editable: readonly number[];
  fixed: readonly FixedBuilding[];
}

/**
 * Splits buildings: those with full access can be edited, the others are kept unchanged (CAM-08, CAM-09), i.e. buildings in which
 * only some entrances are accessible, and any others stored in the record.
 * @param buildings buildings accessible to the person
 * @param storedItems value of the record: ids, or objects with street and number
 * @param value ids in the form
 */
export function splitBuildings(
  buildings: readonly Building[],
  storedItems: unknown,
  value: readonly number[],
): BuildingSplit {
  const wholeBuildings = buildings.filter((building) => building.is_all_porches);
  const editable = wholeBuildings.map(({ id }) => id);
  const openBuildings = new Map(buildings.map((building) => [building.id, building]));
  const storedBuildings = new Map<number, Partial<Building>>();
  for (const item of Array.isArray(storedItems) ? storedItems : []) {
    const id = toId(item);
    if (id !== null && typeof item === 'object') storedBuildings.set(id, item as Partial<Building>);
  }
  const chosenIds = new Set(value);
  const open = new Set(editable);
  const others = [...buildings.map(({ id }) => id), ...toIds(storedItems), ...value].filter((id) => !open.has(id));
  const fixed = [...new Set(others)].map((id): FixedBuilding => {
    const address = openBuildings.get(id) ?? storedBuildings.get(id);
    return {
      id,
      address: address?.number ? { street: address.street ?? '', number: address.number } : null,
      chosen: chosenIds.has(id),
    };
  });
  return { complexes: groupByComplex(wholeBuildings), editable, fixed };
}

/** Complexes with their buildings that match a text, best matches first. */
export function searchComplexes(complexes: readonly Complex[], query: string): Complex[] {
  if (query.trim() === '') return [...complexes];
  const namedPlace = ({ street, number }: Building, { name }: Complex) => ({ street, number, complex: name });
  return findInGroups(query, complexes, ({ buildings }) => buildings, namedPlace).map(({ group, items }) => ({
    ...group,
    buildings: items,
  }));
}

/** Adds or removes ids, in a stable order. */
export function toggleIds(value: readonly number[], ids: readonly number[], isOn: boolean): number[] {
  const others = value.filter((id) => !ids.includes(id));
  return isOn ? [...others, ...ids] : others;
}
