import { useTranslate } from 'react-admin';
import type { FullProps } from '../field-props.ts';

/** An address as text: here it is chosen, not opened. */
export default function FullLink({ value }: FullProps<'link'>) {
  const translate = useTranslate();
  return typeof value === 'string' && value.trim() ? value.trim() : translate('engine.list.nothing');
}
