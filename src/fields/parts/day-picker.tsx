import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { capitalise } from '#resources/language/words.ts';
import type { Field } from '../use-field.ts';
import { PickerTexts, pickerParts, pickerSlots, usePicker } from './picker.tsx';

const WEEKDAY = new Intl.DateTimeFormat('ru', { weekday: 'short' });

/** «Пн», «Вт»: the head of a column of days. */
export const weekdayName = (day: Date): string => capitalise(WEEKDAY.format(day));

/**
 * A date typed or picked, in Russian; whole days or whole months.
 * @param read the date of a wire value
 * @param write the wire value of a date
 */
export function DayPicker({
  field,
  read,
  write,
  months = false,
  from,
  to,
}: {
  field: Field<string | null>;
  read: (wire: string | null) => Date | null;
  write: (date: Date) => string;
  months?: boolean;
  from?: Date | undefined;
  to?: Date | undefined;
}) {
  const picker = usePicker(field.value, field.set, read, write);
  const slots = pickerSlots(field);
  return (
    <FieldFrame {...field.frame}>
      <PickerTexts afterEdit={picker.afterEdit}>
        <DatePicker
          key={picker.key}
          enableAccessibleFieldDOMStructure={false}
          value={picker.shown}
          disabled={field.disabled}
          dayOfWeekFormatter={weekdayName}
          {...(months ? { views: ['year', 'month'] as const, openTo: 'month' as const, format: 'LLLL yyyy' } : {})}
          {...(from ? { minDate: from } : {})}
          {...(to ? { maxDate: to } : {})}
          onChange={picker.onChange}
          slots={pickerParts}
          slotProps={{ ...slots, field: { ...slots.field, ...picker.fieldSlot } }}
        />
      </PickerTexts>
    </FieldFrame>
  );
}
