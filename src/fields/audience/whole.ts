import { useQuery } from '@tanstack/react-query';
import { request, unwrap } from '#console/data/http.ts';
import { RequestError } from '#console/data/request-error.ts';
import type { AudienceEntry } from '#resources/language/kinds/audience.ts';
import type { BuildingOne, PorchOne } from '#resources/protocol/buildings.ts';
import { partOf } from './entries.ts';

const SORTS = { building: 'buildings', porch: 'porches' } as const;

/**
 * The chosen building or entrance with its flats, entrances, floors and risers (NEWS-38); `gone` when it is no longer
 * there (NEWS-39), which the alert keeps silent about.
 */
export function useWhole(entry: AudienceEntry | null): {
  whole: BuildingOne | PorchOne | null;
  isPending: boolean;
  gone: boolean;
  /** It did not come, for whatever other reason; `retry` asks again. */
  failed: boolean;
  retry: () => void;
} {
  const part = entry ? partOf(entry) : null;
  const path = part ? SORTS[part.sort] : null;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [path, part?.id],
    queryFn: async ({ signal }) => {
      const report = (failure: RequestError) => failure.status !== 404;
      return unwrap(await request(`/api/crm/${path}/${part?.id}/`, { signal, report })) as BuildingOne | PorchOne;
    },
    enabled: part !== null,
    retry: false,
  });
  const gone = part !== null && error instanceof RequestError && error.status === 404;
  return {
    whole: part && !error && data ? data : null,
    isPending: part !== null && isFetching && !data,
    gone,
    failed: part !== null && error !== null && !gone && !isFetching,
    retry: () => void refetch(),
  };
}
