import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';
import { CellLink } from '../parts/cell-link.tsx';

/** An e-mail address as a `mailto:` link. */
export default function EmailCell({ value }: CellProps<'email'>) {
  const translate = useTranslate();
  if (typeof value !== 'string' || value === '') return translate('engine.list.nothing');
  return <CellLink target={{ href: `mailto:${encodeURIComponent(value).replace('%40', '@')}` }}>{value}</CellLink>;
}
