import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { get, useFormState } from 'react-hook-form';
import { ask } from '#console/data/http/http.ts';
import { type Query, withQuery } from '#console/data/http/query-string.ts';
import { idsOf } from '#resources/language/kinds/ids.ts';
import { decodeListed, type Listed } from '#resources/protocol/listed-answers.ts';

export type { Listed };

/** Queries of a call, by name. */
export type ListQuery = Query;

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
  { key = 'id', query = {} }: { key?: string; query?: ListQuery } = {},
): { items: readonly Listed[]; isPending: boolean; isKnown: boolean } {
  const { data, isPending, isFetching } = useQuery({
    queryKey: ['list', address, key, query],
    queryFn: ({ signal }) => ask(withQuery(address ?? '', query), (body) => decodeListed(body, key), { signal }),
    enabled: address !== null,
    staleTime: Object.keys(query).length ? 0 : FRESH,
    retry: false,
  });
  return { items: data ?? [], isPending, isKnown: data !== undefined && !isFetching };
}

/** A thing of a list, which its list may call closed. */
type Closable = { readonly id: number; readonly closed?: unknown };

/** The thing is closed: it is kept where it stands, and cannot be chosen anew. */
export const isClosed = (item: Closable): boolean => item.closed === true;

/** Names a thing of a list, «… (закрыта)» where it is closed. */
export function useMarkedName(): (item: Closable, name: string) => string {
  const translate = useTranslate();
  return (item, name) => (isClosed(item) ? translate('engine.form.closed', { name }) : name);
}

/** The choices of a list: the open ones, and those that the form began with. */
export function useChoosable(items: readonly Listed[], source: string): Listed[] {
  const { defaultValues } = useFormState();
  const began = idsOf([get(defaultValues, source)].flat());
  return items.filter((item) => !isClosed(item) || began.includes(item.id));
}
