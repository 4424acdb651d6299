import { useServerFeature } from '#console/data/session/features.ts';
import type { Resource } from '#resources/language/define-resource.ts';

/** Whether a table can be grouped: its definition names a group field, and the server supports groups. */
export function useHasGroups({ generic, list }: Resource): boolean {
  return useServerFeature('groups') && generic && list.group !== undefined && list.layout === 'table' && !list.view;
}
