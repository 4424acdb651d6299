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
import { formValues, heldBy } from '../../form/form-values.ts';
import { useResource } from '../../resource-context.tsx';
import { type CellField, isSameValue, useSaveCell } from './use-save-cell.ts';

/** A value that could not be saved since another person has changed it too. */
export interface CellConflict {
  value: unknown;
  /** The record as it is now. */
  newest: RaRecord;
  refusal: RequestError;
}

/** Messages at the field of the form. */
type Errors = Record<string, string>;

/** Errors of other fields are shown at the cell too: the form has no inputs for those fields. */
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
 * The value of a field of a record while it is edited in its cell: checked as its form checks it, saved, and settled where another
 * person has changed it too.
 * @param record as it was shown then: what others do meanwhile changes nothing of what is typed
 * @param expressions evaluates the expressions of the definition; null where it has none
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
  const { save, show } = useSaveCell(cellField);
  const errorsAtCell = useErrorsAtCell(cellField);
  /** The version of the record that is changed: the one shown, or that of another person once it was looked at. */
  const [basis, setBasis] = useState(record);
  const [conflict, setConflict] = useState<CellConflict | null>(null);
  const [isSettling, setSettling] = useState(false);
  const values = useMemo(() => formValues(resource, record), [resource, record]);
  const isOpen = useIsMounted();

  /** @returns what is wrong with the value; nothing where it was saved, or waits to be settled */
  async function keep(from: RaRecord, value: unknown): Promise<Errors | undefined> {
    try {
      await save(from, value);
    } catch (error) {
      if (error instanceof ChangedByAnother) {
        const { newest, refusal } = error;
        show(newest);
        if (!isSameValue(cellField, heldBy(name, cellField.field, newest), value)) {
          setConflict({ value, newest, refusal });
          return undefined;
        }
      } else if (error instanceof RequestError) {
        return refusedErrors(error);
      } else throw error;
    }
    // The page may have been left while the value was on its way.
    if (isOpen()) onSaved();
    return undefined;
  }

  function refusedErrors({ status, body }: RequestError): Errors | undefined {
    const errors = status === 400 ? body?.errors : null;
    return typeof errors === 'object' && errors !== null ? errorsAtCell(errors as Errors) : undefined;
  }

  async function send(typedValues: FieldValues): Promise<Errors | undefined> {
    const value = typedValues[name];
    const brokenChecks = expressions?.checkErrors({ resource, record: basis, user }, { ...values, [name]: value });
    if (!brokenChecks) return keep(basis, value);
    // The validation of a field that was left just now would take its error away.
    await new Promise((resolve) => setTimeout(resolve));
    return errorsAtCell(brokenChecks);
  }

  /** @param side whose value stays */
  async function settle(side: 'mine' | 'theirs', { newest, value }: CellConflict): Promise<void> {
    setConflict(null);
    if (side === 'theirs') {
      notify('engine.form.keptTheirs');
      onSaved();
      return;
    }
    setBasis(newest);
    setSettling(true);
    try {
      const errors = await keep(newest, value);
      if (errors) reportFailure(null, Object.values(errors).join('\n'));
    } finally {
      setSettling(false);
    }
  }

  return {
    cellField,
    basis,
    values,
    conflict,
    /** Whether a value is being saved over that of another person. */
    isSettling,
    send,
    settle,
    dismiss: () => setConflict(null),
    user,
    /** Whether there is nothing to save. */
    isUnchanged: (value: unknown) => isSameValue(cellField, value, values[name]),
  };
}
