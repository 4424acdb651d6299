/**
 * The checked buildings: the stored ones that still exist, or all of them on a first visit and when none of the stored ones
 * exists (SHELL-29, G-36). Empty until the building list has loaded, since an id the server no longer knows must not be sent.
 * @param storedIds null before the first choice
 * @param accessibleIds ids of the buildings the person may see; undefined until they have loaded
 */
export function checkedBuildingIds(
  storedIds: readonly number[] | null,
  accessibleIds: readonly number[] | undefined,
): readonly number[] {
  if (!accessibleIds) return [];
  if (!storedIds) return accessibleIds;
  const openIds = new Set(accessibleIds);
  const checked = storedIds.filter((id) => openIds.has(id));
  if (checked.length === storedIds.length) return storedIds;
  return checked.length ? checked : accessibleIds;
}
