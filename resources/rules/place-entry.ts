/** An entry of a building selector: a building, or an entrance of a building that is not fully available. */
export type PlaceEntry = `building:${number}` | `porch:${number}`;

/** The id in an entry. */
export function getEntryId(entry: PlaceEntry): number {
  return Number(entry.slice(entry.indexOf(':') + 1));
}

/** Ids of the entries of one type, in their order. */
export function getEntryIds(entries: readonly PlaceEntry[], type: 'building' | 'porch'): number[] {
  return entries.filter((entry) => entry.startsWith(`${type}:`)).map(getEntryId);
}
