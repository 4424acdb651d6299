import { useQuery } from '@tanstack/react-query';
import { request, unwrap } from '#console/data/http.ts';
import { withQuery } from '#console/data/query-string.ts';
import type { Performer } from '#resources/protocol/tasks.ts';

/** Who works on a service in a building, asked for once both are known (TASK-23, TASK-55). */
export function usePerformers(building: number | null, service: number | null) {
  const { data, error, refetch } = useQuery({
    queryKey: ['tasks', 'performers', building, service],
    queryFn: async ({ signal }) => {
      const body = unwrap(await request(withQuery('/api/crm/performers/', { building, service }), { signal }));
      return (Array.isArray(body) ? body : []) as Performer[];
    },
    enabled: building !== null && service !== null,
    retry: false,
  });
  return { people: data ?? null, failed: error !== null && !data, retry: () => void refetch() };
}
