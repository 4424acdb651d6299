import { useEffect } from 'react';
import type { RaRecord } from 'react-admin';
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form';
import { companyToday } from '#console/data/company-clock.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { type FailedCheck, failedChecks } from '#resources/language/expressions/conditions.ts';
import { idOf } from '#resources/language/kinds/ids.ts';
import { formFields, formPayload } from './form-values.ts';

interface Checked {
  resource: Resource;
  /** The record as the server gave it; null when creating. */
  record: RaRecord | null;
  /** Id of the person who fills the form in. */
  user: unknown;
}

/** Rules over several fields that a form does not keep, of those that it can show: the server asks for the others. */
function failedOf({ resource, record, user }: Checked, values: FieldValues): FailedCheck[] {
  const use = record ? 'edit' : 'create';
  const shown = new Set(formFields(resource, use).map(({ name }) => name));
  const wire = { ...record, ...formPayload(resource, values, use) };
  return failedChecks(resource, wire, { today: companyToday().date, me: idOf(user) }).filter(({ field }) =>
    shown.has(field),
  );
}

/** What stands at the fields of a form that is sent although it does not keep a rule over several fields; null where it keeps all. */
export function checkErrors(checked: Checked, values: FieldValues): Record<string, string> | null {
  const failed = failedOf(checked, values).map(({ field, message }) => [field, message]);
  return failed.length ? Object.fromEntries(failed) : null;
}

/** Takes the sentence of such a rule away as soon as the fields keep it, whichever of them was changed. */
export default function RecordChecks(checked: Checked): null {
  const { control, clearErrors, getFieldState } = useFormContext();
  const values = useWatch({ control });
  useEffect(() => {
    const failing = new Set(failedOf(checked, values).map(({ field }) => field));
    for (const { field, message } of checked.resource.checks ?? []) {
      if (!failing.has(field) && getFieldState(field).error?.message === message) clearErrors(field);
    }
  });
  return null;
}
