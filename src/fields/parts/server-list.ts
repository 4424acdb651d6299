import { useQuery } from '@tanstack/react-query';
import { ask } from '#console/data/http/http.ts';
import { type Query, withQuery } from '#console/data/http/query-string.ts';
import { type Listed, listedOf } from '#resources/protocol/listed-answers.ts';

export type { Listed };

/** Queries of a call, by name. */
export type Asked = Query;

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
    queryFn: ({ signal }) => ask(withQuery(address ?? '', query), (body) => listedOf(body, key), { signal }),
    enabled: address !== null,
    staleTime: Object.keys(query).length ? 0 : FRESH,
    retry: false,
  });
  return { items: data ?? [], isPending, isKnown: data !== undefined && !isFetching };
}
