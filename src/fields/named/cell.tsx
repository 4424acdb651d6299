import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';

/** How what the record refers to is called. */
export default function NamedCell({ value, field }: CellProps<'named'>) {
  const translate = useTranslate();
  const { label, name } = (value ?? {}) as { label?: string; name?: string };
  const none = field.none ? translate(field.none, { _: field.none }) : translate('engine.list.nothing');
  return label ?? name ?? none;
}
