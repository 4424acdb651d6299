import { useMemo } from 'react';
import { useListParams } from 'react-admin';
import { useBuildings, useCheckedBuildings } from '#console/data/buildings.ts';
import type { ListMeta } from '#console/data/crm-provider.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { firstPageSize, firstSort, type Rows } from './rows.ts';

/** Page, size, sort and filters of a list, kept in the address and between visits by react-admin. */
export type ListState = Pick<
  Rows,
  'page' | 'perPage' | 'setPage' | 'setPerPage' | 'sort' | 'setSort' | 'filters' | 'setFilters'
>;

/** What of a list the person chose. */
export function useListState(resource: Resource): ListState {
  const [params, change] = useListParams({
    resource: resource.name,
    sort: firstSort(resource),
    perPage: firstPageSize(resource),
    debounce: 0,
  });
  return {
    page: params.page,
    perPage: params.perPage,
    setPage: change.setPage,
    setPerPage: change.setPerPage,
    sort: { field: params.sort, order: params.order === 'DESC' ? 'DESC' : 'ASC' },
    setSort: change.setSort,
    filters: params.filterValues as Rows['filters'],
    setFilters: (filters) => change.setFilters(filters, undefined, false),
  };
}

/** What a list call waits for and carries: the checked buildings, when the definition is scoped. */
export interface Scope {
  meta: { [Key in keyof ListMeta]: ListMeta[Key] };
  enabled: boolean;
  /** The person has no building at all: the list is empty without asking. */
  nowhere: boolean;
  error: Error | null;
}

/** The checked buildings of a list call; a call made before the building list is there carries the stored ones. */
export function useScope(resource: Resource): Scope {
  const [checked] = useCheckedBuildings();
  const { isPending, error } = useBuildings();
  const scoped = resource.api.scope !== undefined;
  const meta = useMemo<Scope['meta']>(() => (scoped ? { buildings: checked } : {}), [scoped, checked]);
  const none = scoped && checked.length === 0;
  return { meta, enabled: !none, nowhere: none && !isPending && !error, error: none ? error : null };
}

/** How every list is queried: the alert tells of failures, the old rows stay while new ones come. */
export const LIST_QUERY = {
  onError: () => undefined,
  placeholderData: <Data>(previous: Data) => previous,
  retry: false,
} as const;
