import type { Building } from '#console/data/buildings/buildings.ts';
import { Plate } from '#console/ui/display/plate.tsx';
import { typeset } from '#i18n/typeset.ts';
import { toId } from '#resources/language/kinds/ids.ts';
import classes from './address.module.css';

/** A building as number plate and street. */
export function Address({
  building,
  solid = false,
  aligned = false,
}: {
  building: Pick<Building, 'street' | 'number'>;
  solid?: boolean;
  aligned?: boolean;
}) {
  return (
    <span className={classes.address}>
      <Plate number={building.number} solid={solid} aligned={aligned} />
      <span className={classes.street} title={building.street}>
        {typeset(building.street)}
      </span>
    </span>
  );
}

/** Street and number of an id or embedded building; null for a building that is out of reach. */
export function buildingAddress(
  item: unknown,
  byId: ReadonlyMap<number, Building>,
): Pick<Building, 'street' | 'number'> | null {
  const openBuilding = byId.get(toId(item) ?? 0);
  if (openBuilding) return openBuilding;
  const carried = typeof item === 'object' && item !== null ? (item as Partial<Building>) : null;
  return carried?.number ? { street: carried.street ?? '', number: carried.number } : null;
}
