import { useQuery } from '@tanstack/react-query';
import { ask } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import {
  decodeWholeBuilding,
  decodeWholePorch,
  type WholeBuilding,
  type WholePorch,
} from '#resources/protocol/buildings/whole-building-answers.ts';
import { buildingPath, entrancePath } from '#resources/protocol/paths/buildings.ts';
import type { PlaceEntry } from '#resources/rules/place-entry.ts';
import { entryPart } from './entries.ts';

const PATHS = { building: 'buildings', porch: 'porches' } as const;

/**
 * The selected building or entrance with its flats, entrances, floors and risers (NEWS-38); `isGone` when it no longer exists
 * (NEWS-39), which shows no alert.
 */
export function useWholePlace(entry: PlaceEntry | null): {
  wholePlace: WholeBuilding | WholePorch | null;
  isPending: boolean;
  isGone: boolean;
  /** Whether it failed to load for another reason; `retry` fetches it again. */
  failed: boolean;
  retry: () => void;
} {
  const part = entry ? entryPart(entry) : null;
  const path = part ? PATHS[part.sort] : null;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [path, part?.id],
    queryFn: async ({ signal }) => {
      const report = (failure: RequestError) => failure.status !== 404;
      const id = part?.id ?? 0;
      return path === 'porches'
        ? ask<WholeBuilding | WholePorch | null>(entrancePath(id), decodeWholePorch, { signal, report })
        : ask(buildingPath(id), decodeWholeBuilding, { signal, report });
    },
    enabled: part !== null,
    retry: false,
  });
  const isGone = part !== null && error instanceof RequestError && error.status === 404;
  return {
    wholePlace: part && !error && data ? data : null,
    isPending: part !== null && isFetching && !data,
    isGone,
    failed: part !== null && error !== null && !isGone && !isFetching,
    retry: () => void refetch(),
  };
}
