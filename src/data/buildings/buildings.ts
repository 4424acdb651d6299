import { useQuery } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { RequestError } from '../http/request-error.ts';
import { markAccessDenied } from '../session/access-denied.ts';
import { onSessionChange, session } from '../session/session.ts';
import { type Building, byComplex, type Complex, loadBuildings } from './building-list.ts';
import { checkedBuildingIds } from './checked-buildings.ts';

export { type Building, buildingLabel, type Complex } from './building-list.ts';

/** The buildings open to the person. */
export interface Buildings {
  buildings: readonly Building[];
  complexes: readonly Complex[];
  byId: ReadonlyMap<number, Building>;
  isPending: boolean;
  error: Error | null;
}

const NONE: readonly Building[] = [];

type Arranged = Pick<Buildings, 'buildings' | 'complexes' | 'byId'>;

/** Every card of a list asks for the same list of, perhaps, a thousand buildings: it is arranged once. */
const arranged = new WeakMap<readonly Building[], Arranged>();

function arrange(buildings: readonly Building[]): Arranged {
  const known = arranged.get(buildings);
  if (known) return known;
  const byId = new Map(buildings.map((building) => [building.id, building]));
  const made = { buildings, complexes: byComplex(buildings), byId };
  arranged.set(buildings, made);
  return made;
}

/** Key of the building list in the query cache. */
export const BUILDINGS_KEY = ['buildings'] as const;

async function load({ signal }: { signal: AbortSignal }): Promise<Building[]> {
  try {
    const buildings = await loadBuildings(signal);
    markAccessDenied(false);
    return buildings;
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) markAccessDenied(true);
    throw error;
  }
}

/** The stored token, followed. */
export function useToken(): string | null {
  return useSyncExternalStore(onSessionChange, session.token.get);
}

/** The buildings open to the person, asked for once there is a token (SHELL-21). */
export function useBuildings(): Buildings {
  const token = useToken();
  const { data, isPending, error } = useQuery({
    queryKey: BUILDINGS_KEY,
    queryFn: load,
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return useMemo(() => ({ ...arrange(data ?? NONE), isPending, error }), [data, isPending, error]);
}

/** The one building that an address narrows its page to, and how to take that out of the address again. */
export interface NarrowedBuilding {
  id: number;
  clear: () => void;
}

/** Given by the app; null where the page is about the checked buildings. */
export const NarrowedBuildingContext = createContext<NarrowedBuilding | null>(null);

/**
 * Ids of the checked buildings, or the one that the address names in their place, and how to store others (SHELL-27…29). None before the building list is
 * there: whether a stored one still exists is not known yet.
 */
export function useCheckedBuildings(): [readonly number[], (ids: readonly number[]) => void] {
  const { buildings, isPending, error } = useBuildings();
  const storedIds = useSyncExternalStore(onSessionChange, session.checkedBuildings.get);
  const isLoaded = !isPending && !error;
  const narrowed = useContext(NarrowedBuildingContext);
  const only = narrowed?.id;
  const ids = useMemo(() => {
    const open = isLoaded ? buildings.map(({ id }) => id) : undefined;
    return only !== undefined && open?.includes(only) ? [only] : checkedBuildingIds(storedIds, open);
  }, [storedIds, buildings, isLoaded, only]);
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
