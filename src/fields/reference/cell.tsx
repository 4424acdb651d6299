import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { idOf } from '#resources/language/kinds/ids.ts';
import type { CellProps } from '../field-props.ts';
import { useRecordAddress } from '../known-definitions.ts';

/** A record of another section as a link to it; one that is gone or closed is only its number. */
export default function ReferenceCell({ value, field }: CellProps<'reference'>) {
  const translate = useTranslate();
  const address = useRecordAddress(field.to);
  const id = idOf(value);
  if (id === null) return translate('engine.list.nothing');
  const label = typeof value === 'object' && value !== null && 'label' in value ? value.label : null;
  if (typeof label !== 'string') return translate('engine.fields.unknownRecord', { id });
  if (!address) return label;
  return (
    <Link to={address(id)} onClick={(event) => event.stopPropagation()}>
      {label}
    </Link>
  );
}
