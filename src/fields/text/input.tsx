import { normalise } from '#resources/language/kinds/text-form.ts';
import type { InputProps } from '../field-props.ts';
import { TextBox } from '../parts/text-box.tsx';
import { useField } from '../use-field.ts';

/** One line of text; one that is left gets the form that it is kept in. */
export default function TextInput(props: InputProps<'text'>) {
  const field = useField<string | null>(props);
  const leave = () => {
    const written = normalise(field.value ?? '', props.field);
    if (written !== (field.value ?? '')) field.set(written);
    field.leave();
  };
  return <TextBox field={{ ...field, leave }} text={field.value ?? ''} onText={field.set} max={props.field.max} />;
}
