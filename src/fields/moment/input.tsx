import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { InputProps } from '../field-props.ts';
import MomentPicker from '../parts/moment-picker.tsx';
import { useField } from '../use-field.ts';

/** Input of a date with time. */
export default function MomentInput(props: InputProps<'moment'>) {
  const field = useField<string | null>(props);
  return (
    <FieldFrame {...field.frame}>
      <MomentPicker
        id={field.id}
        value={field.value}
        onValue={field.onChange}
        onLeave={field.onBlur}
        aria={field.aria}
      />
    </FieldFrame>
  );
}
