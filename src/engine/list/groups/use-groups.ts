import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useDataProvider, useListContext } from 'react-admin';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { groupedBy, groupFilter, groupWire } from '#resources/language/groups.ts';
import { idOf } from '#resources/language/kinds/ids.ts';
import { pointerTo } from '#resources/language/kinds/traits.ts';
import { decodeRecordGroups } from '#resources/protocol/definitions/record-totals-answers.ts';
import type { RecordGroups } from '#resources/protocol/definitions/records.ts';
import { type Filters, useScope } from '../list-state.ts';
import { GROUPS } from '../totals/figures.ts';
import { type Narrowing, narrowingQuery, useRefreshedWithRows } from '../totals/use-totals.ts';

/** Rows of an open group that are loaded at a time. */
export const GROUP_PAGE = 50;

export type RecordGroup = RecordGroups['groups'][number];

/** The filter that finds the records of a group: an id of the record pointed at, else the value itself. */
const groupValue = (field: FieldInput, { value }: RecordGroup): unknown =>
  pointerTo(field, 'records') || pointerTo(field, 'building') ? idOf(value) : value;

/** The key of a group among the others of its list. */
export const groupKey = (field: FieldInput, group: RecordGroup): string => JSON.stringify(groupValue(field, group));

/** A record that holds nothing but what a group has in common, in the form in which a cell shows it. */
export function groupSample(resource: Resource, name: string, field: FieldInput, { value }: RecordGroup) {
  const month = /^(\d{4})-(\d{2})$/.exec(String(value));
  const shown = groupedBy(field) === 'month' && month ? `${month[2]}${month[1]}` : value;
  return { id: 0, [groupWire(resource, name)]: shown } satisfies RaRecord;
}

/**
 * The groups of the records that a list finds.
 * @param by name of the field; null for a list that stands in no groups: then nothing is asked for
 * @param refetchOnMount false in the list itself, whose page has just asked for them
 */
export function useGroups(resource: Resource, by: string | null, filterValues: Filters, refetchOnMount = true) {
  const { meta, enabled } = useScope(resource, filterValues);
  const narrowing: Narrowing = { filter: filterValues, buildings: meta.buildings };
  useRefreshedWithRows(resource, GROUPS);
  return useQuery({
    queryKey: [resource.name, GROUPS, { by, ...narrowing }],
    queryFn: ({ signal }) => {
      const query = { ...narrowingQuery(resource, narrowing), by: groupWire(resource, by ?? '') };
      return ask(withQuery(`${resource.api.path}/groups/`, query), decodeRecordGroups, { signal, report: false });
    },
    enabled: enabled && by !== null,
    refetchOnMount,
    placeholderData: keepPreviousData,
  });
}

/** The rows of an open group, as far as they were asked for. */
export interface GroupRows {
  records: RaRecord[];
  isFetching: boolean;
  error: Error | null;
  retry: () => void;
}

/**
 * The rows of open groups, page by page, in the order of the list. Kept as its pages are, so that what happens to a record shows in them.
 * @param pages how many pages of each open group are asked for, by its key
 */
export function useGroupRows(
  resource: Resource,
  by: string,
  groups: readonly RecordGroup[],
  pages: ReadonlyMap<string, number>,
): ReadonlyMap<string, GroupRows> {
  const { name, fields } = resource;
  const field = fields[by] as FieldInput;
  const { filterValues, sort } = useListContext();
  const { meta, enabled } = useScope(resource, filterValues);
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const calls = groups.flatMap((group) => {
    const key = groupKey(field, group);
    const filter = groupFilter(by, field, groupValue(field, group), filterValues);
    return Array.from({ length: pages.get(key) ?? 0 }, (_, at) => ({
      key,
      params: { pagination: { page: at + 1, perPage: GROUP_PAGE }, sort, filter, meta },
    }));
  });
  const results = useQueries({
    queries: calls.map(({ params }) => ({
      queryKey: [name, 'getList', params],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { data, total } = await dataProvider.getList<RaRecord>(name, { ...params, signal });
        return { data, total: total ?? data.length };
      },
      enabled,
    })),
  });
  const rows = new Map<string, GroupRows>();
  for (const [at, { key }] of calls.entries()) {
    const result = results[at];
    const params = calls[at]?.params;
    const before = rows.get(key);
    const records = [...(before?.records ?? [])];
    // A record that was made meanwhile moves others on to the next page.
    const ids = new Set(records.map(({ id }) => id));
    records.push(...(result?.data?.data ?? []).filter(({ id }) => !ids.has(id)));
    rows.set(key, {
      records,
      isFetching: (before?.isFetching ?? false) || result?.isFetching === true,
      error: before?.error ?? (result?.data ? null : (result?.error ?? null)),
      retry: () => {
        before?.retry();
        if (result?.error) void queryClient.refetchQueries({ queryKey: [name, 'getList', params], exact: true });
      },
    });
  }
  return rows;
}
