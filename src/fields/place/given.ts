import type { Building } from '#console/data/building-list.ts';
import { type PlaceValue, untouchedPlace } from '#resources/language/kinds/place.ts';

/** What can be chosen of a place that another page knows; null when the building is not the person's. */
export function placeGiven(
  { building, porch }: NonNullable<PlaceValue['given']>,
  buildings: readonly Building[],
): PlaceValue | null {
  const found = buildings.find(
    ({ id, available_porches }) => id === building || available_porches.some((open) => open.id === porch),
  );
  if (!found) return null;
  const open = found.available_porches.find(({ id }) => id === porch);
  const at = { ...untouchedPlace(), building: found.id };
  if (!found.is_all_porches) return open ? { ...at, object: `porch:${open.id}` } : null;
  const whole: PlaceValue = { ...at, object: `building:${found.id}` };
  return open ? { ...whole, porchMode: 'some', porches: [open.id] } : whole;
}
