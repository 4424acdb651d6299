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
  /** Id of the person filling the form in. */
  user: unknown;
}

/** The broken rules over several fields among the shown ones; the server checks the others. */
function findFailedChecks({ resource, record, user }: Checked, values: FieldValues): FailedCheck[] {
  const use = record ? 'edit' : 'create';
  const shownNames = new Set(formFields(resource, use).map(({ name }) => name));
  const wire = { ...record, ...formPayload(resource, values, use) };
  return failedChecks(resource, wire, { today: companyToday().date, me: idOf(user) }).filter(({ field }) =>
    shownNames.has(field),
  );
}

/** Errors of the fields of a form that breaks rules over several fields, by field; null where it keeps all of them. */
export function checkErrors(checked: Checked, values: FieldValues): Record<string, string> | null {
  const failed = findFailedChecks(checked, values).map(({ field, message }) => [field, message]);
  return failed.length ? Object.fromEntries(failed) : null;
}

/** Clears the error of a rule over several fields as soon as the values keep it. */
export default function RecordChecks(checked: Checked): null {
  const { control, clearErrors, getFieldState } = useFormContext();
  const values = useWatch({ control });
  useEffect(() => {
    const failing = new Set(findFailedChecks(checked, values).map(({ field }) => field));
    for (const { field, message } of checked.resource.checks ?? []) {
      if (!failing.has(field) && getFieldState(field).error?.message === message) clearErrors(field);
    }
  });
  return null;
}
