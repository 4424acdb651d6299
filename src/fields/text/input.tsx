import { normalizeText } from '#resources/language/kinds/text-form.ts';
import type { InputProps } from '../field-props.ts';
import { TextBox } from '../parts/text-box.tsx';
import { useField } from '../use-field.ts';

/** Single-line text input; normalised on blur. */
export default function TextInput(props: InputProps<'text'>) {
  const field = useField<string | null>(props);
  const onBlur = () => {
    const normalized = normalizeText(field.value ?? '', props.field);
    if (normalized !== (field.value ?? '')) field.onChange(normalized);
    field.onBlur();
  };
  return (
    <TextBox field={{ ...field, onBlur }} text={field.value ?? ''} onText={field.onChange} max={props.field.max} />
  );
}
