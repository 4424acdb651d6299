/** One entry of an object selector: a building, or an entrance where the building is not fully available. */
export type PlaceEntry = `building:${number}` | `porch:${number}`;

/** The id an entry of the object selector stands for. */
export function entryId(entry: PlaceEntry): number {
  return Number(entry.slice(entry.indexOf(':') + 1));
}

/** Ids of the entries of one sort, in their order. */
export function entryIds(entries: readonly PlaceEntry[], sort: 'building' | 'porch'): number[] {
  return entries.filter((entry) => entry.startsWith(`${sort}:`)).map(entryId);
}
