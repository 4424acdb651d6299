import { useMemo, useState } from 'react';
import { type RaRecord, useNotify, useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { reportFailure, sentences } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { useSubject } from '#console/data/session/access.ts';
import { useIsMounted } from '#console/ui/timing/use-is-mounted.ts';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { ChangedByAnother } from '../../change-record.ts';
import { useFieldLabel } from '../../field-part.tsx';
import type { FormExpressionsModule } from '../../form/form-screen.tsx';
import { formValues, storedFieldValue } from '../../form/form-values.ts';
import { useResource } from '../../resource-context.tsx';
import { type CellField, isSameValue, useSaveCell } from './use-save-cell.ts';

/** A value that could not be saved because another person has changed it too. */
export interface CellConflict {
  value: unknown;
  /** The record as currently stored. */
  newest: RaRecord;
  refusal: RequestError;
}

/** Messages by form field. */
type Errors = Record<string, string>;

/** Also shows errors of other fields at the cell, because the form has no inputs for them. */
function useErrorsAtCell({ resource, name }: CellField) {
  const translate = useTranslate();
  const label = useFieldLabel();
  return (errors: Readonly<Record<string, unknown>>): Errors => {
    const [ownMessage] = sentences(errors[name]);
    const messages = Object.entries(errors).flatMap(([other, texts]) =>
      sentences(texts).map((message) =>
        translate('tables.editing.ofOther', { label: label(resource, other), message }),
      ),
    );
    return { [name]: ownMessage ?? messages.join('\n') };
  };
}

/**
 * Manages the value of a field while it is edited in its cell: validation as in the form, saving, and conflicts with another
 * person's change.
 * @param record the record as shown at the opening; later changes by others do not affect the typed value
 * @param expressions evaluates the definition's expressions; null if it has none
 * @param onSaved called once nothing is left to be saved
 */
export function useEditedValue(
  record: RaRecord,
  name: string,
  expressions: FormExpressionsModule | null,
  onSaved: () => void,
) {
  const resource = useResource();
  const notify = useNotify();
  const { user } = useSubject();
  const cellField = useMemo<CellField>(
    () => ({ resource, name, field: resource.fields[name] as FieldInput }),
    [resource, name],
  );
  const { save, showRecord } = useSaveCell(cellField);
  const errorsAtCell = useErrorsAtCell(cellField);
  /** The version of the record that is changed: the one shown, or another person's after their change was shown. */
  const [basis, setBasis] = useState(record);
  const [conflict, setConflict] = useState<CellConflict | null>(null);
  const [isSettling, setIsSettling] = useState(false);
  const values = useMemo(() => formValues(resource, record), [resource, record]);
  const isMounted = useIsMounted();

  /** @returns errors of the value; nothing if it was saved or is in conflict */
  async function saveValue(basisRecord: RaRecord, value: unknown): Promise<Errors | undefined> {
    try {
      await save(basisRecord, value);
    } catch (error) {
      if (error instanceof ChangedByAnother) {
        const { newest, refusal } = error;
        showRecord(newest);
        if (!isSameValue(cellField, storedFieldValue(name, cellField.field, newest), value)) {
          setConflict({ value, newest, refusal });
          return undefined;
        }
      } else if (error instanceof RequestError) {
        return refusedErrors(error);
      } else throw error;
    }
    // The page may have been left while the value was being saved.
    if (isMounted()) onSaved();
    return undefined;
  }

  function refusedErrors({ status, body }: RequestError): Errors | undefined {
    const errors = status === 400 ? body?.errors : null;
    return typeof errors === 'object' && errors !== null ? errorsAtCell(errors as Errors) : undefined;
  }

  async function submitValue(typedValues: FieldValues): Promise<Errors | undefined> {
    const value = typedValues[name];
    const checkFailures = expressions?.checkErrors({ resource, record: basis, user }, { ...values, [name]: value });
    if (!checkFailures) return saveValue(basis, value);
    // Wait a task: the validation of a field that has just lost the focus would remove its error.
    await new Promise((resolve) => setTimeout(resolve));
    return errorsAtCell(checkFailures);
  }

  /** @param side the side whose value stays */
  async function settleConflict(side: 'mine' | 'theirs', { newest, value }: CellConflict): Promise<void> {
    setConflict(null);
    if (side === 'theirs') {
      notify('engine.form.keptTheirs');
      onSaved();
      return;
    }
    setBasis(newest);
    setIsSettling(true);
    try {
      const errors = await saveValue(newest, value);
      if (errors) reportFailure(null, Object.values(errors).join('\n'));
    } finally {
      setIsSettling(false);
    }
  }

  return {
    cellField,
    basis,
    values,
    conflict,
    /** Whether a value is being saved over another person's. */
    isSettling,
    submitValue,
    settleConflict,
    dismiss: () => setConflict(null),
    user,
    /** Whether there is nothing to save. */
    isUnchanged: (value: unknown) => isSameValue(cellField, value, values[name]),
  };
}
