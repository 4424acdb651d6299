import { useTranslate } from 'react-admin';
import { MeterIcon } from '#console/ui/display/meter-icon.tsx';
import { Odometer } from '#console/ui/display/odometer.tsx';
import { encodeMessage } from '#resources/language/kinds/bounds.ts';
import { COUNT } from '#resources/limits.ts';
import type { CellProps, FilterProps } from '../field-props.ts';
import { fitsMask, parseDigits } from '../number/mask.ts';
import { ParsedFilter } from '../parts/parsed-filter.tsx';
import classes from './cell.module.css';

/** The reading of a meter; with the meter's icon where there is no column header. */
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

/** Filter by a meter reading; invalid text does not filter. */
export function MeterFilter({ label, value, onChange }: FilterProps<'meter'>) {
  return (
    <ParsedFilter<string>
      label={label}
      inputMode="numeric"
      value={value}
      valueText={typeof value === 'string' ? value : ''}
      parse={(text) => {
        const digits = parseDigits(text, COUNT.meterDigits);
        if (digits === null) return {};
        return fitsMask(text, COUNT.meterDigits) ? { value: digits } : { isWrong: true };
      }}
      problem={encodeMessage('kinds.maskDigits', { most: String(COUNT.meterDigits) })}
      onChange={onChange}
    />
  );
}
