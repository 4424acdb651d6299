import { typeset } from '#i18n/typeset.ts';
import { type Building, decodeBuildings } from '#resources/protocol/buildings/building-answers.ts';
import { BUILDINGS_PATH } from '#resources/protocol/paths/buildings.ts';
import { ask } from '../http/http.ts';
import { session } from '../session/session.ts';
import { checkedBuildingIds } from './checked-buildings.ts';

export type { Building };

/** A complex with its buildings; `id` is null for those without one (SHELL-22). */
export interface Complex {
  id: number | null;
  name: string | null;
  buildings: readonly Building[];
}

/** Every building open to the person, in the server's order. */
export async function loadBuildings(signal?: AbortSignal): Promise<Building[]> {
  const buildings = await ask(BUILDINGS_PATH, decodeBuildings, { signal });
  keepKnown(buildings.map(({ id }) => id));
  return buildings;
}

/** Ids of the buildings that are wholly open to the person: every entrance. */
export function wholeBuildingIds(buildings: readonly Building[]): ReadonlySet<number> {
  return new Set(buildings.filter((building) => building.is_all_porches).map(({ id }) => id));
}

/** «ул. Лесная, 12» (SHELL-23). */
export function buildingLabel(building: Pick<Building, 'street' | 'number'>): string {
  return typeset([building.street, building.number].filter(Boolean).join(', '));
}

/** Buildings by complex, complexes in the order they come in, those without one at the end (SHELL-22). */
export function byComplex(buildings: readonly Building[]): Complex[] {
  const groups = new Map<number | null, { id: number | null; name: string | null; buildings: Building[] }>();
  for (const building of buildings) {
    const id = building.complex?.id ?? null;
    const group = groups.get(id) ?? { id, name: building.complex?.name ?? null, buildings: [] };
    group.buildings.push(building);
    groups.set(id, group);
  }
  return [...groups.values()].sort((a, b) => Number(a.id === null) - Number(b.id === null));
}

/** The ids of the last building list and the token that it was asked with. */
let knownBuildings: { token: string | null; ids: readonly number[] } | null = null;

/** Forgets stored ids of buildings that the person may no longer see (SHELL-29). */
function keepKnown(ids: readonly number[]): void {
  knownBuildings = { token: session.token.get(), ids };
  const stored = session.checkedBuildings.get();
  const checked = checkedBuildingIds(stored, ids);
  if (stored && checked !== stored) session.checkedBuildings.set(checked === ids ? null : [...checked]);
}

/** The checked buildings for a call made outside of a page. */
export async function checkedNow(signal?: AbortSignal): Promise<readonly number[]> {
  const token = session.token.get();
  const open =
    token && knownBuildings?.token === token ? knownBuildings.ids : (await loadBuildings(signal)).map(({ id }) => id);
  return checkedBuildingIds(session.checkedBuildings.get(), open);
}
