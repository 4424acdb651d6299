import type { Building } from '#console/data/buildings/buildings.ts';
import { findPlaces } from '#resources/rules/search/place.ts';

/** A building open to a person, with its entrances as far as they are known. */
export interface BuildingPorches {
  id: number;
  street: string;
  number: string;
  porches: readonly { id: number; number: number }[];
}

interface Single {
  id: number;
  number: number;
  building?: Partial<BuildingPorches> & { id: number };
}

const asList = <Item>(value: unknown): readonly Item[] => (Array.isArray(value) ? value : []);

/** Buildings that are wholly open or have open entrances, each once (EMP-03). */
export function accessBuildings(whole: unknown, single: unknown): BuildingPorches[] {
  const buildings = new Map<number, BuildingPorches>();
  for (const building of asList<Partial<BuildingPorches> & { id: number }>(whole)) {
    const { id, street = '', number = '', porches = [] } = building;
    buildings.set(id, { id, street, number, porches });
  }
  for (const { id, number, building } of asList<Single>(single)) {
    if (!building) continue;
    const previous = buildings.get(building.id);
    const { street = '', number: house = '' } = building;
    const porches = [...(previous?.porches ?? []), { id, number }];
    buildings.set(building.id, { id: building.id, street, number: house, ...previous, porches });
  }
  return [...buildings.values()];
}

/** A building as the form shows it: only other people can change `fixed` entrances (EMP-42). */
export interface OfferedBuilding extends Omit<BuildingPorches, 'porches'> {
  porches: readonly { id: number; number: number; fixed: boolean }[];
}

/**
 * The buildings to choose entrances in: the person's own, then those that only the employee has, greyed.
 * @param ownBuildings the person's buildings with the entrances they hold
 * @param theirs buildings and entrances open to the employee
 */
export function offeredBuildings(
  ownBuildings: readonly Building[],
  theirs: readonly BuildingPorches[],
): OfferedBuilding[] {
  const theirsById = new Map(theirs.map((building) => [building.id, building]));
  const offeredOwn = ownBuildings.map(({ id, street, number, available_porches }): OfferedBuilding => {
    const mine = new Set(available_porches.map((porch) => porch.id));
    const foreignPorches = (theirsById.get(id)?.porches ?? []).filter((porch) => !mine.has(porch.id));
    const porches = [
      ...available_porches.map((porch) => ({ ...porch, fixed: false })),
      ...foreignPorches.map((porch) => ({ ...porch, fixed: true })),
    ].sort((a, b) => a.number - b.number);
    return { id, street, number, porches };
  });
  const ownIds = new Set(ownBuildings.map(({ id }) => id));
  const foreign = theirs
    .filter(({ id }) => !ownIds.has(id))
    .map(
      (building): OfferedBuilding => ({
        ...building,
        porches: building.porches.map((porch) => ({ ...porch, fixed: true })),
      }),
    );
  return [...offeredOwn, ...foreign];
}

/** Entrances after opening or closing some, in a stable order. */
export function withPorches(value: readonly number[], ids: readonly number[], on: boolean): number[] {
  const rest = value.filter((id) => !ids.includes(id));
  return (on ? [...rest, ...ids] : rest).sort((a, b) => a - b);
}

/**
 * The chosen entrances that can be sent: the chooser's own and the employee's, as the server has it (EMP-43). An
 * entrance that the chooser has lost meanwhile has no box, so it is left out here.
 */
export function sendablePorches(value: readonly number[], offered: readonly BuildingPorches[]): readonly number[] {
  const known = new Set(offered.flatMap(({ porches }) => porches.map(({ id }) => id)));
  const kept = value.filter((id) => known.has(id));
  return kept.length === value.length ? value : kept;
}

/** The buildings that a typed text means, the best first. */
export const searchBuildings = <Any extends Pick<BuildingPorches, 'street' | 'number'>>(
  buildings: readonly Any[],
  typed: string,
): Any[] => findPlaces(typed, buildings, ({ street, number }) => ({ street, number }));
