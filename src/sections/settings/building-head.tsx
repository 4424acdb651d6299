import { useRecordContext, useTranslate } from 'react-admin';
import { Plate } from '#console/ui/plate.tsx';
import type { BuildingSettingsItem } from '#resources/protocol/settings.ts';
import classes from './building-card.module.css';

/** Whose complex a building is of, its number as a plate, its street (SET-15). */
export default function BuildingHead() {
  const translate = useTranslate();
  const building = useRecordContext<BuildingSettingsItem>();
  if (!building) return null;
  return (
    <>
      <p className={classes.complex}>{building.complex?.name ?? translate('shell.selector.noComplex')}</p>
      <p className={classes.address}>
        <Plate number={building.number} solid size="lg" />
        <span className={classes.street}>{building.street}</span>
      </p>
    </>
  );
}
