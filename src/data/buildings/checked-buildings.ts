/**
 * The checked buildings: those stored that still exist, all of them on a first visit or when none is left (SHELL-29, G-36).
 * None before it is known which exist: an id that a server no longer knows must not be sent.
 * @param storedIds null before the first choice
 * @param open ids of the buildings open to the person; undefined while they are not known yet
 */
export function checkedBuildingIds(
  storedIds: readonly number[] | null,
  open: readonly number[] | undefined,
): readonly number[] {
  if (!open) return [];
  if (!storedIds) return open;
  const openIds = new Set(open);
  const checked = storedIds.filter((id) => openIds.has(id));
  if (checked.length === storedIds.length) return storedIds;
  return checked.length ? checked : open;
}
