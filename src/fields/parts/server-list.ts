import { useQuery } from '@tanstack/react-query';
import { request, unwrap } from '#console/data/http.ts';
import { type Query, withQuery } from '#console/data/query-string.ts';

/** A thing of a list that the server gives, with whatever else it says of it. */
export type Listed = Readonly<Record<string, unknown>> & { id: number };

/** Queries of a call, by name. */
export type Asked = Query;

function listed(item: unknown, key: string): Listed[] {
  if (typeof item !== 'object' || item === null) return [];
  const id: unknown = Reflect.get(item, key);
  return typeof id === 'number' ? [{ ...item, id }] : [];
}

/** Lists of the server change seldom; in ms. */
const FRESH = 300_000;

/**
 * A list that the server gives to choose from; a failure has been told of by the alert.
 * @param address null while it cannot be asked for yet
 * @param key of the id, where that is another one
 * @param query a list that depends on what is chosen: such a one changes, and is asked for each time it is needed
 */
export function useServerList(
  address: string | null,
  { key = 'id', query = {} }: { key?: string; query?: Asked } = {},
): { items: readonly Listed[]; isPending: boolean; isKnown: boolean } {
  const { data, isPending, isFetching } = useQuery({
    queryKey: ['list', address, key, query],
    queryFn: async ({ signal }) => {
      const body = unwrap(await request(withQuery(address ?? '', query), { signal }));
      return Array.isArray(body) ? body.flatMap((item) => listed(item, key)) : [];
    },
    enabled: address !== null,
    staleTime: Object.keys(query).length ? 0 : FRESH,
    retry: false,
  });
  return { items: data ?? [], isPending, isKnown: data !== undefined && !isFetching };
}
