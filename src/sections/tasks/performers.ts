import { useQuery } from '@tanstack/react-query';
import { request } from '#console/data/http.ts';
import { withQuery } from '#console/data/query-string.ts';
import { performersOf } from '#resources/protocol/task-answers.ts';

/** Who works on a service in a building (TASK-23, TASK-55); by what of both is known, where the server does not say the other. */
export function usePerformers(building: number | null, service: number | null) {
  const { data, error, refetch } = useQuery({
    queryKey: ['tasks', 'performers', building, service],
    queryFn: async ({ signal }) => {
      return performersOf(await request(withQuery('/api/crm/performers/', { building, service }), { signal }));
    },
    retry: false,
  });
  return { people: data ?? null, failed: error !== null && !data, retry: () => void refetch() };
}
