import type { InputProps } from '../field-props.ts';
import { DayPicker } from '../parts/day-picker.tsx';
import { useField } from '../use-field.ts';
import { boundDate, fromDate, toDate } from './days.ts';

/** Input of a calendar day. */
export default function DateInput(props: InputProps<'date'>) {
  const field = useField<string | null>(props);
  return (
    <DayPicker
      field={field}
      readDate={toDate}
      writeDate={fromDate}
      from={boundDate(props.field.from)}
      to={boundDate(props.field.to)}
    />
  );
}
