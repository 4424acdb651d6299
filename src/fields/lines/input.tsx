import { useTranslate } from 'react-admin';
import type { InputProps } from '../field-props.ts';
import { TextBox } from '../parts/text-box.tsx';
import { useField } from '../use-field.ts';

/** Input of several short texts, one per line of a text box. */
export default function LinesInput(props: InputProps<'lines'>) {
  const field = useField<readonly string[] | null>(props);
  const translate = useTranslate();
  return (
    <TextBox
      field={field}
      text={(field.value ?? []).join('\n')}
      onText={(text) => field.onChange(text === '' ? [] : text.split('\n'))}
      lines={4}
      placeholder={translate('engine.fields.lineByLine')}
    />
  );
}
