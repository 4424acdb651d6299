import type { BuildingOne } from '#resources/protocol/buildings.ts';

/** One thing to tick: a text key with what it is filled with. */
export interface Tick {
  id: number;
  key: string;
  params: Record<string, string | number>;
}

/**
 * What of a house can be ticked (A§5, B§2.2).
 * @param porches ids of ticked entrances that narrow the floors; null when nothing narrows them
 */
export function checklistOptions(
  building: BuildingOne | null,
  of: 'porches' | 'floors' | 'pipes',
  porches: readonly number[] | null,
): Tick[] {
  if (!building) return [];
  if (of === 'porches') {
    return building.porches.map(({ id, number }) => ({ id, key: 'engine.fields.porch', params: { number } }));
  }
  if (of === 'pipes') {
    return building.pipes.map(({ id, name }) => ({ id, key: 'engine.fields.pipe', params: { number: name } }));
  }
  const several = building.porches.length > 1;
  return building.floors
    .filter(({ porch }) => porches === null || porches.includes(porch.id))
    .map(({ id, number, porch }) => ({
      id,
      key: several ? 'engine.fields.floorOfPorch' : 'engine.fields.floor',
      params: { number, porch: porch.number },
    }));
}

/** What the house has and is not offered: floors of entrances that are not ticked. */
export function hiddenTicks(
  building: BuildingOne | null,
  of: 'porches' | 'floors' | 'pipes',
  offered: readonly Tick[],
): ReadonlySet<number> {
  const seen = new Set(offered.map(({ id }) => id));
  return new Set((building?.[of] ?? []).flatMap(({ id }) => (seen.has(id) ? [] : [id])));
}
