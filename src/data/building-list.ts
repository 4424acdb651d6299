import {
  buildingIn,
  entriesOf,
  flagOf,
  idOf,
  nestedIn,
  numberOf,
  objectOf,
  readEach,
  textOf,
} from '#resources/protocol/open-shapes.ts';
import { checkedOf } from './checked-buildings.ts';
import { request } from './http.ts';
import { session } from './session.ts';

/** A building the person may see (API-13). */
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

const porchesOf = (value: unknown) =>
  readEach(entriesOf(value), (porch) => {
    const id = idOf(porch, 'porch');
    return id === null ? null : { id, number: numberOf(porch.number) ?? id };
  });

function complexOf(value: unknown): Building['complex'] {
  const id = idOf(value);
  return id === null ? null : { id, name: textOf(objectOf(value).name) };
}

/** One of `GET /api/crm/buildings/`; null for one without an id. */
function buildingOf(wire: Readonly<Record<string, unknown>>): Building | null {
  const building = buildingIn(wire);
  if (!building) return null;
  return {
    ...building,
    complex: complexOf(nestedIn(wire, 'building').complex),
    // What is not said is not forbidden.
    is_all_porches: flagOf(wire.is_all_porches) ?? true,
    available_porches: porchesOf(wire.available_porches),
  };
}

/** Every building open to the person, in the server's order. */
export async function loadBuildings(signal?: AbortSignal): Promise<Building[]> {
  const buildings = readEach(entriesOf(await request(BUILDINGS_PATH, { signal })), buildingOf);
  keepKnown(buildings.map(({ id }) => id));
  return buildings;
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

/** The ids that were open to whoever has this token, when it was last asked. */
let known: { token: string | null; ids: readonly number[] } | null = null;

/** Forgets stored ids of buildings that the person may no longer see (SHELL-29). */
function keepKnown(ids: readonly number[]): void {
  known = { token: session.token.get(), ids };
  const stored = session.checkedBuildings.get();
  const checked = checkedOf(stored, ids);
  if (stored && checked !== stored) session.checkedBuildings.set(checked === ids ? null : [...checked]);
}

/** The checked buildings for a call made outside of a page. */
export async function checkedNow(signal?: AbortSignal): Promise<readonly number[]> {
  const token = session.token.get();
  const open = token && known?.token === token ? known.ids : (await loadBuildings(signal)).map(({ id }) => id);
  return checkedOf(session.checkedBuildings.get(), open);
}
