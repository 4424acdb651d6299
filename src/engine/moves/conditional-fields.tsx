import type { RaRecord } from 'react-admin';
import { type FieldValues, useWatch } from 'react-hook-form';
import { companyToday } from '#console/data/company-clock.ts';
import { useSubject } from '#console/data/session/access.ts';
import { requiredField } from '#console/fields/field-rule.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { derivedFields, requiredFields } from '#resources/language/expressions/fields.ts';
import { toId } from '#resources/language/kinds/ids.ts';
import type { AskedField } from '#resources/language/moves.ts';
import { SuspendingInput } from '../field-part.tsx';
import { movePayload } from './move-payload.ts';

/**
 * Fields of a move's dialog in a section whose fields have conditions. Loaded separately, because the expression engine is large.
 */

interface MoveForm {
  resource: Resource;
  record: RaRecord;
  fields: readonly AskedField[];
  /** Id of the person who moves the record. */
  user: unknown;
}

/** Fields visible for the current values of the dialog, each required or not according to these values. */
export function visibleMoveFields({ resource, record, fields, user }: MoveForm, values: FieldValues): AskedField[] {
  const context = { today: companyToday().date, me: toId(user) };
  const wire = { ...record, ...movePayload(fields, values) };
  const { absent, computed } = derivedFields(resource, wire, context);
  const required = requiredFields(resource, { ...wire, ...computed }, context);
  return fields
    .filter(({ name }) => !absent.has(name))
    .map((askedField) =>
      required.has(askedField.name) ? { ...askedField, field: requiredField(askedField.field) } : askedField,
    );
}

/** Inputs of the fields that are visible for the values typed so far. */
export default function ConditionalFields(moveForm: Omit<MoveForm, 'user'>) {
  const values = useWatch();
  const { user } = useSubject();
  return visibleMoveFields({ ...moveForm, user }, values).map(({ name, field }) => (
    <SuspendingInput key={name} resource={moveForm.resource} name={name} field={field} />
  ));
}
