import Select from '@mui/material/Select';
import { useId, useState } from 'react';
import { type Identifier, useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { doInBulk } from '#console/data/bulk.ts';
import { sentences } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { checkedValue } from '#console/fields/field-rule.ts';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { bulkFields } from '#resources/language/bulk-fields.ts';
import { kindOf } from '#resources/language/payload.ts';
import { asSent, payloadParts, wireName } from '#resources/language/wire-keys.ts';
import type { BulkAnswer } from '#resources/protocol/bulk.ts';
import { SuspendingInput, useFieldLabel } from '../../field-part.tsx';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useResource } from '../../resource-context.tsx';

/** Which field of the chosen records is changed, and to what: its own input, held to its own rule. Its own chunk. */
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

  async function send(values: FieldValues) {
    if (!field) return undefined;
    const sent = payloadParts([asSent(name, field, checkedValue(field, values[name]), !resource.generic)]);
    try {
      onDone(await doInBulk(`${resource.api.path}/bulk/`, { do: 'change', values: sent }, ids));
      return undefined;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const [said] = error.status === 400 ? sentences(error.body?.[wireName(name, field)]) : [];
      return said ? { [name]: said } : {};
    }
  }

  return (
    <FormDialog
      head={
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
      form={{ defaultValues: { [name]: kindOf(field).initial(field as never) } }}
      onSubmit={send}
      cancel={translate('ui.cancel')}
      yes={translate('tables.chosen.submit')}
      onClose={onClose}
    >
      <SuspendingInput resource={resource} name={name} field={field} />
    </FormDialog>
  );
}
