import { idOf } from '#resources/language/kinds/ids.ts';
import type { WholeBuilding } from '#resources/protocol/buildings/whole-building-answers.ts';

type Of = 'porches' | 'floors' | 'pipes';

/** One thing to tick: a text key with what it is filled with. */
export interface Tick {
  id: number;
  key: string;
  params: Record<string, string | number>;
}

const KEYS = { porches: 'engine.fields.porch', floors: 'engine.fields.floor', pipes: 'engine.fields.pipe' } as const;

/** @param porch number of the entrance of a floor, where there are several */
function tick(partType: Of, id: number, number: number | string, porch?: number): Tick {
  if (porch === undefined) return { id, key: KEYS[partType], params: { number } };
  return { id, key: 'engine.fields.floorOfPorch', params: { number, porch } };
}

/**
 * Parts of a building that can be ticked.
 * @param porches ids of ticked entrances that narrow the floors; null when nothing narrows them
 */
export function checklistOptions(
  building: WholeBuilding | null,
  partType: Of,
  porches: readonly number[] | null,
): Tick[] {
  if (!building) return [];
  if (partType === 'porches') {
    return building.porches.map(({ id, number }) => tick(partType, id, number));
  }
  if (partType === 'pipes') return building.pipes.map(({ id, name }) => tick(partType, id, name));
  const several = building.porches.length > 1;
  return building.floors
    .filter(({ porch }) => porches === null || (porch !== null && porches.includes(porch.id)))
    .map(({ id, number, porch }) => tick(partType, id, number, several ? porch?.number : undefined));
}

/** The ticked parts by the names in a record; null where some have no name. */
export function namedTicks(value: unknown, partType: Of): Tick[] | null {
  const parts = Array.isArray(value) ? value : [];
  const named = parts.flatMap((part) => {
    const id = idOf(part);
    if (id === null || typeof part.label !== 'string') return [];
    return [tick(partType, id, part.label, typeof part.porch === 'number' ? part.porch : undefined)];
  });
  return named.length === parts.length ? named : null;
}

/** Parts of the building that are not offered: floors of entrances that are not ticked. */
export function hiddenTicks(building: WholeBuilding | null, of: Of, offered: readonly Tick[]): ReadonlySet<number> {
  const seen = new Set(offered.map(({ id }) => id));
  return new Set((building?.[of] ?? []).flatMap(({ id }) => (seen.has(id) ? [] : [id])));
}
