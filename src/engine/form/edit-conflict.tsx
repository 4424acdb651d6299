import { lazy, Suspense, useMemo, useRef } from 'react';
import type { RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { changeAuthor } from '#console/data/http/edit-conflict.ts';
import type { FullProps } from '#console/fields/field-props.ts';
import { wireValue } from '#console/fields/field-rule.ts';
import type { Side } from '#console/ui/dialogs/conflict-dialog.tsx';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { asSent } from '#resources/language/wire-keys.ts';
import type { RecordChange } from '#resources/protocol/versions.ts';
import { FieldCell, FullPart } from '../field-part.tsx';
import { type Difference, formDifferences, settled } from './differences.ts';
import { type FormValues, formFields, formValues } from './form-values.ts';

type Props = Omit<FullProps, 'field' | 'source' | 'resource'> & { resource: Resource; name: string; field: FieldInput };

/** A value of a form in full: as its kind draws it beside another one, else as its cell does. */
export function FullValue({ resource, name, field, records, ...sides }: Props) {
  const valueRecord: RaRecord = { id: 0, ...records[0], ...asSent(name, field, wireValue(field, sides.value)) };
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

/** A form that could not be saved since another person had saved the record. */
export interface EditConflict {
  /** The record as the form began with it. */
  began: RaRecord;
  /** The record as it is now. */
  theirs: RaRecord;
  /** The values that the form was about to save. */
  mine: FormValues;
  changed: RecordChange | null;
}

/**
 * Stands inside a form: lets the person choose a side for each field, lays the values into the form, which from then on is of the record as it is
 * now, and saves it again.
 * @param onSettled the form is of the newer record; `isSame`: it has nothing to save, all of it stays as it is there
 */
export function EditConflictDialog({
  resource,
  conflict,
  nameOf,
  onSettled,
  onBack,
}: {
  resource: Resource;
  conflict: EditConflict;
  /** How a field is called, or the part of it that differs. */
  nameOf: (field: string, part: string | null) => string;
  onSettled: (isSame: boolean) => void;
  onBack: () => void;
}) {
  const { reset, setValue } = useFormContext();
  const marker = useRef<HTMLSpanElement>(null);
  const { theirs, mine, changed, began } = conflict;
  const now = useMemo(() => formValues(resource, theirs), [resource, theirs]);
  const diffs = useMemo(
    () => formDifferences(resource, { began: formValues(resource, began), mine, theirs: now }),
    [resource, began, mine, now],
  );
  const records = useMemo(() => [theirs, began], [theirs, began]);
  const full = (values: FormValues, value: unknown, other: unknown, { name, part, field }: Difference) => (
    <FullValue {...{ resource, name, part, field, values, value, other, records }} />
  );
  const rows = diffs.map((difference) => {
    const { key, name, part, changedBy } = difference;
    return {
      key,
      label: nameOf(name, part),
      mine: full(mine, difference.mine, difference.theirs, difference),
      theirs: full(now, difference.theirs, difference.mine, difference),
      proposed: changedBy,
    };
  });

  function choose(choices: Readonly<Record<string, Side>>) {
    const form = marker.current?.closest('form');
    const values = settled(now, diffs, choices);
    reset({ ...now, id: theirs.id });
    const changedFields = formFields(resource, 'edit').filter(({ name }) => values[name] !== now[name]);
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    for (const { name } of changedFields) setValue(name, values[name], options);
    onSettled(changedFields.length === 0);
    if (changedFields.length > 0) form?.requestSubmit();
  }

  return (
    <>
      <span ref={marker} hidden />
      <Suspense>
        <ConflictDialog rows={rows} author={changeAuthor(changed)} onSave={choose} onBack={onBack} />
      </Suspense>
    </>
  );
}
