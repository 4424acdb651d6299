import type { Resource } from '#resources/language/define-resource.ts';
import { groupingFields } from '#resources/language/groups.ts';
import { useListLook } from '../column-choice/column-choice.ts';
import { GROUP_KEY } from './group-key.ts';
import { useHasGroups } from './has-groups.ts';

/** Value for «no groups» where the definition groups by a field. */
const FLAT = '-';

/** The grouping of a list, and how to change it. */
export interface Grouping {
  /** Name of the field; null for none. */
  by: string | null;
  choose: (by: string | null) => void;
}

/** The choice as it is written down; null for a list that has no groups. */
export function useGroupChoice(resource: Resource): string | null {
  const hasGroups = useHasGroups(resource);
  const { by } = useGrouping(resource);
  return hasGroups ? (by ?? FLAT) : null;
}

/** Falls back to the definition's group when the chosen field is gone or no longer groupable. */
export function useGrouping(resource: Resource): Grouping {
  const hasGroups = useHasGroups(resource);
  const [choice, write] = useListLook(resource.name, GROUP_KEY);
  const chosen = choice === FLAT ? null : groupingFields(resource).includes(choice) ? choice : resource.list.group;
  return { by: hasGroups ? (chosen ?? null) : null, choose: (by) => write(by ?? FLAT) };
}
