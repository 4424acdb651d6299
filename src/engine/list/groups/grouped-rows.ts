import type { RaRecord } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Filters } from '../list-state.ts';
import { type ReplacementRows, usePagedOrReplacedRows } from '../paged-rows.ts';
import type { Rows } from '../rows.ts';
import { useGrouping } from './grouping.ts';
import { useGroups } from './use-groups.ts';

const NO_RECORDS: RaRecord[] = [];

/** Groups that replace the pages of a table; null while the table is not grouped. */
function useGroupsAsReplacement(resource: Resource, filterValues: Filters): ReplacementRows | null {
  const { groupBy } = useGrouping(resource);
  const { data, error, isFetching, isPlaceholderData, refetch } = useGroups(resource, groupBy, filterValues);
  if (groupBy === null) return null;
  // If there are too many groups, the server returns only the largest.
  const total = data?.isWhole ? data.groups.reduce((sum, { count }) => sum + count, 0) : undefined;
  return {
    data: data && NO_RECORDS,
    total,
    error,
    isFetching,
    isPlaceholderData,
    refetch,
    hasRecords: (data?.groups.length ?? 0) > 0,
  };
}

/**
 * Rows of a table that may be grouped: a grouped table fetches only its groups, each of which loads its rows when opened;
 * otherwise rows are fetched by pages.
 */
export const useGroupedRows = (resource: Resource): Rows => usePagedOrReplacedRows(resource, useGroupsAsReplacement);
