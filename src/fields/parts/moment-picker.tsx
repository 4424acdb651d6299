import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import { useState } from 'react';
import { weekdayName } from './day-picker.tsx';
import { PickerTexts } from './picker.tsx';

const isMoment = (date: Date | null) => date === null || !Number.isNaN(date.getTime());

/**
 * A day with its time, typed or picked, in Russian, by this clock.
 * @param value ISO; null for none
 * @param onValue not called while what is typed is no moment yet
 */
export default function MomentPicker({
  id,
  label,
  value,
  onValue,
  onLeave,
  autoFocus = false,
}: {
  id?: string;
  /** For a screen reader, where no label stands beside it. */
  label?: string;
  value: string | null;
  onValue: (at: string | null) => void;
  onLeave?: () => void;
  autoFocus?: boolean;
}) {
  // What was typed in part is kept here.
  const [held, setHeld] = useState<Date | null>(() => (value ? new Date(value) : null));
  return (
    <PickerTexts>
      <DateTimePicker
        enableAccessibleFieldDOMStructure={false}
        ampm={false}
        dayOfWeekFormatter={weekdayName}
        value={held}
        autoFocus={autoFocus}
        onChange={(date) => {
          setHeld(date);
          if (isMoment(date)) onValue(date?.toISOString() ?? null);
        }}
        slotProps={{
          textField: {
            ...(id ? { id } : {}),
            hiddenLabel: true,
            fullWidth: true,
            ...(onLeave ? { onBlur: onLeave } : {}),
            inputProps: label ? { 'aria-label': label } : {},
          },
          field: { clearable: true },
        }}
      />
    </PickerTexts>
  );
}
