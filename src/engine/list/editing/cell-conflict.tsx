import type { RaRecord } from 'react-admin';
import { changeAuthor, readRecordChange } from '#console/data/http/edit-conflict.ts';
import ConflictDialog, { type Side } from '#console/ui/dialogs/conflict-dialog.tsx';
import { useFieldLabel } from '../../field-part.tsx';
import { FullValue } from '../../form/edit-conflict.tsx';
import { formValues, storedFieldValue } from '../../form/form-values.ts';
import type { CellConflict } from './use-edited-value.ts';
import type { CellField } from './use-save-cell.ts';

/**
 * Shows both values of a field that two people have changed and asks which one stays. Loaded lazily, because it is rarely needed.
 */
export default function CellConflictDialog({
  cellField,
  conflict,
  basis,
  onSettled,
  onBack,
}: {
  cellField: CellField;
  conflict: CellConflict;
  /** The record as the person has seen it. */
  basis: RaRecord;
  onSettled: (side: Side) => void;
  onBack: () => void;
}) {
  const { resource, name, field } = cellField;
  const label = useFieldLabel()(resource, name);
  const { value, newest, refusal } = conflict;
  const newestValue = storedFieldValue(name, field, newest);
  const renderSide = (record: RaRecord, sideValue: unknown, other: unknown) => (
    <FullValue
      {...cellField}
      part={null}
      values={{ ...formValues(resource, record), [name]: sideValue }}
      value={sideValue}
      other={other}
      records={[newest, basis]}
    />
  );
  return (
    <ConflictDialog
      rows={[
        {
          key: name,
          label,
          mine: renderSide(basis, value, newestValue),
          theirs: renderSide(newest, newestValue, value),
          proposed: null,
        },
      ]}
      author={changeAuthor(readRecordChange(refusal))}
      onSave={(choices) => {
        const choice = choices[name];
        if (choice) onSettled(choice);
      }}
      onBack={onBack}
    />
  );
}
