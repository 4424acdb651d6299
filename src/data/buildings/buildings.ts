import { useQuery } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { RequestError } from '../http/request-error.ts';
import { markAccessDenied } from '../session/access-denied.ts';
import { onSessionChange, session } from '../session/session.ts';
import { type Building, type Complex, groupByComplex, loadBuildings } from './building-list.ts';
import { checkedBuildingIds } from './checked-buildings.ts';

export { type Building, buildingLabel, type Complex } from './building-list.ts';

/** State of the list of buildings the person may see. */
export interface Buildings {
  buildings: readonly Building[];
  complexes: readonly Complex[];
  byId: ReadonlyMap<number, Building>;
  isPending: boolean;
  error: Error | null;
}

const NO_BUILDINGS: readonly Building[] = [];

type BuildingIndex = Pick<Buildings, 'buildings' | 'complexes' | 'byId'>;

/** Every card of a list uses the same building list, which may have a thousand entries, so it is indexed only once. */
const indexCache = new WeakMap<readonly Building[], BuildingIndex>();

function indexBuildings(buildings: readonly Building[]): BuildingIndex {
  const cachedIndex = indexCache.get(buildings);
  if (cachedIndex) return cachedIndex;
  const byId = new Map(buildings.map((building) => [building.id, building]));
  const index = { buildings, complexes: groupByComplex(buildings), byId };
  indexCache.set(buildings, index);
  return index;
}

/** Key of the building list in the query cache. */
export const BUILDINGS_KEY = ['buildings'] as const;

async function fetchBuildings({ signal }: { signal: AbortSignal }): Promise<Building[]> {
  try {
    const buildings = await loadBuildings(signal);
    markAccessDenied(false);
    return buildings;
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) markAccessDenied(true);
    throw error;
  }
}

/** The stored token; re-renders when it changes. */
export function useToken(): string | null {
  return useSyncExternalStore(onSessionChange, session.token.get);
}

/** The buildings the person may see; fetched once there is a token (SHELL-21). */
export function useBuildings(): Buildings {
  const token = useToken();
  const { data, isPending, error } = useQuery({
    queryKey: BUILDINGS_KEY,
    queryFn: fetchBuildings,
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return useMemo(() => ({ ...indexBuildings(data ?? NO_BUILDINGS), isPending, error }), [data, isPending, error]);
}

/** The building that the URL narrows its page to, and how to remove it from the URL. */
export interface NarrowedBuilding {
  id: number;
  clear: () => void;
}

/** Provided by the app; null when the page uses the checked buildings. */
export const NarrowedBuildingContext = createContext<NarrowedBuilding | null>(null);

/**
 * Ids of the checked buildings, or only the one named in the URL, and a setter (SHELL-27…29). Empty until the building list has
 * loaded, since a stored building may no longer exist.
 */
export function useCheckedBuildings(): [readonly number[], (ids: readonly number[]) => void] {
  const { buildings, isPending, error } = useBuildings();
  const storedIds = useSyncExternalStore(onSessionChange, session.checkedBuildings.get);
  const isLoaded = !isPending && !error;
  const narrowed = useContext(NarrowedBuildingContext);
  const narrowedId = narrowed?.id;
  const ids = useMemo(() => {
    const accessibleIds = isLoaded ? buildings.map(({ id }) => id) : undefined;
    return narrowedId !== undefined && accessibleIds?.includes(narrowedId)
      ? [narrowedId]
      : checkedBuildingIds(storedIds, accessibleIds);
  }, [storedIds, buildings, isLoaded, narrowedId]);
  const clear = narrowed?.clear;
  const store = useCallback(
    (next: readonly number[]) => {
      session.checkedBuildings.set([...next]);
      clear?.();
    },
    [clear],
  );
  return [ids, store];
}
