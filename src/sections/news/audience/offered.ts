import type { EntryGroup } from '#console/fields/places/entries.ts';
import { scopeParts } from '#console/fields/places/scope-parts.ts';
import type { WholeBuilding, WholePorch } from '#resources/protocol/buildings/whole-building-answers.ts';
import type { AudienceValue } from '#resources/sections/kinds/news.ts';

/** The available options; null while they load. */
interface AvailableOptions {
  groups: readonly EntryGroup[] | null;
  wholePlace: WholeBuilding | WholePorch | null;
}

const intersect = <Id>(ids: readonly Id[], offered: readonly Id[]) => ids.filter((id) => offered.includes(id));

/**
 * Drops chosen objects that are no longer available. A building may leave the author's scope while the form is open or stored as
 * a draft: without a checkbox it could not be unselected, and the server would refuse the whole value.
 * @returns the same value if there is nothing to drop
 */
export function dropUnavailable(value: AudienceValue, { groups, wholePlace }: AvailableOptions): AudienceValue {
  const { checked: checkedEntries, scope } = value;
  const availableEntries = groups
    ? intersect(
        checkedEntries,
        groups.flatMap(({ entries }) => entries.map(({ id }) => id)),
      )
    : checkedEntries;
  if (availableEntries.length < checkedEntries.length) return { ...value, checked: availableEntries };
  if (scope === 'home' || !wholePlace) return value;
  const parts = intersect(
    value[scope],
    scopeParts(wholePlace, scope).flatMap((group) => group.parts.map(({ id }) => id)),
  );
  return parts.length < value[scope].length ? { ...value, [scope]: parts } : value;
}
