import { useQuery } from '@tanstack/react-query';
import { request, unwrap } from '#console/data/http.ts';

/** A thing of a list that the server gives, with whatever else it says of it. */
export type Listed = Readonly<Record<string, unknown>> & { id: number };

const isListed = (item: unknown): item is Listed =>
  typeof item === 'object' && item !== null && typeof (item as { id?: unknown }).id === 'number';

/** Lists of the server change seldom; in ms. */
const FRESH = 300_000;

/** A list that the server gives to choose from; a failure has been told of by the alert. */
export function useServerList(address: string): { items: readonly Listed[]; isPending: boolean } {
  const { data, isPending } = useQuery({
    queryKey: ['list', address],
    queryFn: async ({ signal }) => {
      const body = unwrap(await request(address, { signal }));
      return Array.isArray(body) ? body.filter(isListed) : [];
    },
    staleTime: FRESH,
    retry: false,
  });
  return { items: data ?? [], isPending };
}
