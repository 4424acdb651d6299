import '#i18n/day-range-texts.ts';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslate } from 'react-admin';
import type { InputProps } from '#console/fields/field-props.ts';
import { useField } from '#console/fields/use-field.ts';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { adjustRange, type DayRange } from '#resources/rules/readings/days.ts';
import classes from './day-range.module.css';

const PARTS = ['start', 'end'] as const;
const NOTHING: DayRange = { start: '', end: '' };
const DIGITS = 2;

/**
 * «с 15 по 25 число месяца»: two inputs of two digits. On blur the typed day is corrected, and the other day is moved if the
 * range would end before it begins (SET-33…37).
 */
export default function DayRangeInput(props: InputProps<'buildings:day-range'>) {
  const field = useField<DayRange | null>(props);
  const translate = useTranslate();
  const range = field.value ?? NOTHING;
  const leave = (part: keyof DayRange) => {
    const next = adjustRange(range, part);
    if (next.start !== range.start || next.end !== range.end) field.onChange(next);
    field.onBlur();
  };
  /** Whether the error concerns this input: the empty ones, or both if neither is empty. */
  const isWrong = (part: keyof DayRange) =>
    field.error !== null && (range[part] === '' || PARTS.every((otherPart) => range[otherPart] !== ''));
  return (
    <FieldFrame {...field.frame} group>
      <div className={classes.row}>
        {PARTS.map((part) => (
          <span key={part} className={classes.part}>
            <span>{translate(`dayRange.days.${part}`)}</span>
            <OutlinedInput
              className={classes.box}
              value={range[part]}
              error={isWrong(part)}
              disabled={field.disabled}
              placeholder="00"
              onChange={({ target }) => field.onChange({ ...range, [part]: target.value.slice(0, DIGITS) })}
              onBlur={() => leave(part)}
              inputProps={{
                inputMode: 'numeric',
                maxLength: DIGITS,
                autoComplete: 'off',
                'aria-label': translate(`dayRange.days.${part}Label`),
                'aria-invalid': isWrong(part) || undefined,
                'aria-describedby': field.aria['aria-describedby'],
              }}
            />
          </span>
        ))}
        <span>{translate('dayRange.days.after')}</span>
      </div>
    </FieldFrame>
  );
}
