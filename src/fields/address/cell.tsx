import { useTranslate } from 'react-admin';
import { Address } from '../building/address.tsx';
import type { CellProps } from '../field-props.ts';

/** The address a record carries, its number as a plate. */
export default function AddressCell({ value }: CellProps<'address'>) {
  const translate = useTranslate();
  const { street, number } = (value ?? {}) as { street?: string; number?: string };
  if (!number) return translate('engine.list.nothing');
  return <Address building={{ street: street ?? '', number }} aligned />;
}
