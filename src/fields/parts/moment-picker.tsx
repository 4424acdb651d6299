import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import type { FieldControl } from '../use-field.ts';
import { weekdayName } from './day-picker.tsx';
import { PickerLocale, pickerSlotComponents, usePicker } from './picker.tsx';

function read(value: string | null): Date | null {
  const date = value === null ? null : new Date(value);
  return date && Number.isNaN(date.getTime()) ? null : date;
}

/**
 * Localised date and time picker with a text box, in the browser's time zone.
 * @param value ISO date; null for none; `UNFINISHED` while partly typed
 * @param onValue receives null only once the whole box is empty
 * @param aria attributes of the field in its form
 */
export default function MomentPicker({
  id,
  label,
  value,
  onValue,
  onLeave,
  aria,
  autoFocus = false,
}: {
  id?: string;
  /** Accessible name, if there is no visible label. */
  label?: string;
  value: string | null;
  onValue: (at: string | null) => void;
  onLeave?: () => void;
  aria?: FieldControl['aria'];
  autoFocus?: boolean;
}) {
  const picker = usePicker(value, onValue, read, (date) => date.toISOString());
  return (
    <PickerLocale afterEdit={picker.afterEdit}>
      <DateTimePicker
        key={picker.key}
        enableAccessibleFieldDOMStructure={false}
        ampm={false}
        dayOfWeekFormatter={weekdayName}
        value={picker.shown}
        autoFocus={autoFocus}
        onChange={picker.onChange}
        slots={pickerSlotComponents}
        slotProps={{
          textField: {
            ...(id ? { id } : {}),
            hiddenLabel: true,
            fullWidth: true,
            ...(aria?.['aria-invalid'] ? { error: true } : {}),
            ...(onLeave ? { onBlur: onLeave } : {}),
            inputProps: { ...aria, ...(label ? { 'aria-label': label } : {}) },
          },
          field: { clearable: true, ...picker.fieldSlot },
        }}
      />
    </PickerLocale>
  );
}
