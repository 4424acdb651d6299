import type { RaRecord } from 'react-admin';
import type { FullProps } from '#console/fields/field-props.ts';
import { wireValue } from '#console/fields/field-rule.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { asSent } from '#resources/language/wire-keys.ts';
import { FieldCell, FullPart } from '../field-part.tsx';

type Props = Omit<FullProps, 'field' | 'source' | 'resource'> & { resource: Resource; name: string; field: FieldInput };

/** A value of a form in full: as its kind draws it beside another one, else as its cell does. */
export function FullValue({ resource, name, field, records, ...sides }: Props) {
  const own: RaRecord = { id: 0, ...records[0], ...asSent(name, field, wireValue(field, sides.value)) };
  return (
    <FullPart
      {...sides}
      resource={resource}
      name={name}
      field={field}
      records={records}
      fallback={<FieldCell resource={resource} name={name} field={field} record={own} />}
    />
  );
}
