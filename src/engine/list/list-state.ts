import { useMemo } from 'react';
import { type ListControllerResult, useListParams } from 'react-admin';
import { useBuildings, useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import { presentMonth } from '#console/data/company-clock.ts';
import type { ListMeta } from '#console/data/providers/list-meta.ts';
import { useCompanyDay } from '#console/data/today.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';
import { isFilteredByLink } from '#resources/language/linked-record.ts';
import { filterFields } from '../field-part.tsx';
import { rowSource } from './row-source.ts';
import { initialPageSize, initialSort } from './rows.ts';
import { validFilters, validSort } from './valid-state.ts';

/** Filters of a list, by field name. */
export type Filters = Readonly<Record<string, unknown>>;

/** Page, page size, sort and filters of a list, stored by react-admin in the URL and between visits. */
export type ListState = Pick<
  ListControllerResult,
  | 'page'
  | 'perPage'
  | 'setPage'
  | 'setPerPage'
  | 'sort'
  | 'setSort'
  | 'setFilters'
  | 'displayedFilters'
  | 'showFilter'
  | 'hideFilter'
> & { filterValues: Filters };

const isHeader = ({ fields }: Resource, name: string) => fields[name]?.filter === 'header';

/** Whether a list has filters beside the title. */
export function hasHeader(resource: Resource): boolean {
  return Object.keys(resource.fields).some((name) => isHeader(resource, name));
}

/** Separates the toolbar filters from those beside the title. */
export function splitFilters(resource: Resource, filters: Filters): Record<'header' | 'toolbar', Filters> {
  const entries = Object.entries(filters);
  return {
    header: Object.fromEntries(entries.filter(([name]) => isHeader(resource, name))),
    toolbar: Object.fromEntries(entries.filter(([name]) => !isHeader(resource, name))),
  };
}

/** Initial header filters: the current month in the company's time zone (READ-01). */
function initialHeader(resource: Resource, month: string): Filters {
  const header = Object.entries(resource.fields).filter(([name]) => isHeader(resource, name));
  return Object.fromEntries(header.map(([name, field]) => [name, getTraits(field).initialFilterValue?.(month)]));
}

/**
 * Lists whose state is not stored between visits: those with header filters start at the current month, and those whose page has
 * no filter controls start without the filters that a link has set.
 */
const isStoredInUrlOnly = (resource: Resource): boolean =>
  hasHeader(resource) ||
  (rowSource(resource) === 'endless' && !resource.generic && filterFields(resource).length === 0);

/** State of a list: page, sort and filters, with setters. */
export function useListState(resource: Resource): ListState {
  const [params, change] = useListParams({
    resource: resource.name,
    sort: initialSort(resource),
    perPage: initialPageSize(resource),
    debounce: 0,
    ...(isStoredInUrlOnly(resource) ? { storeKey: false as const } : {}),
  });
  const chosenFilters = params.filterValues as Filters;
  // Re-renders an open list when the day, and perhaps the month, changes.
  useCompanyDay();
  const month = hasHeader(resource) ? presentMonth() : '';
  const { initialHeaderFilters, filterValues } = useMemo(() => {
    const initialHeaderFilters = initialHeader(resource, month);
    const validated = validFilters(resource, chosenFilters);
    return { initialHeaderFilters, filterValues: { ...initialHeaderFilters, ...validated } };
  }, [chosenFilters, resource, month]);
  return {
    page: params.page,
    perPage: params.perPage,
    setPage: change.setPage,
    setPerPage: change.setPerPage,
    sort: validSort(resource, { field: params.sort, order: params.order === 'DESC' ? 'DESC' : 'ASC' }),
    setSort: change.setSort,
    displayedFilters: params.displayedFilters,
    showFilter: change.showFilter,
    hideFilter: change.hideFilter,
    filterValues,
    setFilters: (filters: Filters, displayed?: unknown) => {
      // The current month is not stored, so that it advances with the calendar.
      const storedFilters = Object.entries(filters).filter(
        ([name, value]) => !(name in initialHeaderFilters) || value !== initialHeaderFilters[name],
      );
      change.setFilters(Object.fromEntries(storedFilters), displayed as never, false);
    },
  };
}

/** Scope of a list call: the checked buildings, when the definition is scoped. */
export interface Scope {
  meta: { [Key in keyof ListMeta]: ListMeta[Key] };
  /** Whether records of some accessible buildings are excluded. */
  isNarrowed: boolean;
  enabled: boolean;
  /** The person has no building at all: the list is empty, without a request. */
  hasNoBuildings: boolean;
  error: Error | null;
}

/**
 * Buildings of a list call, which waits for the list of buildings. All buildings are used in an area, where no buildings can be
 * checked, and after a link to the records that belong to one record.
 */
export function useScope(resource: Resource, filters: Filters): Scope {
  const [checkedBuildings] = useCheckedBuildings();
  const { buildings, isPending, error } = useBuildings();
  const isScoped = resource.api.scope !== undefined;
  const allIds = useMemo(() => buildings.map(({ id }) => id), [buildings]);
  const ids = resource.area || isFilteredByLink(filters) ? allIds : checkedBuildings;
  const meta = useMemo<Scope['meta']>(() => (isScoped ? { buildings: ids } : {}), [isScoped, ids]);
  const hasNone = isScoped && ids.length === 0;
  const isNarrowed = isScoped && ids.length < allIds.length;
  return {
    meta,
    isNarrowed,
    enabled: !hasNone,
    hasNoBuildings: hasNone && !isPending && !error,
    error: hasNone ? error : null,
  };
}

/** Options of every list query: an alert shows failures, and the old rows stay while new ones load. */
export const LIST_QUERY = {
  onError: () => undefined,
  placeholderData: <Data>(previous: Data) => previous,
  retry: false,
} as const;
