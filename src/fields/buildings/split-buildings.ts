import { byComplex } from '#console/data/buildings/building-list.ts';
import type { Building, Complex } from '#console/data/buildings/buildings.ts';
import { idOf, idsOf } from '#resources/language/kinds/ids.ts';
import { findInGroups } from '#resources/rules/search/place.ts';

/** A building that cannot be chosen or taken away here. */
interface Fixed {
  id: number;
  /** Null when nothing but its id is known. */
  address: Pick<Building, 'street' | 'number'> | null;
  /** Whether the record is tied to it; it stays so. */
  chosen: boolean;
}

/** The shown buildings: the editable ones by complex, and those that are listed only. */
export interface Split {
  complexes: readonly Complex[];
  editable: readonly number[];
  fixed: readonly Fixed[];
}

/**
 * Buildings that are wholly open can be chosen; the others stay as they are (CAM-08, CAM-09). The
 * latter are the person's buildings of which only some entrances are open, and whatever the record
 * names besides.
 * @param buildings those open to the person
 * @param storedItems what the record carries: ids, or objects with street and number
 * @param value ids the form holds
 */
export function splitBuildings(buildings: readonly Building[], storedItems: unknown, value: readonly number[]): Split {
  const wholeBuildings = buildings.filter((building) => building.is_all_porches);
  const editable = wholeBuildings.map(({ id }) => id);
  const openBuildings = new Map(buildings.map((building) => [building.id, building]));
  const storedBuildings = new Map<number, Partial<Building>>();
  for (const item of Array.isArray(storedItems) ? storedItems : []) {
    const id = idOf(item);
    if (id !== null && typeof item === 'object') storedBuildings.set(id, item as Partial<Building>);
  }
  const chosenIds = new Set(value);
  const open = new Set(editable);
  const others = [...buildings.map(({ id }) => id), ...idsOf(storedItems), ...value].filter((id) => !open.has(id));
  const fixed = [...new Set(others)].map((id): Fixed => {
    const address = openBuildings.get(id) ?? storedBuildings.get(id);
    return {
      id,
      address: address?.number ? { street: address.street ?? '', number: address.number } : null,
      chosen: chosenIds.has(id),
    };
  });
  return { complexes: byComplex(wholeBuildings), editable, fixed };
}

/** The complexes with the buildings that a typed text means, the best first. */
export function searchBuildings(complexes: readonly Complex[], query: string): Complex[] {
  if (query.trim() === '') return [...complexes];
  const namedPlace = ({ street, number }: Building, { name }: Complex) => ({ street, number, complex: name });
  return findInGroups(query, complexes, ({ buildings }) => buildings, namedPlace).map(({ group, items }) => ({
    ...group,
    buildings: items,
  }));
}

/** Ids after ticking or unticking some of them, in a stable order. */
export function ticked(value: readonly number[], ids: readonly number[], on: boolean): number[] {
  const rest = value.filter((id) => !ids.includes(id));
  return on ? [...rest, ...ids] : rest;
}
