import type { Building } from '#console/data/buildings/buildings.ts';
import { findPlaces } from '#resources/rules/search/place.ts';

/** A building that a person may access, with its known entrances. */
export interface BuildingPorches {
  id: number;
  street: string;
  number: string;
  porches: readonly { id: number; number: number }[];
}

interface SinglePorch {
  id: number;
  number: number;
  building?: Partial<BuildingPorches> & { id: number };
}

const toArray = <Item>(value: unknown): readonly Item[] => (Array.isArray(value) ? value : []);

/** Buildings with access to the whole building or to some entrances, each once (EMP-03). */
export function accessBuildings(whole: unknown, single: unknown): BuildingPorches[] {
  const buildings = new Map<number, BuildingPorches>();
  for (const building of toArray<Partial<BuildingPorches> & { id: number }>(whole)) {
    const { id, street = '', number = '', porches = [] } = building;
    buildings.set(id, { id, street, number, porches });
  }
  for (const { id, number, building } of toArray<SinglePorch>(single)) {
    if (!building) continue;
    const previous = buildings.get(building.id);
    const { street = '', number: buildingNumber = '' } = building;
    const porches = [...(previous?.porches ?? []), { id, number }];
    buildings.set(building.id, { id: building.id, street, number: buildingNumber, ...previous, porches });
  }
  return [...buildings.values()];
}

/** A building in the form; the person cannot change `fixed` entrances (EMP-42). */
export interface OfferedBuilding extends Omit<BuildingPorches, 'porches'> {
  porches: readonly { id: number; number: number; fixed: boolean }[];
}

/**
 * The buildings offered in the form: the person's own, then, disabled, those that only the employee may access.
 * @param ownBuildings the person's buildings with their accessible entrances
 * @param theirs buildings and entrances that the employee may access
 */
export function offeredBuildings(
  ownBuildings: readonly Building[],
  theirs: readonly BuildingPorches[],
): OfferedBuilding[] {
  const theirsById = new Map(theirs.map((building) => [building.id, building]));
  const offeredOwn = ownBuildings.map(({ id, street, number, available_porches }): OfferedBuilding => {
    const ownPorchIds = new Set(available_porches.map((porch) => porch.id));
    const foreignPorches = (theirsById.get(id)?.porches ?? []).filter((porch) => !ownPorchIds.has(porch.id));
    const porches = [
      ...available_porches.map((porch) => ({ ...porch, fixed: false })),
      ...foreignPorches.map((porch) => ({ ...porch, fixed: true })),
    ].sort((a, b) => a.number - b.number);
    return { id, street, number, porches };
  });
  const ownIds = new Set(ownBuildings.map(({ id }) => id));
  const foreignBuildings = theirs
    .filter(({ id }) => !ownIds.has(id))
    .map(
      (building): OfferedBuilding => ({
        ...building,
        porches: building.porches.map((porch) => ({ ...porch, fixed: true })),
      }),
    );
  return [...offeredOwn, ...foreignBuildings];
}

/** Adds or removes entrances; sorted by id. */
export function withPorches(value: readonly number[], ids: readonly number[], on: boolean): number[] {
  const others = value.filter((id) => !ids.includes(id));
  return (on ? [...others, ...ids] : others).sort((a, b) => a - b);
}

/**
 * The chosen entrances that are still offered (EMP-43). An entrance that the person has lost access to meanwhile has no checkbox,
 * so it is dropped here.
 */
export function sendablePorches(value: readonly number[], offered: readonly BuildingPorches[]): readonly number[] {
  const offeredIds = new Set(offered.flatMap(({ porches }) => porches.map(({ id }) => id)));
  const sendableIds = value.filter((id) => offeredIds.has(id));
  return sendableIds.length === value.length ? value : sendableIds;
}

/** Buildings that match a typed text, best match first. */
export const searchBuildings = <Any extends Pick<BuildingPorches, 'street' | 'number'>>(
  buildings: readonly Any[],
  typed: string,
): Any[] => findPlaces(typed, buildings, ({ street, number }) => ({ street, number }));
