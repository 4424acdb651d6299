import { useTranslate } from 'react-admin';
import type { FullProps } from '../field-props.ts';

/** The whole of a text. */
export default function FullLongText({ value }: FullProps<'long-text'>) {
  const translate = useTranslate();
  return typeof value === 'string' && value.trim() ? value.trim() : translate('engine.list.nothing');
}
