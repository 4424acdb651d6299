import type { InputProps } from '../field-props.ts';
import { TextBox } from '../parts/text-box.tsx';
import { useField } from '../use-field.ts';

/** One line of text. */
export default function TextInput(props: InputProps<'text'>) {
  const field = useField<string | null>(props);
  return <TextBox field={field} text={field.value ?? ''} onText={field.set} max={props.field.max} />;
}
