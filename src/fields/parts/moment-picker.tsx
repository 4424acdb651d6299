import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import type { FieldShell } from '../use-field.ts';
import { weekdayName } from './day-picker.tsx';
import { PickerTexts, pickerParts, usePicker } from './picker.tsx';

function read(value: string | null): Date | null {
  const date = value === null ? null : new Date(value);
  return date && Number.isNaN(date.getTime()) ? null : date;
}

/**
 * A day with its time, typed or picked, in Russian, by this clock.
 * @param value ISO; null for none; `UNFINISHED` for one that was typed in part
 * @param onValue not given null before the whole box is empty
 * @param aria of the field in its form
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
  /** For a screen reader, where no label stands beside it. */
  label?: string;
  value: string | null;
  onValue: (at: string | null) => void;
  onLeave?: () => void;
  aria?: FieldShell['aria'];
  autoFocus?: boolean;
}) {
  const picker = usePicker(value, onValue, read, (date) => date.toISOString());
  return (
    <PickerTexts afterEdit={picker.afterEdit}>
      <DateTimePicker
        key={picker.key}
        enableAccessibleFieldDOMStructure={false}
        ampm={false}
        dayOfWeekFormatter={weekdayName}
        value={picker.shown}
        autoFocus={autoFocus}
        onChange={picker.onChange}
        slots={pickerParts}
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
    </PickerTexts>
  );
}
