import { useTranslate } from 'react-admin';
import { typeset } from '#i18n/typeset.ts';
import { formatDuration, parseDuration } from '#resources/language/kinds/clock-text.ts';
import type { CellProps, FilterProps } from '../field-props.ts';
import classes from '../number/cell.module.css';
import { ParsedFilter } from '../parts/parsed-filter.tsx';

/** A duration, «1 ч 30 мин». */
export default function DurationCell({ value }: CellProps<'duration'>) {
  const translate = useTranslate();
  if (typeof value !== 'number') return translate('engine.list.nothing');
  return <span className={classes.number}>{typeset(formatDuration(value))}</span>;
}

/** Filter by a duration; invalid text does not filter. */
export function DurationFilter({ label, value, onChange }: FilterProps<'duration'>) {
  return (
    <ParsedFilter<number>
      label={label}
      value={value}
      valueText={typeof value === 'number' ? formatDuration(value) : ''}
      parse={(text) => {
        const minutes = parseDuration(text);
        if (minutes === null) return {};
        return typeof minutes === 'number' ? { value: minutes } : { isWrong: true };
      }}
      problem="kinds.duration"
      onChange={onChange}
    />
  );
}
