import { useServerFeature } from '#console/data/session/features.ts';
import type { Resource } from '#resources/language/define-resource.ts';

/** Whether a list shows totals of all its records: its definition names some, and the server supports them. */
export function useHasTotals({ generic, list }: Resource): boolean {
  return useServerFeature('totals') && generic && list.totals !== undefined && !list.view;
}
