import { toId } from '#resources/language/kinds/ids.ts';
import type { WholeBuilding } from '#resources/protocol/buildings/whole-building-answers.ts';

type PartType = 'porches' | 'floors' | 'pipes';

/** An option with its text key and parameters. */
export interface ChecklistOption {
  id: number;
  key: string;
  params: Record<string, string | number>;
}

const TEXT_KEYS = {
  porches: 'engine.fields.porch',
  floors: 'engine.fields.floor',
  pipes: 'engine.fields.pipe',
} as const;

/** @param porch entrance number of a floor, if there are several entrances */
function createTick(partType: PartType, id: number, number: number | string, porch?: number): ChecklistOption {
  if (porch === undefined) return { id, key: TEXT_KEYS[partType], params: { number } };
  return { id, key: 'engine.fields.floorOfPorch', params: { number, porch } };
}

/**
 * Parts of a building that can be ticked.
 * @param porches ids of ticked entrances that restrict the floors; null without restriction
 */
export function checklistOptions(
  building: WholeBuilding | null,
  partType: PartType,
  porches: readonly number[] | null,
): ChecklistOption[] {
  if (!building) return [];
  if (partType === 'porches') {
    return building.porches.map(({ id, number }) => createTick(partType, id, number));
  }
  if (partType === 'pipes') return building.pipes.map(({ id, name }) => createTick(partType, id, name));
  const hasSeveralPorches = building.porches.length > 1;
  return building.floors
    .filter(({ porch }) => porches === null || (porch !== null && porches.includes(porch.id)))
    .map(({ id, number, porch }) => createTick(partType, id, number, hasSeveralPorches ? porch?.number : undefined));
}

/** The ticked parts with names embedded in a record; null if some have no name. */
export function embeddedTicks(value: unknown, partType: PartType): ChecklistOption[] | null {
  const parts = Array.isArray(value) ? value : [];
  const namedParts = parts.flatMap((part) => {
    const id = toId(part);
    if (id === null || typeof part.label !== 'string') return [];
    return [createTick(partType, id, part.label, typeof part.porch === 'number' ? part.porch : undefined)];
  });
  return namedParts.length === parts.length ? namedParts : null;
}

/** Ids of parts that are not offered: floors of entrances that are not ticked. */
export function hiddenTicks(
  building: WholeBuilding | null,
  partType: PartType,
  offered: readonly ChecklistOption[],
): ReadonlySet<number> {
  const offeredIds = new Set(offered.map(({ id }) => id));
  return new Set((building?.[partType] ?? []).flatMap(({ id }) => (offeredIds.has(id) ? [] : [id])));
}
