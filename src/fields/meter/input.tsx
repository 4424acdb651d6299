import type { InputProps } from '../field-props.ts';
import { useField } from '../use-field.ts';
import { MeterBox } from './meter-box.tsx';

/** Input of one meter's reading. */
export default function MeterInput(props: InputProps<'meter'>) {
  const field = useField<string | null>(props);
  return (
    <MeterBox
      id={field.id}
      meter={props.field.meter}
      name={props.label}
      value={field.value}
      onValue={field.onChange}
      onLeave={field.onBlur}
      error={field.error}
      disabled={field.disabled}
    />
  );
}
