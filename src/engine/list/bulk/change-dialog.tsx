import Select from '@mui/material/Select';
import { useId, useState } from 'react';
import { type Identifier, useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { applyInBulk } from '#console/data/bulk.ts';
import { sentences } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { normalizedValue } from '#console/fields/field-rule.ts';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { bulkFields } from '#resources/language/bulk-fields.ts';
import { getKind } from '#resources/language/payload.ts';
import { mergePayloadParts, toPayloadPart, wireName } from '#resources/language/wire-keys.ts';
import type { BulkAnswer } from '#resources/protocol/bulk.ts';
import { SuspendingInput, useFieldLabel } from '../../field-part.tsx';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useResource } from '../../resource-context.tsx';

/** Dialog that sets one field of the selected records, with the field's own input and validation. Loaded lazily. */
export default function ChangeDialog({
  ids,
  onClose,
  onDone,
}: {
  ids: readonly Identifier[];
  onClose: () => void;
  onDone: (answer: BulkAnswer) => void;
}) {
  const resource = useResource();
  const translate = useTranslate();
  const label = useFieldLabel();
  const id = useId();
  const names = bulkFields(resource);
  const [name, setName] = useState(names[0] ?? '');
  const field = resource.fields[name];
  if (!field) return null;

  async function submitChange(values: FieldValues) {
    if (!field) return undefined;
    const payload = mergePayloadParts([
      toPayloadPart(name, field, normalizedValue(field, values[name]), !resource.generic),
    ]);
    try {
      onDone(await applyInBulk(`${resource.api.path}/bulk/`, { do: 'change', values: payload }, ids));
      return undefined;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const [message] = error.status === 400 ? sentences(error.body?.[wireName(name, field)]) : [];
      return message ? { [name]: message } : {};
    }
  }

  return (
    <FormDialog
      header={
        <FieldFrame id={id} label={translate('tables.chosen.field')}>
          <Select native fullWidth value={name} onChange={(event) => setName(event.target.value)} inputProps={{ id }}>
            {names.map((one) => (
              <option key={one} value={one}>
                {label(resource, one)}
              </option>
            ))}
          </Select>
        </FieldFrame>
      }
      formKey={name}
      title={translate('tables.chosen.changeTitle', { many: resource.words.many, count: ids.length })}
      form={{ defaultValues: { [name]: getKind(field).initial(field as never) } }}
      onSubmit={submitChange}
      cancelLabel={translate('ui.cancel')}
      submitLabel={translate('tables.chosen.submit')}
      onClose={onClose}
    >
      <SuspendingInput resource={resource} name={name} field={field} />
    </FormDialog>
  );
}
