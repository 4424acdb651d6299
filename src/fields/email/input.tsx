import type { InputProps } from '../field-props.ts';
import { TextBox } from '../parts/text-box.tsx';
import { useField } from '../use-field.ts';

/** Input of an e-mail address. */
export default function EmailInput(props: InputProps<'email'>) {
  const field = useField<string | null>(props);
  return <TextBox field={field} text={field.value ?? ''} onText={field.onChange} mode="email" />;
}
