import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';

/** «Да» or «Нет». */
export default function CheckboxCell({ value }: CellProps<'checkbox'>) {
  const translate = useTranslate();
  return translate(value ? 'engine.fields.yes' : 'engine.fields.no');
}
