import { typeset } from '#i18n/typeset.ts';
import { type Building, decodeBuildings } from '#resources/protocol/buildings/building-answers.ts';
import { BUILDINGS_PATH } from '#resources/protocol/paths/buildings.ts';
import { ask } from '../http/http.ts';
import { session } from '../session/session.ts';
import { checkedBuildingIds } from './checked-buildings.ts';

export type { Building };

/** A complex with its buildings; `id` is null for the group of buildings without a complex (SHELL-22). */
export interface Complex {
  id: number | null;
  name: string | null;
  buildings: readonly Building[];
}

/** Loads all buildings the person may see, in the order of the server. */
export async function loadBuildings(signal?: AbortSignal): Promise<Building[]> {
  const buildings = await ask(BUILDINGS_PATH, decodeBuildings, { signal });
  pruneCheckedBuildings(buildings.map(({ id }) => id));
  return buildings;
}

/** Ids of the buildings of which the person may see every entrance. */
export function fullyAccessibleBuildingIds(buildings: readonly Building[]): ReadonlySet<number> {
  return new Set(buildings.filter((building) => building.is_all_porches).map(({ id }) => id));
}

/** «ул. Лесная, 12» (SHELL-23). */
export function buildingLabel(building: Pick<Building, 'street' | 'number'>): string {
  return typeset([building.street, building.number].filter(Boolean).join(', '));
}

/** Groups buildings by complex in the order of the list; buildings without a complex come last (SHELL-22). */
export function groupByComplex(buildings: readonly Building[]): Complex[] {
  const groups = new Map<number | null, { id: number | null; name: string | null; buildings: Building[] }>();
  for (const building of buildings) {
    const id = building.complex?.id ?? null;
    const group = groups.get(id) ?? { id, name: building.complex?.name ?? null, buildings: [] };
    group.buildings.push(building);
    groups.set(id, group);
  }
  return [...groups.values()].sort((a, b) => Number(a.id === null) - Number(b.id === null));
}

/** Ids of the last building list, with the token it was loaded with. */
let knownBuildings: { token: string | null; ids: readonly number[] } | null = null;

/** Removes ids of buildings that the person may no longer see from the stored selection (SHELL-29). */
function pruneCheckedBuildings(ids: readonly number[]): void {
  knownBuildings = { token: session.token.get(), ids };
  const stored = session.checkedBuildings.get();
  const checked = checkedBuildingIds(stored, ids);
  if (stored && checked !== stored) session.checkedBuildings.set(checked === ids ? null : [...checked]);
}

/** The checked buildings, for calls made outside of React. */
export async function loadCheckedBuildingIds(signal?: AbortSignal): Promise<readonly number[]> {
  const token = session.token.get();
  const openIds =
    token && knownBuildings?.token === token ? knownBuildings.ids : (await loadBuildings(signal)).map(({ id }) => id);
  return checkedBuildingIds(session.checkedBuildings.get(), openIds);
}
