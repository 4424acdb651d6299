import { useTranslate } from 'react-admin';
import { buildingLabel } from '#console/data/buildings/building-list.ts';
import { Plate } from '#console/ui/display/plate.tsx';
import { useFlat } from './flat.ts';
import classes from './flat-head.module.css';

/** «Квартира 48» with its plate and address, the head of the side card (READ-11). */
export default function FlatHead() {
  const translate = useTranslate();
  const { unit } = useFlat();
  if (!unit) return null;
  return (
    <span className={classes.head}>
      <Plate number={unit.label} solid size="md" />
      <span className={classes.texts}>
        <span>{translate('readings.flatTitle', { label: unit.label })}</span>
        <small>{buildingLabel(unit.building)}</small>
      </span>
    </span>
  );
}
