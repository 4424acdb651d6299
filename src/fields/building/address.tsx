import type { Building } from '#console/data/buildings.ts';
import { Plate } from '#console/ui/plate.tsx';
import classes from './address.module.css';

/** A building as plate and street (DESIGN §1). */
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
      <span className={classes.street}>{building.street}</span>
    </span>
  );
}
