import { lazy, Suspense, useMemo, useRef } from 'react';
import type { RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { changeAuthor } from '#console/data/http/edit-conflict.ts';
import type { FullProps } from '#console/fields/field-props.ts';
import { wireValue } from '#console/fields/field-rule.ts';
import type { Side } from '#console/ui/dialogs/conflict-dialog.tsx';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { toPayloadPart } from '#resources/language/wire-keys.ts';
import type { RecordChange } from '#resources/protocol/versions.ts';
import { FieldCell, FullPart } from '../field-part.tsx';
import { applyChoices, type FieldDifference, formDifferences } from './differences.ts';
import { type FormValues, formFields, formValues } from './form-values.ts';

type Props = Omit<FullProps, 'field' | 'source' | 'resource'> & { resource: Resource; name: string; field: FieldInput };

/** A full value in the comparison: rendered by the kind's component for comparing, else by its cell. */
export function FullValue({ resource, name, field, records, ...sides }: Props) {
  const valueRecord: RaRecord = { id: 0, ...records[0], ...toPayloadPart(name, field, wireValue(field, sides.value)) };
  return (
    <FullPart
      {...sides}
      resource={resource}
      name={name}
      field={field}
      records={records}
      fallback={<FieldCell resource={resource} name={name} field={field} record={valueRecord} />}
    />
  );
}

const ConflictDialog = lazy(() => import('#console/ui/dialogs/conflict-dialog.tsx'));

/** Conflict of a form with a record that another person has saved meanwhile. */
export interface EditConflict {
  /** The record when the form was opened. */
  began: RaRecord;
  /** The current record. */
  theirs: RaRecord;
  /** The values that the form was about to save. */
  mine: FormValues;
  changed: RecordChange | null;
}

/**
 * Dialog inside a form that lets the person choose a side for each differing field, resets the form to the current record with
 * the chosen values, and submits it again.
 * @param onSettled the form is based on the current record; with `isSame` nothing is left to save
 */
export function EditConflictDialog({
  resource,
  conflict,
  labelFor,
  onSettled,
  onBack,
}: {
  resource: Resource;
  conflict: EditConflict;
  /** Label of a field, or of the part of it that differs. */
  labelFor: (field: string, part: string | null) => string;
  onSettled: (isSame: boolean) => void;
  onBack: () => void;
}) {
  const { reset, setValue } = useFormContext();
  const marker = useRef<HTMLSpanElement>(null);
  const { theirs, mine, changed, began } = conflict;
  const latestValues = useMemo(() => formValues(resource, theirs), [resource, theirs]);
  const diffs = useMemo(
    () => formDifferences(resource, { began: formValues(resource, began), mine, theirs: latestValues }),
    [resource, began, mine, latestValues],
  );
  const records = useMemo(() => [theirs, began], [theirs, began]);
  const renderFull = (values: FormValues, value: unknown, other: unknown, { name, part, field }: FieldDifference) => (
    <FullValue {...{ resource, name, part, field, values, value, other, records }} />
  );
  const rows = diffs.map((difference) => {
    const { key, name, part, changedBy } = difference;
    return {
      key,
      label: labelFor(name, part),
      mine: renderFull(mine, difference.mine, difference.theirs, difference),
      theirs: renderFull(latestValues, difference.theirs, difference.mine, difference),
      proposed: changedBy,
    };
  });

  function applySides(choices: Readonly<Record<string, Side>>) {
    const form = marker.current?.closest('form');
    const values = applyChoices(latestValues, diffs, choices);
    reset({ ...latestValues, id: theirs.id });
    const changedFields = formFields(resource, 'edit').filter(({ name }) => values[name] !== latestValues[name]);
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    for (const { name } of changedFields) setValue(name, values[name], options);
    onSettled(changedFields.length === 0);
    if (changedFields.length > 0) form?.requestSubmit();
  }

  return (
    <>
      <span ref={marker} hidden />
      <Suspense>
        <ConflictDialog rows={rows} author={changeAuthor(changed)} onSave={applySides} onBack={onBack} />
      </Suspense>
    </>
  );
}
