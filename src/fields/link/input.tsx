import { useTranslate } from 'react-admin';
import type { FullProps, InputProps } from '../field-props.ts';
import { TextBox } from '../parts/text-box.tsx';
import { useField } from '../use-field.ts';

/** Input of an http(s) URL. */
export default function LinkInput(props: InputProps<'link'>) {
  const field = useField<string | null>(props);
  return <TextBox field={field} text={field.value ?? ''} onText={field.onChange} mode="url" placeholder="https://" />;
}

/** A URL as text in a comparison, where it is selected rather than opened. */
export function FullLink({ value }: FullProps<'link'>) {
  const translate = useTranslate();
  return typeof value === 'string' && value.trim() ? value.trim() : translate('engine.list.nothing');
}
