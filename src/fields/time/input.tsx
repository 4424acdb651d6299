import { TimePicker } from '@mui/x-date-pickers/TimePicker';
import { useState } from 'react';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { InputProps } from '../field-props.ts';
import { PickerTexts, pickerSlots } from '../parts/picker.tsx';
import { useField } from '../use-field.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** A wire time as one of any day; null for none. */
function toClock(wire: unknown): Date | null {
  const [, hour, minute] = (typeof wire === 'string' && /^(\d{2}):(\d{2})$/.exec(wire)) || [];
  return hour === undefined ? null : new Date(2026, 0, 1, Number(hour), Number(minute));
}

/** The wire time of a picked one; the text `unfinished` for what was typed in part, which no rule lets pass. */
function fromClock(date: Date | null): string | null {
  if (!date) return null;
  return Number.isNaN(date.getTime()) ? 'unfinished' : `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A time of day, typed or picked. */
export default function TimeInput(props: InputProps<'time'>) {
  const field = useField<string | null>(props);
  // What was typed in part is kept here: the form only knows that it is no time yet.
  const [held, setHeld] = useState<Date | null>(() => toClock(field.value));
  const value = toClock(field.value);
  const shown = value && fromClock(value) !== fromClock(held) ? value : held;
  return (
    <FieldFrame {...field.frame}>
      <PickerTexts>
        <TimePicker
          enableAccessibleFieldDOMStructure={false}
          ampm={false}
          value={shown}
          disabled={field.disabled}
          onChange={(date) => {
            setHeld(date);
            field.set(fromClock(date));
          }}
          slotProps={pickerSlots(field)}
        />
      </PickerTexts>
    </FieldFrame>
  );
}
