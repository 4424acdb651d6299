import { useTranslate } from 'react-admin';
import { idOf } from '#resources/language/kinds/ids.ts';
import type { FullProps } from '../field-props.ts';
import { useOnePointed } from './look-up.ts';

/** A record of another section by its name. */
export default function FullReference({ value, field, source, resource, records }: FullProps<'reference'>) {
  const translate = useTranslate();
  const wire = field.wire ?? source;
  const id = idOf(value);
  const told = records.map((record) => record[wire] as { label?: unknown } | null).find((one) => idOf(one) === id);
  const known = typeof told?.label === 'string' ? told.label : null;
  const found = useOnePointed({ resource, wire }, known === null ? id : null);
  if (id === null) return translate('engine.list.nothing');
  return known ?? found?.label ?? translate('engine.fields.unknownRecord', { id });
}
