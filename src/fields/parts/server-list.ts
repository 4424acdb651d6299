import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { get, useFormState } from 'react-hook-form';
import { ask } from '#console/data/http/http.ts';
import { type QueryParams, withQuery } from '#console/data/http/query-string.ts';
import { toIds } from '#resources/language/kinds/ids.ts';
import { decodeListItems, type ListItem } from '#resources/protocol/listed-answers.ts';

export type { ListItem };

/** Time until a list is refetched, ms; lists of the server change rarely. */
const STALE_TIME_MS = 300_000;

/**
 * Fetches a list of options from the server; an alert shows failures.
 * @param url URL of the list; null while it cannot be fetched yet
 * @param key name of the id property, if not `id`
 * @param query parameters that depend on other choices; such a list is refetched each time
 */
export function useServerList(
  url: string | null,
  { key = 'id', query = {} }: { key?: string; query?: QueryParams } = {},
): { items: readonly ListItem[]; isPending: boolean; isKnown: boolean } {
  const { data, isPending, isFetching } = useQuery({
    queryKey: ['list', url, key, query],
    queryFn: ({ signal }) => ask(withQuery(url ?? '', query), (body) => decodeListItems(body, key), { signal }),
    enabled: url !== null,
    staleTime: Object.keys(query).length ? 0 : STALE_TIME_MS,
    retry: false,
  });
  return { items: data ?? [], isPending, isKnown: data !== undefined && !isFetching };
}

/** An entry of a list that may be marked as closed. */
type ClosableItem = { readonly id: number; readonly closed?: unknown };

/** Whether an entry is closed: it stays where it is used, but cannot be chosen anew. */
export const isClosedItem = (item: ClosableItem): boolean => item.closed === true;

/** Returns a function that appends «(закрыта)» to the name of a closed entry. */
export function useClosedName(): (item: ClosableItem, name: string) => string {
  const translate = useTranslate();
  return (item, name) => (isClosedItem(item) ? translate('engine.form.closed', { name }) : name);
}

/** The options of a list: open entries, and closed ones that the form was opened with. */
export function useSelectableItems(items: readonly ListItem[], source: string): ListItem[] {
  const { defaultValues } = useFormState();
  const initialIds = toIds([get(defaultValues, source)].flat());
  return items.filter((item) => !isClosedItem(item) || initialIds.includes(item.id));
}
