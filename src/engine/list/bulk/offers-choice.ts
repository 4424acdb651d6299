import { useOwnAddition } from '#console/data/session/features.ts';
import type { Resource } from '#resources/language/define-resource.ts';

/** Whether several records of a table can be chosen, to do something with all of them: those of sections that are pure definition. */
export function useOffersChoice({ generic, list }: Resource): boolean {
  return useOwnAddition('bulk') && generic && list.layout === 'table';
}
