import { monthFromDate, monthToDate } from '../date/days.ts';
import type { InputProps } from '../field-props.ts';
import { DayPicker } from '../parts/day-picker.tsx';
import { useField } from '../use-field.ts';

/** Input of a month. */
export default function MonthInput(props: InputProps<'month'>) {
  const field = useField<string | null>(props);
  return <DayPicker field={field} isMonthPicker readDate={monthToDate} writeDate={monthFromDate} />;
}
