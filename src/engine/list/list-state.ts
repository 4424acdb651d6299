import { useMemo } from 'react';
import { type ListControllerResult, useListParams } from 'react-admin';
import { useBuildings, useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import { presentMonth } from '#console/data/company-clock.ts';
import type { ListMeta } from '#console/data/providers/list-meta.ts';
import { useCompanyDay } from '#console/data/today.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { traitsOf } from '#resources/language/kinds/traits.ts';
import { isLinked } from '#resources/language/linked-record.ts';
import { filterFields } from '../field-part.tsx';
import { rowSource } from './row-source.ts';
import { firstPageSize, firstSort } from './rows.ts';
import { validFilters, validSort } from './valid-state.ts';

/** Filters of a list, by field name. */
export type Filters = Readonly<Record<string, unknown>>;

/** Page, size, sort and filters of a list, kept in the address and between visits by react-admin. */
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

/** Whether there are controls beside the title. */
export function hasHeader(resource: Resource): boolean {
  return Object.keys(resource.fields).some((name) => isHeader(resource, name));
}

/** The filters of the toolbar apart from those beside the title. */
export function splitFilters(resource: Resource, filters: Filters): Record<'header' | 'toolbar', Filters> {
  const entries = Object.entries(filters);
  return {
    header: Object.fromEntries(entries.filter(([name]) => isHeader(resource, name))),
    toolbar: Object.fromEntries(entries.filter(([name]) => !isHeader(resource, name))),
  };
}

/** Initial filters of the controls beside the title: the company's present month (READ-01). */
function firstHeader(resource: Resource, month: string): Filters {
  const header = Object.entries(resource.fields).filter(([name]) => isHeader(resource, name));
  return Object.fromEntries(header.map(([name, field]) => [name, traitsOf(field).firstFilter?.(month)]));
}

/**
 * A visit begins with the present month, whichever month was shown last; and without filters, where the page has none of its own
 * and only a link has set some.
 */
const isKeptInAddressAlone = (resource: Resource): boolean =>
  hasHeader(resource) ||
  (rowSource(resource) === 'endless' && !resource.generic && filterFields(resource).length === 0);

/** The person's choices in a list. */
export function useListState(resource: Resource): ListState {
  const [params, change] = useListParams({
    resource: resource.name,
    sort: firstSort(resource),
    perPage: firstPageSize(resource),
    debounce: 0,
    ...(isKeptInAddressAlone(resource) ? { storeKey: false as const } : {}),
  });
  const chosenFilters = params.filterValues as Filters;
  // A list that is left open is drawn anew when the day, and with it perhaps the month, is over.
  useCompanyDay();
  const month = hasHeader(resource) ? presentMonth() : '';
  const { first, filterValues } = useMemo(() => {
    const first = firstHeader(resource, month);
    const validated = validFilters(resource, chosenFilters);
    return { first, filterValues: { ...first, ...validated } };
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
      // The present month is not stored, so that it moves on with the calendar.
      const own = Object.entries(filters).filter(([name, value]) => !(name in first) || value !== first[name]);
      change.setFilters(Object.fromEntries(own), displayed as never, false);
    },
  };
}

/** Conditions and parameters of a list call: the checked buildings, when the definition is scoped. */
export interface Scope {
  meta: { [Key in keyof ListMeta]: ListMeta[Key] };
  /** Whether records of some buildings that are open to the person are left out. */
  narrowed: boolean;
  enabled: boolean;
  /** The person has no building at all: the list is empty without asking. */
  nowhere: boolean;
  error: Error | null;
}

/**
 * The checked buildings of a list call, which waits for the list of buildings. In an area, where nothing can be checked,
 * all buildings; the same where a link has led to the records that belong to one record, in whichever building.
 * @param filters of the list
 */
export function useScope(resource: Resource, filters: Filters): Scope {
  const [checked] = useCheckedBuildings();
  const { buildings, isPending, error } = useBuildings();
  const scoped = resource.api.scope !== undefined;
  const all = useMemo(() => buildings.map(({ id }) => id), [buildings]);
  const ids = resource.area || isLinked(filters) ? all : checked;
  const meta = useMemo<Scope['meta']>(() => (scoped ? { buildings: ids } : {}), [scoped, ids]);
  const none = scoped && ids.length === 0;
  const narrowed = scoped && ids.length < all.length;
  return { meta, narrowed, enabled: !none, nowhere: none && !isPending && !error, error: none ? error : null };
}

/** Options of every query of a list: the alert shows failures, the old rows stay while new ones come. */
export const LIST_QUERY = {
  onError: () => undefined,
  placeholderData: <Data>(previous: Data) => previous,
  retry: false,
} as const;
