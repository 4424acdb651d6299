import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useDataProvider, useListContext } from 'react-admin';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { getGrouping, groupFilter, groupWireName } from '#resources/language/groups.ts';
import { toId } from '#resources/language/kinds/ids.ts';
import { getPointerTo } from '#resources/language/kinds/traits.ts';
import { decodeRecordGroups } from '#resources/protocol/definitions/record-totals-answers.ts';
import type { RecordGroups } from '#resources/protocol/definitions/records.ts';
import { type Filters, useScope } from '../list-state.ts';
import { GROUPS } from '../totals/figures.ts';
import { type ListScope, listScopeQuery, useRefetchWithRows } from '../totals/use-totals.ts';

/** Rows of an open group per page. */
export const GROUP_PAGE = 50;

export type RecordGroup = RecordGroups['groups'][number];

/** Filter value that finds the records of a group: the id of a referenced record, else the value itself. */
const groupFilterValue = (field: FieldInput, { value }: RecordGroup): unknown =>
  getPointerTo(field, 'records') || getPointerTo(field, 'building') ? toId(value) : value;

/** Unique key of a group in its list. */
export const groupKey = (field: FieldInput, group: RecordGroup): string =>
  JSON.stringify(groupFilterValue(field, group));

/** A record with only the group's common value, to render it with the cell of its kind. */
export function groupSample(resource: Resource, name: string, field: FieldInput, { value }: RecordGroup) {
  const month = /^(\d{4})-(\d{2})$/.exec(String(value));
  const cellValue = getGrouping(field) === 'month' && month ? `${month[2]}${month[1]}` : value;
  return { id: 0, [groupWireName(resource, name)]: cellValue } satisfies RaRecord;
}

/**
 * Fetches the groups of the records in a list.
 * @param groupBy name of the field; null for an ungrouped list, which fetches nothing
 * @param refetchOnMount false in the list itself, whose page has just fetched them
 */
export function useGroups(resource: Resource, groupBy: string | null, filterValues: Filters, refetchOnMount = true) {
  const { meta, enabled } = useScope(resource, filterValues);
  const listScope: ListScope = { filter: filterValues, buildings: meta.buildings };
  useRefetchWithRows(resource, GROUPS);
  return useQuery({
    queryKey: [resource.name, GROUPS, { by: groupBy, ...listScope }],
    queryFn: ({ signal }) => {
      const query = { ...listScopeQuery(resource, listScope), by: groupWireName(resource, groupBy ?? '') };
      return ask(withQuery(`${resource.api.path}/groups/`, query), decodeRecordGroups, { signal, report: false });
    },
    enabled: enabled && groupBy !== null,
    refetchOnMount,
    placeholderData: keepPreviousData,
  });
}

/** The loaded rows of an open group. */
export interface GroupRows {
  records: RaRecord[];
  isFetching: boolean;
  error: Error | null;
  retry: () => void;
}

/**
 * The rows of open groups, page by page, in the order of the list. Cached under the keys of list pages, so that changes of a
 * record are applied to them too.
 * @param pages number of pages to load of each open group, by its key
 */
export function useGroupRows(
  resource: Resource,
  groupBy: string,
  groups: readonly RecordGroup[],
  pages: ReadonlyMap<string, number>,
): ReadonlyMap<string, GroupRows> {
  const { name, fields } = resource;
  const field = fields[groupBy] as FieldInput;
  const { filterValues, sort } = useListContext();
  const { meta, enabled } = useScope(resource, filterValues);
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const pageCalls = groups.flatMap((group) => {
    const key = groupKey(field, group);
    const filter = groupFilter(groupBy, field, groupFilterValue(field, group), filterValues);
    return Array.from({ length: pages.get(key) ?? 0 }, (_, index) => ({
      key,
      params: { pagination: { page: index + 1, perPage: GROUP_PAGE }, sort, filter, meta },
    }));
  });
  const results = useQueries({
    queries: pageCalls.map(({ params }) => ({
      queryKey: [name, 'getList', params],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { data, total } = await dataProvider.getList<RaRecord>(name, { ...params, signal });
        return { data, total: total ?? data.length };
      },
      enabled,
    })),
  });
  const rows = new Map<string, GroupRows>();
  for (const [index, { key }] of pageCalls.entries()) {
    const result = results[index];
    const params = pageCalls[index]?.params;
    const previous = rows.get(key);
    const records = [...(previous?.records ?? [])];
    // A record created meanwhile shifts others to the next page, which would then repeat them.
    const ids = new Set(records.map(({ id }) => id));
    records.push(...(result?.data?.data ?? []).filter(({ id }) => !ids.has(id)));
    rows.set(key, {
      records,
      isFetching: (previous?.isFetching ?? false) || result?.isFetching === true,
      error: previous?.error ?? (result?.data ? null : (result?.error ?? null)),
      retry: () => {
        previous?.retry();
        if (result?.error) void queryClient.refetchQueries({ queryKey: [name, 'getList', params], exact: true });
      },
    });
  }
  return rows;
}
