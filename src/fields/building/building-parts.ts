import { useQuery } from '@tanstack/react-query';
import { request, unwrap } from '#console/data/http.ts';
import type { BuildingOne } from '#resources/protocol/buildings.ts';

/** A building with its open entrances, floors, risers and units; asked for once a building is chosen. */
export function useBuildingParts(id: number | null): { building: BuildingOne | null; isPending: boolean } {
  const { data, isFetching } = useQuery({
    queryKey: ['buildings', id],
    queryFn: async ({ signal }) => unwrap(await request(`/api/crm/buildings/${id}/`, { signal })) as BuildingOne,
    enabled: id !== null,
    retry: false,
  });
  return { building: (id === null ? null : data) ?? null, isPending: isFetching && !data };
}
