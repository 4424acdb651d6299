import { TimePicker } from '@mui/x-date-pickers/TimePicker';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { InputProps } from '../field-props.ts';
import { PickerLocale, pickerSlotComponents, pickerSlotProps, usePicker } from '../parts/picker.tsx';
import { useField } from '../use-field.ts';

const padTwo = (number: number) => String(number).padStart(2, '0');

/** Parses a wire time `HH:MM` to a date on a fixed day; null if empty or malformed. */
function toClock(wire: unknown): Date | null {
  const [, hour, minute] = (typeof wire === 'string' && /^(\d{2}):(\d{2})$/.exec(wire)) || [];
  return hour === undefined ? null : new Date(2026, 0, 1, Number(hour), Number(minute));
}

const fromClock = (date: Date): string => `${padTwo(date.getHours())}:${padTwo(date.getMinutes())}`;

/** Input of a time of day. */
export default function TimeInput(props: InputProps<'time'>) {
  const field = useField<string | null>(props);
  const picker = usePicker(field.value, field.onChange, toClock, fromClock);
  const slots = pickerSlotProps(field);
  return (
    <FieldFrame {...field.frame}>
      <PickerLocale afterEdit={picker.afterEdit}>
        <TimePicker
          key={picker.key}
          enableAccessibleFieldDOMStructure={false}
          ampm={false}
          value={picker.shown}
          disabled={field.disabled}
          onChange={picker.onChange}
          slots={pickerSlotComponents}
          slotProps={{ ...slots, field: { ...slots.field, ...picker.fieldSlot } }}
        />
      </PickerLocale>
    </FieldFrame>
  );
}
