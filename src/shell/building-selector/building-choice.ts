import type { Building, Complex } from '#console/data/buildings/buildings.ts';
import { findInGroups } from '#resources/rules/search/place.ts';

/** State of a checkbox for several buildings: all, some or none of them are ticked. */
export type TickState = 'all' | 'some' | 'none';

/** State of the checkbox for these buildings; `none` for an empty list. */
export function tickState(buildings: readonly Building[], ticked: ReadonlySet<number>): TickState {
  const count = buildings.filter(({ id }) => ticked.has(id)).length;
  if (count === 0) return 'none';
  return count === buildings.length ? 'all' : 'some';
}

/** The ticked ids after a click on the checkbox for these buildings: ticks all, or clears them if all were ticked. */
export function toggleBuildings(buildings: readonly Building[], ticked: ReadonlySet<number>): Set<number> {
  const next = new Set(ticked);
  const isTicking = tickState(buildings, ticked) !== 'all';
  for (const { id } of buildings) {
    if (isTicking) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** Complexes and buildings that match a search, best matches first; complexes without a match are left out. */
export function filterComplexes(complexes: readonly Complex[], search: string): readonly Complex[] {
  if (search.trim() === '') return complexes;
  const namedPlace = ({ street, number }: Building, { name }: Complex) => ({ street, number, complex: name });
  return findInGroups(search, complexes, ({ buildings }) => buildings, namedPlace).map(({ group, items }) => ({
    ...group,
    buildings: items,
  }));
}
