import type { Building, Complex } from '#console/data/buildings.ts';

/** State of a box that stands for several: every one, some, none of them are ticked. */
export type Tick = 'all' | 'some' | 'none';

/** How many of the buildings are ticked, as a box. No building at all counts as `none`. */
export function tickOf(buildings: readonly Building[], ticked: ReadonlySet<number>): Tick {
  const count = buildings.filter(({ id }) => ticked.has(id)).length;
  if (count === 0) return 'none';
  return count === buildings.length ? 'all' : 'some';
}

/** The ticks after a box that stands for several was clicked: all of them, or none if all were. */
export function toggled(buildings: readonly Building[], ticked: ReadonlySet<number>): Set<number> {
  const next = new Set(ticked);
  const add = tickOf(buildings, ticked) !== 'all';
  for (const { id } of buildings) {
    if (add) next.add(id);
    else next.delete(id);
  }
  return next;
}

const folded = (text: string): string => text.toLocaleLowerCase('ru').replaceAll('ё', 'е');

/**
 * The complexes and buildings that a search leaves: every word must be found in street, number or name of
 * the complex. Complexes without a building left are dropped.
 */
export function matching(complexes: readonly Complex[], search: string): readonly Complex[] {
  const words = folded(search)
    .split(/[\s,]+/)
    .filter(Boolean);
  if (words.length === 0) return complexes;
  return complexes
    .map((complex) => ({
      ...complex,
      buildings: complex.buildings.filter((building) => {
        const place = folded(`${building.street} ${building.number} ${complex.name ?? ''}`);
        return words.every((word) => place.includes(word));
      }),
    }))
    .filter(({ buildings }) => buildings.length > 0);
}
