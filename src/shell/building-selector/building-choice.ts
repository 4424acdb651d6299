import type { Building, Complex } from '#console/data/buildings/buildings.ts';
import { findInGroups } from '#resources/rules/search/place.ts';

/** State of a box that stands for several: every one, some, none of them are ticked. */
export type Tick = 'all' | 'some' | 'none';

/** How many of the buildings are ticked, as a box. No building at all counts as `none`. */
export function buildingsTick(buildings: readonly Building[], ticked: ReadonlySet<number>): Tick {
  const count = buildings.filter(({ id }) => ticked.has(id)).length;
  if (count === 0) return 'none';
  return count === buildings.length ? 'all' : 'some';
}

/** The ticks after a box that stands for several was clicked: all of them, or none if all were. */
export function toggled(buildings: readonly Building[], ticked: ReadonlySet<number>): Set<number> {
  const next = new Set(ticked);
  const add = buildingsTick(buildings, ticked) !== 'all';
  for (const { id } of buildings) {
    if (add) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** The complexes and buildings that a search leaves, the best first; complexes without a building left are dropped. */
export function matching(complexes: readonly Complex[], search: string): readonly Complex[] {
  if (search.trim() === '') return complexes;
  const namedPlace = ({ street, number }: Building, { name }: Complex) => ({ street, number, complex: name });
  return findInGroups(search, complexes, ({ buildings }) => buildings, namedPlace).map(({ group, items }) => ({
    ...group,
    buildings: items,
  }));
}
