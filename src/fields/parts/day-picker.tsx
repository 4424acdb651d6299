import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { useState } from 'react';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { capitalise } from '#resources/language/words.ts';
import { fromDate } from '../date/days.ts';
import type { FieldShell } from '../use-field.ts';
import { PickerTexts, pickerSlots } from './picker.tsx';

const WEEKDAY = new Intl.DateTimeFormat('ru', { weekday: 'short' });

/** «Пн», «Вт»: the head of a column of days. */
export const weekdayName = (day: Date): string => capitalise(WEEKDAY.format(day));

/** A date typed or picked, in Russian; whole days or whole months. */
export function DayPicker({
  field,
  value,
  onValue,
  months = false,
  from,
  to,
}: {
  field: FieldShell;
  value: Date | null;
  onValue: (date: Date | null) => void;
  months?: boolean;
  from?: Date | undefined;
  to?: Date | undefined;
}) {
  // What was typed in part is kept here: the form only knows that it is no date yet.
  const [held, setHeld] = useState<Date | null>(value);
  const shown = value && fromDate(value) !== fromDate(held) ? value : held;
  return (
    <FieldFrame {...field.frame}>
      <PickerTexts>
        <DatePicker
          enableAccessibleFieldDOMStructure={false}
          value={shown}
          disabled={field.disabled}
          dayOfWeekFormatter={weekdayName}
          {...(months ? { views: ['year', 'month'] as const, openTo: 'month' as const, format: 'LLLL yyyy' } : {})}
          {...(from ? { minDate: from } : {})}
          {...(to ? { maxDate: to } : {})}
          onChange={(date) => {
            setHeld(date);
            onValue(date);
          }}
          slotProps={pickerSlots(field)}
        />
      </PickerTexts>
    </FieldFrame>
  );
}
