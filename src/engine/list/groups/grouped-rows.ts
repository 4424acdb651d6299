import type { RaRecord } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Filters } from '../list-state.ts';
import { type InsteadOfPages, usePages } from '../paged-rows.ts';
import type { Rows } from '../rows.ts';
import { useGrouping } from './grouping.ts';
import { useGroups } from './use-groups.ts';

const NO_RECORDS: RaRecord[] = [];

/** The groups that a table stands in now, for its pages; null where it stands in none. */
function useGroupsInstead(resource: Resource, filterValues: Filters): InsteadOfPages | null {
  const { by } = useGrouping(resource);
  const { data, error, isFetching, isPlaceholderData, refetch } = useGroups(resource, by, filterValues);
  if (by === null) return null;
  // Of too many groups only the largest are told of.
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

/** A table that stands in groups asks for these alone: each loads its rows once it is opened. Without groups it is fetched by pages. */
export const useGroupedRows = (resource: Resource): Rows => usePages(resource, useGroupsInstead);
