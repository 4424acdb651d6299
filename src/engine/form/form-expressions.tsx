import { type ReactNode, useEffect, useMemo } from 'react';
import type { RaRecord } from 'react-admin';
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form';
import { useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import { companyToday } from '#console/data/company-clock.ts';
import { useSubject } from '#console/data/session/access.ts';
import { ExpressionValuesContext } from '#console/fields/form-context.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { type FailedCheck, failedChecks } from '#resources/language/expressions/conditions.ts';
import { derivedFields, initialWire, readonlyFields, requiredFields } from '#resources/language/expressions/fields.ts';
import type { ExpressionContext } from '#resources/language/expressions/values.ts';
import { formSections } from '#resources/language/form-sections.ts';
import { idOf } from '#resources/language/kinds/ids.ts';
import { stateFields } from '#resources/language/moves.ts';
import { kindOf } from '#resources/language/payload.ts';
import { rowsShape } from '#resources/language/rows.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { type FieldConditions, FieldConditionsContext } from './field-conditions.ts';
import { type FormValues, formFields, formPayload, heldBy } from './form-values.ts';

/** Expressions in a form. In a file of their own: most sections have none, and the language of expressions is large. */

interface Subject {
  resource: Resource;
  /** The record as the server gave it; null when creating. */
  record: RaRecord | null;
  /** Id of the person filling the form in. */
  user: unknown;
}

const momentOf = (user: unknown): ExpressionContext => ({ today: companyToday().date, me: idOf(user) });

/** The record as a form would leave it, by names on the wire, before anything is computed. */
const wireRecord = ({ resource, record }: Subject, values: FieldValues) => ({
  ...(record ?? Object.fromEntries(stateFields(resource).map(({ wire, process }) => [wire, process.first]))),
  ...formPayload(resource, values, record ? 'edit' : 'create'),
});

/** Names of the computed fields that a form shows. */
const shownComputed = (resource: Resource): string[] =>
  formSections(resource)
    .flatMap(({ fields }) => fields)
    .filter((name) => resource.fields[name]?.computed !== undefined);

/** The rules over several fields that a form breaks, of those whose field it shows; the server checks the others. */
function failures(subject: Subject, values: FieldValues): FailedCheck[] {
  const { resource, record, user } = subject;
  const inputNames = formFields(resource, record ? 'edit' : 'create').map(({ name }) => name);
  const lockedNames = (record && resource.locked) ?? [];
  const shownNames = new Set([...inputNames, ...shownComputed(resource), ...lockedNames]);
  const moment = momentOf(user);
  const wire = wireRecord(subject, values);
  const { computed } = derivedFields(resource, wire, moment);
  return failedChecks(resource, { ...wire, ...computed }, moment).filter(({ field }) => shownNames.has(field));
}

/** The conditions of the fields of a form, by its values. */
function conditions(subject: Subject, values: FieldValues): FieldConditions {
  const { resource, record, user } = subject;
  const moment = momentOf(user);
  const wire = wireRecord(subject, values);
  const { absent, computed } = derivedFields(resource, wire, moment);
  return {
    absent,
    required: requiredFields(resource, { ...wire, ...computed }, moment),
    readonly: record ? readonlyFields(resource, record, moment) : new Set(),
    computed,
  };
}

/** The values that a form sends: fields that are not asked for are empty, locked ones are as they were. */
export function sentValues(subject: Subject, values: FieldValues): FieldValues {
  const { resource, record } = subject;
  const { absent, readonly } = conditions(subject, values);
  const result: FieldValues = { ...values };
  for (const { name, field } of formFields(resource, record ? 'edit' : 'create')) {
    if (absent.has(name)) result[name] = kindOf(field).initial(field as never);
    else if (record && readonly.has(name)) result[name] = heldBy(name, field, record);
  }
  return result;
}

/** Errors of the fields of a form that breaks rules over several fields, by field; null where it keeps all of them. */
export function checkErrors(subject: Subject, values: FieldValues): Record<string, string> | null {
  const failed = failures(subject, values).map(({ field, message }) => [field, message]);
  return failed.length ? Object.fromEntries(failed) : null;
}

/** The initial value of a field by its expression; undefined without one, or where it gives nothing. */
function initialValue(field: FieldInput, moment: ExpressionContext): unknown {
  const wire = initialWire(field, moment);
  const { read } = kindOf(field);
  return wire === undefined || !read ? wire : read(wire, field as never);
}

/** Initial values of a new record by expressions of the definition. */
export function useComputedInitials(resource: Resource): FormValues {
  const { user } = useSubject();
  const [checked] = useCheckedBuildings();
  const [building = null, ...others] = checked;
  const only = others.length ? null : building;
  return useMemo(() => {
    const moment = { ...momentOf(user), building: only };
    const entries = formFields(resource).flatMap(({ name, field }) => {
      const initial = initialValue(field, moment);
      return initial === undefined ? [] : [[name, initial]];
    });
    return Object.fromEntries(entries);
  }, [resource, user, only]);
}

/** Clears the error of a rule over several fields as soon as the values keep it. */
function useClearedChecks(subject: Subject, values: FieldValues): void {
  const { clearErrors, getFieldState } = useFormContext();
  useEffect(() => {
    const { checks = [] } = subject.resource;
    if (!checks.length) return;
    const failing = new Set(failures(subject, values).map(({ field }) => field));
    for (const { field, message } of checks) {
      if (!failing.has(field) && getFieldState(field).error?.message === message) clearErrors(field);
    }
  });
}

/** Initial values of the cells of a new row by expressions of the columns, by wire names of the fields. */
function initialCells(resource: Resource, moment: ExpressionContext): Record<string, FormValues> {
  const entries = Object.entries(resource.fields).flatMap(([name, field]) => {
    const cells = Object.entries(rowsShape(field)?.columns ?? {}).flatMap(([cell, column]) => {
      const initial = initialValue(column, moment);
      return initial === undefined ? [] : [[cell, initial] as const];
    });
    return cells.length ? [[wireName(name, field), Object.fromEntries(cells)] as const] : [];
  });
  return Object.fromEntries(entries);
}

const list = (names: ReadonlySet<string>): string => [...names].join();

/** Put around the fields of a form: tells them, by the values typed so far, which are asked for, required and open to change, and gives computed values. */
export function FormExpressions({ children, ...subject }: Subject & { children: ReactNode }) {
  const values = useWatch();
  useClearedChecks(subject, values);
  const current = conditions(subject, values);
  const names = [current.absent, current.required, current.readonly].map(list).join(';');
  const key = `${names};${JSON.stringify(current.computed)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are the same as long as their names and values are.
  const shared = useMemo(() => current, [key]);
  const { resource, user } = subject;
  const { today, me } = momentOf(user);
  const newCells = useMemo(() => initialCells(resource, { today, me }), [resource, today, me]);
  const { computed } = shared;
  const expressionValues = useMemo(() => ({ computed, newCells }), [computed, newCells]);
  return (
    <FieldConditionsContext value={shared}>
      <ExpressionValuesContext value={expressionValues}>{children}</ExpressionValuesContext>
    </FieldConditionsContext>
  );
}
