import { useTranslate } from 'react-admin';
import { toId } from '#resources/language/kinds/ids.ts';
import type { CellProps } from '../field-props.ts';

/** A unit by the label embedded in the record, else by its id. */
export default function UnitCell({ value }: CellProps<'unit'>) {
  const translate = useTranslate();
  if (value == null) return translate('engine.list.nothing');
  const label = typeof value === 'object' ? (value as { label?: unknown }).label : null;
  return typeof label === 'string' ? label : translate('engine.fields.unit', { id: String(toId(value)) });
}
