import type { EntryGroup } from '#console/fields/places/entries.ts';
import { scopeParts } from '#console/fields/places/scope-parts.ts';
import type { WholeBuilding, WholePorch } from '#resources/protocol/buildings/whole-building-answers.ts';
import type { AudienceValue } from '#resources/sections/kinds/news.ts';

/** The options to choose from; null while they load. */
interface Offer {
  groups: readonly EntryGroup[] | null;
  wholePlace: WholeBuilding | WholePorch | null;
}

const among = <Id>(ids: readonly Id[], offered: readonly Id[]) => ids.filter((id) => offered.includes(id));

/**
 * The chosen objects that can still be chosen. A building may leave the author's reach while the form stands open or lies as a draft:
 * what has no box any more could not be unticked, and the server would refuse the whole.
 * @returns the same value if there is nothing to leave out
 */
export function keepOffered(value: AudienceValue, { groups, wholePlace }: Offer): AudienceValue {
  const { checked: checkedEntries, scope } = value;
  const stillOffered = groups
    ? among(
        checkedEntries,
        groups.flatMap(({ entries }) => entries.map(({ id }) => id)),
      )
    : checkedEntries;
  if (stillOffered.length < checkedEntries.length) return { ...value, checked: stillOffered };
  if (scope === 'home' || !wholePlace) return value;
  const parts = among(
    value[scope],
    scopeParts(wholePlace, scope).flatMap((group) => group.parts.map(({ id }) => id)),
  );
  return parts.length < value[scope].length ? { ...value, [scope]: parts } : value;
}
