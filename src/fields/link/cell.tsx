import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';
import { CellLink } from '../parts/cell-link.tsx';

/** A URL as a link; anything but http(s) is shown as text. */
export default function LinkCell({ value }: CellProps<'link'>) {
  const translate = useTranslate();
  if (typeof value !== 'string' || value === '') return translate('engine.list.nothing');
  if (!/^https?:\/\//i.test(value)) return value;
  return <CellLink target={{ href: value, isNewTab: true }}>{value.replace(/^https?:\/\//i, '')}</CellLink>;
}
