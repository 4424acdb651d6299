import { useTranslate } from 'react-admin';
import type { FullProps, InputProps } from '../field-props.ts';
import { TextBox } from '../parts/text-box.tsx';
import { useField } from '../use-field.ts';

/** Multi-line text input with a character counter. */
export default function LongTextInput(props: InputProps<'long-text'>) {
  const field = useField<string | null>(props);
  const translate = useTranslate();
  const { min, max } = props.field;
  const bounds = min && max ? translate('engine.fields.fromTo', { min, max }) : undefined;
  return (
    <TextBox field={field} text={field.value ?? ''} onText={field.onChange} max={max} lines={3} placeholder={bounds} />
  );
}

/** The full text. */
export function FullLongText({ value }: FullProps<'long-text'>) {
  const translate = useTranslate();
  return typeof value === 'string' && value.trim() ? value.trim() : translate('engine.list.nothing');
}
