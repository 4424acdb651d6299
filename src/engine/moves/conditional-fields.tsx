import type { RaRecord } from 'react-admin';
import { type FieldValues, useWatch } from 'react-hook-form';
import { companyToday } from '#console/data/company-clock.ts';
import { useSubject } from '#console/data/session/access.ts';
import { requiredField } from '#console/fields/field-rule.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { derivedFields, requiredFields } from '#resources/language/expressions/fields.ts';
import { idOf } from '#resources/language/kinds/ids.ts';
import type { AskedField } from '#resources/language/moves.ts';
import { SuspendingInput } from '../field-part.tsx';
import { movePayload } from './move-payload.ts';

/** Fields of a move's dialog in a section whose fields have conditions. Apart from it: the language of expressions is large. */

interface Asking {
  resource: Resource;
  record: RaRecord;
  fields: readonly AskedField[];
  /** Id of the person who moves the record. */
  user: unknown;
}

/** The fields that are asked for by the present values of the dialog, each required or not by these values. */
export function fieldsAsked({ resource, record, fields, user }: Asking, values: FieldValues): AskedField[] {
  const moment = { today: companyToday().date, me: idOf(user) };
  const wire = { ...record, ...movePayload(fields, values) };
  const { absent, computed } = derivedFields(resource, wire, moment);
  const required = requiredFields(resource, { ...wire, ...computed }, moment);
  return fields
    .filter(({ name }) => !absent.has(name))
    .map((asked) => (required.has(asked.name) ? { ...asked, field: requiredField(asked.field) } : asked));
}

/** The inputs of the fields that are asked for by the values typed so far. */
export default function ConditionalFields(asking: Omit<Asking, 'user'>) {
  const values = useWatch();
  const { user } = useSubject();
  return fieldsAsked({ ...asking, user }, values).map(({ name, field }) => (
    <SuspendingInput key={name} resource={asking.resource} name={name} field={field} />
  ));
}
