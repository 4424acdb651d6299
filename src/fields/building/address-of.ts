import type { Building } from '#console/data/buildings.ts';
import { idOf } from '#resources/language/kinds/ids.ts';

/** Street and number of an id or of what a record carries; null for a building that is out of reach. */
export function addressOf(
  item: unknown,
  byId: ReadonlyMap<number, Building>,
): Pick<Building, 'street' | 'number'> | null {
  const known = byId.get(idOf(item) ?? 0);
  if (known) return known;
  const own = typeof item === 'object' && item !== null ? (item as Partial<Building>) : null;
  return own?.number ? { street: own.street ?? '', number: own.number } : null;
}
