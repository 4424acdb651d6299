import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { fieldSentences, reportFailure, sentences } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { SuspendingInput } from '#console/engine/field-part.tsx';
import { FormDialog } from '#console/engine/form/form-dialog.tsx';
import { checkedValue } from '#console/fields/field-rule.ts';
import { completeDefinition } from '#resources/language/complete-definition.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { settingsBuildings } from '#resources/sections/buildings.ts';

/** Keeps the values of the page around out of the form. */
const NOTHING = {};
const DEFINITION = completeDefinition(settingsBuildings);

/**
 * Asks for fields of a building, by the inputs and rules of their kinds, and sends them. Messages of the server stand at their fields.
 * @param send makes the call; the dialog closes once it is answered
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
  async function submit(given: FieldValues) {
    const payload = Object.fromEntries(
      names.map((name) => [name, checkedValue(fields[name] as FieldInput, given[name])]),
    );
    try {
      await send(payload);
      onClose();
      return undefined;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status !== 400) return undefined;
      const fieldErrors = names.flatMap((name) => {
        const [said] = sentences(error.body?.[name]);
        return said ? [[name, said] as const] : [];
      });
      if (!fieldErrors.length) reportFailure(error, fieldSentences(error.body));
      return Object.fromEntries(fieldErrors);
    }
  }
  return (
    <FormDialog
      title={title}
      head={head}
      form={{ record: NOTHING, defaultValues: values }}
      onSubmit={submit}
      cancel={translate('ui.cancel')}
      yes={yes}
      onClose={onClose}
    >
      {Object.entries(fields).map(([name, field]) => (
        <SuspendingInput key={name} resource={resource} name={name} field={field} />
      ))}
    </FormDialog>
  );
}
