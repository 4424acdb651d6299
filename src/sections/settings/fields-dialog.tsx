import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { fieldSentences, reportFailure, sentences } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { SuspendingInput } from '#console/engine/field-part.tsx';
import { FormDialog } from '#console/engine/form/form-dialog.tsx';
import { normalizedValue } from '#console/fields/field-rule.ts';
import { completeDefinition } from '#resources/language/complete-definition.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { settingsBuildings } from '#resources/sections/buildings.ts';

/** Empty record, so that the form does not take the values of the surrounding page. */
const EMPTY_RECORD = {};
const DEFINITION = completeDefinition(settingsBuildings);

/**
 * Form dialog for some fields of a building; errors of the server are shown at their fields.
 * @param send makes the call; the dialog closes when it succeeds
 */
export function FieldsDialog({
  title,
  head,
  fields,
  values,
  yes,
  send,
  onClose,
}: {
  title: string;
  head?: ReactNode;
  fields: Readonly<Record<string, FieldInput>>;
  values: FieldValues;
  yes: string;
  send: (payload: Record<string, unknown>) => Promise<void>;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const resource: Resource = { ...DEFINITION, fields };
  const names = Object.keys(fields);
  async function submit(formValues: FieldValues) {
    const payload = Object.fromEntries(
      names.map((name) => [name, normalizedValue(fields[name] as FieldInput, formValues[name])]),
    );
    try {
      await send(payload);
      onClose();
      return undefined;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status !== 400) return undefined;
      const fieldErrors = names.flatMap((name) => {
        const [message] = sentences(error.body?.[name]);
        return message ? [[name, message] as const] : [];
      });
      if (!fieldErrors.length) reportFailure(error, fieldSentences(error.body));
      return Object.fromEntries(fieldErrors);
    }
  }
  return (
    <FormDialog
      title={title}
      header={head}
      form={{ record: EMPTY_RECORD, defaultValues: values }}
      onSubmit={submit}
      cancelLabel={translate('ui.cancel')}
      submitLabel={yes}
      onClose={onClose}
    >
      {Object.entries(fields).map(([name, field]) => (
        <SuspendingInput key={name} resource={resource} name={name} field={field} />
      ))}
    </FormDialog>
  );
}
