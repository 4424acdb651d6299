import { useRecordContext, useTranslate } from 'react-admin';
import { Plate } from '#console/ui/display/plate.tsx';
import { typeset } from '#i18n/typeset.ts';
import type { SettingsBuilding } from '#resources/protocol/buildings/settings-answers.ts';
import classes from './building-card.module.css';

/** Complex, number (as a plate) and street of a building (SET-15). */
export default function BuildingHead() {
  const translate = useTranslate();
  const building = useRecordContext<SettingsBuilding>();
  if (!building) return null;
  return (
    <>
      <p className={classes.complex}>{building.complex?.name ?? translate('shell.selector.noComplex')}</p>
      <p className={classes.address}>
        <Plate number={building.number} solid size="lg" />
        <span className={classes.street}>{typeset(building.street)}</span>
      </p>
    </>
  );
}
