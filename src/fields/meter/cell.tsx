import { useTranslate } from 'react-admin';
import { MeterIcon } from '#console/ui/display/meter-icon.tsx';
import { Odometer } from '#console/ui/display/odometer.tsx';
import type { CellProps } from '../field-props.ts';
import classes from './cell.module.css';

/** What a meter shows; its sign beside it where there is no head above. */
export default function MeterCell({ value, field }: CellProps<'meter'>) {
  const translate = useTranslate();
  if (typeof value !== 'string' || value === '') {
    return <span className={classes.none}>{translate('engine.list.nothing')}</span>;
  }
  return (
    <span className={classes.cell}>
      <span className={classes.sign}>
        <MeterIcon meter={field.meter} size={14} />
      </span>
      <Odometer value={value} />
    </span>
  );
}
