import { useAddition } from '#console/data/session/features.ts';
import type { Resource } from '#resources/language/define-resource.ts';

/** Whether a list shows figures of all its records: its definition names some, and the server makes them. */
export function useHasTotals({ generic, list }: Resource): boolean {
  return useAddition('totals') && generic && list.totals !== undefined && !list.view;
}
