import { request, unwrap } from './http.ts';
import { session } from './session.ts';

/** A building the person may see (API-13): `#resources/protocol/buildings.ts`, without what loads its rules. */
export interface Building {
  id: number;
  street: string;
  number: string;
  complex: { id: number; name: string } | null;
  /** Whether every entrance is open to the person. */
  is_all_porches: boolean;
  available_porches: readonly { id: number; number: number }[];
}

/** A complex with its buildings; `id` is null for those without one (SHELL-22). */
export interface Complex {
  id: number | null;
  name: string | null;
  buildings: readonly Building[];
}

export const BUILDINGS_PATH = '/api/crm/buildings/';

/** Every building open to the person, in the server's order. */
export async function loadBuildings(signal?: AbortSignal): Promise<Building[]> {
  const body = unwrap(await request(BUILDINGS_PATH, { signal }));
  const list = (Array.isArray(body) ? body : []) as Partial<Building>[];
  return list.map((building) => ({
    id: Number(building.id),
    street: building.street ?? '',
    number: building.number ?? '',
    complex: building.complex ?? null,
    is_all_porches: building.is_all_porches ?? false,
    available_porches: building.available_porches ?? [],
  }));
}

/** Ids of the buildings that are wholly open to the person: every entrance. */
export function wholeOf(buildings: readonly Building[]): ReadonlySet<number> {
  return new Set(buildings.filter((building) => building.is_all_porches).map(({ id }) => id));
}

/** «ул. Лесная, 12» (SHELL-23). */
export function buildingLabel(building: Pick<Building, 'street' | 'number'>): string {
  return [building.street, building.number].filter(Boolean).join(', ');
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

/**
 * The checked buildings: those stored that still exist, all of them on a first visit or when none is
 * left (SHELL-29, G-36).
 * @param stored null before the first choice
 * @param open ids of the buildings open to the person; undefined while they are not known yet
 */
export function checkedOf(stored: readonly number[] | null, open: readonly number[] | undefined): readonly number[] {
  if (!open) return stored ?? [];
  if (!stored) return open;
  const known = new Set(open);
  const kept = stored.filter((id) => known.has(id));
  if (kept.length === stored.length) return stored;
  return kept.length ? kept : open;
}

/** The checked buildings for a call made outside of a page: stored ones at once, else all of them. */
export async function checkedNow(signal?: AbortSignal): Promise<readonly number[]> {
  const stored = session.checkedBuildings.get();
  if (stored?.length) return stored;
  return (await loadBuildings(signal)).map(({ id }) => id);
}
