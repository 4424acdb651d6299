/**
 * The checked buildings: those stored that still exist, all of them on a first visit or when none is left (SHELL-29, G-36).
 * None before it is known which exist: an id that a server no longer knows must not be sent.
 * @param stored null before the first choice
 * @param open ids of the buildings open to the person; undefined while they are not known yet
 */
export function checkedBuildingIds(
  stored: readonly number[] | null,
  open: readonly number[] | undefined,
): readonly number[] {
  if (!open) return [];
  if (!stored) return open;
  const openIds = new Set(open);
  const checked = stored.filter((id) => openIds.has(id));
  if (checked.length === stored.length) return stored;
  return checked.length ? checked : open;
}
