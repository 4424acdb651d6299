import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';
import { CellLink } from '../parts/cell-link.tsx';

/** An address that mail can be written to. */
export default function EmailCell({ value }: CellProps<'email'>) {
  const translate = useTranslate();
  if (typeof value !== 'string' || value === '') return translate('engine.list.nothing');
  return <CellLink target={{ href: `mailto:${encodeURIComponent(value).replace('%40', '@')}` }}>{value}</CellLink>;
}
