import { TimePicker } from '@mui/x-date-pickers/TimePicker';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { InputProps } from '../field-props.ts';
import { PickerTexts, pickerParts, pickerSlots, usePicker } from '../parts/picker.tsx';
import { useField } from '../use-field.ts';

const padTwo = (number: number) => String(number).padStart(2, '0');

/** A wire `HH:MM` as a Date on a fixed day; null if empty or malformed. */
function toClock(wire: unknown): Date | null {
  const [, hour, minute] = (typeof wire === 'string' && /^(\d{2}):(\d{2})$/.exec(wire)) || [];
  return hour === undefined ? null : new Date(2026, 0, 1, Number(hour), Number(minute));
}

const fromClock = (date: Date): string => `${padTwo(date.getHours())}:${padTwo(date.getMinutes())}`;

/** A time of day, typed or picked. */
export default function TimeInput(props: InputProps<'time'>) {
  const field = useField<string | null>(props);
  const picker = usePicker(field.value, field.set, toClock, fromClock);
  const slots = pickerSlots(field);
  return (
    <FieldFrame {...field.frame}>
      <PickerTexts afterEdit={picker.afterEdit}>
        <TimePicker
          key={picker.key}
          enableAccessibleFieldDOMStructure={false}
          ampm={false}
          value={picker.shown}
          disabled={field.disabled}
          onChange={picker.onChange}
          slots={pickerParts}
          slotProps={{ ...slots, field: { ...slots.field, ...picker.fieldSlot } }}
        />
      </PickerTexts>
    </FieldFrame>
  );
}
