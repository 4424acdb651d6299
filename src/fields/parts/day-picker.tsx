import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { capitalise } from '#resources/language/words.ts';
import type { Field } from '../use-field.ts';
import { PickerLocale, pickerSlotComponents, pickerSlotProps, usePicker } from './picker.tsx';

const WEEKDAY_FORMAT = new Intl.DateTimeFormat('ru', { weekday: 'short' });

/** Weekday as a column header: «Пн», «Вт». */
export const weekdayName = (day: Date): string => capitalise(WEEKDAY_FORMAT.format(day));

/**
 * Localised date picker with a text box, for days or months.
 * @param readDate parses a wire value
 * @param writeDate formats a date as wire value
 */
export function DayPicker({
  field,
  readDate,
  writeDate,
  isMonthPicker = false,
  from,
  to,
}: {
  field: Field<string | null>;
  readDate: (wire: string | null) => Date | null;
  writeDate: (date: Date) => string;
  isMonthPicker?: boolean;
  from?: Date | undefined;
  to?: Date | undefined;
}) {
  const picker = usePicker(field.value, field.onChange, readDate, writeDate);
  const slots = pickerSlotProps(field);
  return (
    <FieldFrame {...field.frame}>
      <PickerLocale afterEdit={picker.afterEdit}>
        <DatePicker
          key={picker.key}
          enableAccessibleFieldDOMStructure={false}
          value={picker.shown}
          disabled={field.disabled}
          dayOfWeekFormatter={weekdayName}
          {...(isMonthPicker
            ? { views: ['year', 'month'] as const, openTo: 'month' as const, format: 'LLLL yyyy' }
            : {})}
          {...(from ? { minDate: from } : {})}
          {...(to ? { maxDate: to } : {})}
          onChange={picker.onChange}
          slots={pickerSlotComponents}
          slotProps={{ ...slots, field: { ...slots.field, ...picker.fieldSlot } }}
        />
      </PickerLocale>
    </FieldFrame>
  );
}
