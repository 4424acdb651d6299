import { useTranslate } from 'react-admin';
import type { FullProps, InputProps } from '../field-props.ts';
import { TextBox } from '../parts/text-box.tsx';
import { useField } from '../use-field.ts';

/** An http(s) address. */
export default function LinkInput(props: InputProps<'link'>) {
  const field = useField<string | null>(props);
  return <TextBox field={field} text={field.value ?? ''} onText={field.set} mode="url" placeholder="https://" />;
}

/** An address as text: here it is chosen, not opened. */
export function FullLink({ value }: FullProps<'link'>) {
  const translate = useTranslate();
  return typeof value === 'string' && value.trim() ? value.trim() : translate('engine.list.nothing');
}
