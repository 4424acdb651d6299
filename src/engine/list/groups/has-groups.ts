import { useAddition } from '#console/data/session/features.ts';
import type { Resource } from '#resources/language/define-resource.ts';

/** Whether a table can stand in groups: its definition names a field for them, and the server makes them. */
export function useHasGroups({ generic, list }: Resource): boolean {
  return useAddition('groups') && generic && list.group !== undefined && list.layout === 'table' && !list.view;
}
