import { useQuery } from '@tanstack/react-query';
import { ask } from '#console/data/http/http.ts';
import { type WholeBuilding, wholeBuildingOf } from '#resources/protocol/buildings/whole-building-answers.ts';

/** A building with its open entrances, floors, risers and units; asked for once a building is chosen. */
export function useBuildingParts(id: number | null): { building: WholeBuilding | null; isPending: boolean } {
  const { data, isFetching } = useQuery({
    queryKey: ['buildings', id],
    queryFn: ({ signal }) => ask(`/api/crm/buildings/${id}/`, wholeBuildingOf, { signal }),
    enabled: id !== null,
    retry: false,
  });
  return { building: (id === null ? null : data) ?? null, isPending: isFetching && !data };
}
