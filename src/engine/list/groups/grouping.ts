import type { Resource } from '#resources/language/define-resource.ts';
import { groupingFields } from '#resources/language/groups.ts';
import { useListSetting } from '../column-choice/column-choice.ts';
import { GROUP_KEY } from './group-key.ts';
import { useHasGroups } from './has-groups.ts';

/** Stored value for «no groups», where the definition groups by default. */
const NO_GROUPS = '-';

/** The field that a list is grouped by, with its setter. */
export interface Grouping {
  /** Name of the field; null for no groups. */
  groupBy: string | null;
  choose: (groupBy: string | null) => void;
}

/** The grouping in its stored form; null for a list that cannot be grouped. */
export function useStoredGroupChoice(resource: Resource): string | null {
  const hasGroups = useHasGroups(resource);
  const { groupBy } = useGrouping(resource);
  return hasGroups ? (groupBy ?? NO_GROUPS) : null;
}

/** The grouping of a list; falls back to the definition's group if the chosen field no longer exists or cannot be grouped by. */
export function useGrouping(resource: Resource): Grouping {
  const hasGroups = useHasGroups(resource);
  const [choice, storeChoice] = useListSetting(resource.name, GROUP_KEY);
  const chosenField =
    choice === NO_GROUPS ? null : groupingFields(resource).includes(choice) ? choice : resource.list.group;
  return { groupBy: hasGroups ? (chosenField ?? null) : null, choose: (groupBy) => storeChoice(groupBy ?? NO_GROUPS) };
}
