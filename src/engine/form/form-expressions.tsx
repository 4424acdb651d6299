import { type ReactNode, useEffect, useMemo } from 'react';
import type { RaRecord } from 'react-admin';
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form';
import { useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import { companyToday } from '#console/data/company-clock.ts';
import { useSubject } from '#console/data/session/access.ts';
import { ExpressionValuesContext } from '#console/fields/form-context.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { type FailedCheck, findFailedChecks } from '#resources/language/expressions/conditions.ts';
import {
  derivedFields,
  evaluateInitial,
  readonlyFields,
  requiredFields,
} from '#resources/language/expressions/fields.ts';
import type { ExpressionContext } from '#resources/language/expressions/values.ts';
import { formSections } from '#resources/language/form-sections.ts';
import { toId } from '#resources/language/kinds/ids.ts';
import { stateFields } from '#resources/language/moves.ts';
import { getKind } from '#resources/language/payload.ts';
import { rowsShape } from '#resources/language/rows.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { type FieldConditions, FieldConditionsContext } from './field-conditions.ts';
import { type FormValues, formFields, formPayload, storedFieldValue } from './form-values.ts';

/** Expressions in a form. Kept in a lazily loaded module, because most sections have none and the expression engine is large. */

interface FormTarget {
  resource: Resource;
  /** The record as the server sent it; null when creating. */
  record: RaRecord | null;
  /** Id of the person filling in the form. */
  user: unknown;
}

const expressionContext = (user: unknown): ExpressionContext => ({ today: companyToday().date, me: toId(user) });

/** The record that saving the form would produce, by wire name, without computed fields. */
const wireRecord = ({ resource, record }: FormTarget, values: FieldValues) => ({
  ...(record ?? Object.fromEntries(stateFields(resource).map(({ wire, process }) => [wire, process.initialState]))),
  ...formPayload(resource, values, record ? 'edit' : 'create'),
});

/** Names of the computed fields that a form shows. */
const shownComputedFields = (resource: Resource): string[] =>
  formSections(resource)
    .flatMap(({ fields }) => fields)
    .filter((name) => resource.fields[name]?.computed !== undefined);

/** Failed cross-field checks whose field is shown in the form; the server reports the others. */
function failedShownChecks(target: FormTarget, values: FieldValues): FailedCheck[] {
  const { resource, record, user } = target;
  const inputNames = formFields(resource, record ? 'edit' : 'create').map(({ name }) => name);
  const lockedNames = (record && resource.locked) ?? [];
  const shownNames = new Set([...inputNames, ...shownComputedFields(resource), ...lockedNames]);
  const context = expressionContext(user);
  const wire = wireRecord(target, values);
  const { computed } = derivedFields(resource, wire, context);
  return findFailedChecks(resource, { ...wire, ...computed }, context).filter(({ field }) => shownNames.has(field));
}

/** Evaluates field conditions (absent, required, readonly, computed) for the current form values. */
function evaluateConditions(target: FormTarget, values: FieldValues): FieldConditions {
  const { resource, record, user } = target;
  const context = expressionContext(user);
  const wire = wireRecord(target, values);
  const { absent, computed } = derivedFields(resource, wire, context);
  return {
    absent,
    required: requiredFields(resource, { ...wire, ...computed }, context),
    readonly: record ? readonlyFields(resource, record, context) : new Set(),
    computed,
  };
}

/** Values to submit: hidden fields are reset to their initial value, readonly fields keep the stored value. */
export function valuesToSubmit(target: FormTarget, values: FieldValues): FieldValues {
  const { resource, record } = target;
  const { absent, readonly } = evaluateConditions(target, values);
  const result: FieldValues = { ...values };
  for (const { name, field } of formFields(resource, record ? 'edit' : 'create')) {
    if (absent.has(name)) result[name] = getKind(field).initial(field as never);
    else if (record && readonly.has(name)) result[name] = storedFieldValue(name, field, record);
  }
  return result;
}

/** Errors of failed cross-field checks by field; null if there are none. */
export function checkErrors(target: FormTarget, values: FieldValues): Record<string, string> | null {
  const failed = failedShownChecks(target, values).map(({ field, message }) => [field, message]);
  return failed.length ? Object.fromEntries(failed) : null;
}

/** The initial value of a field by its expression; undefined without an expression or a result. */
function initialValue(field: FieldInput, context: ExpressionContext): unknown {
  const wire = evaluateInitial(field, context);
  const { read } = getKind(field);
  return wire === undefined || !read ? wire : read(wire, field as never);
}

/** Initial values of a new record by the definition's expressions. */
export function useComputedInitials(resource: Resource): FormValues {
  const { user } = useSubject();
  const [checked] = useCheckedBuildings();
  const [building = null, ...others] = checked;
  const onlyCheckedBuilding = others.length ? null : building;
  return useMemo(() => {
    const context = { ...expressionContext(user), building: onlyCheckedBuilding };
    const entries = formFields(resource).flatMap(({ name, field }) => {
      const initial = initialValue(field, context);
      return initial === undefined ? [] : [[name, initial]];
    });
    return Object.fromEntries(entries);
  }, [resource, user, onlyCheckedBuilding]);
}

/** Clears the error of a cross-field check as soon as the values satisfy it. */
function useClearSatisfiedChecks(target: FormTarget, values: FieldValues): void {
  const { clearErrors, getFieldState } = useFormContext();
  useEffect(() => {
    const { checks = [] } = target.resource;
    if (!checks.length) return;
    const failing = new Set(failedShownChecks(target, values).map(({ field }) => field));
    for (const { field, message } of checks) {
      if (!failing.has(field) && getFieldState(field).error?.message === message) clearErrors(field);
    }
  });
}

/** Initial values of a new row's cells by expressions of the columns, keyed by the wire name of the rows field. */
function initialCells(resource: Resource, context: ExpressionContext): Record<string, FormValues> {
  const entries = Object.entries(resource.fields).flatMap(([name, field]) => {
    const cells = Object.entries(rowsShape(field)?.columns ?? {}).flatMap(([cell, column]) => {
      const initial = initialValue(column, context);
      return initial === undefined ? [] : [[cell, initial] as const];
    });
    return cells.length ? [[wireName(name, field), Object.fromEntries(cells)] as const] : [];
  });
  return Object.fromEntries(entries);
}

const joinNames = (names: ReadonlySet<string>): string => [...names].join();

/** Provides field conditions and computed values, evaluated on the current values, to the fields of a form. */
export function FormExpressions({ children, ...target }: FormTarget & { children: ReactNode }) {
  const values = useWatch();
  useClearSatisfiedChecks(target, values);
  const current = evaluateConditions(target, values);
  const names = [current.absent, current.required, current.readonly].map(joinNames).join(';');
  const key = `${names};${JSON.stringify(current.computed)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes exactly when the content of `current` does
  const memoisedConditions = useMemo(() => current, [key]);
  const { resource, user } = target;
  const { today, me } = expressionContext(user);
  const newCells = useMemo(() => initialCells(resource, { today, me }), [resource, today, me]);
  const { computed } = memoisedConditions;
  const expressionValues = useMemo(() => ({ computed, newCells }), [computed, newCells]);
  return (
    <FieldConditionsContext value={memoisedConditions}>
      <ExpressionValuesContext value={expressionValues}>{children}</ExpressionValuesContext>
    </FieldConditionsContext>
  );
}
