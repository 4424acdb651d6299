import { useOwnServerFeature } from '#console/data/session/features.ts';
import type { Resource } from '#resources/language/define-resource.ts';

/** Whether several records of a table can be selected for bulk actions: only in generically stored sections. */
export function useHasBulkActions({ generic, list }: Resource): boolean {
  return useOwnServerFeature('bulk') && generic && list.layout === 'table';
}
