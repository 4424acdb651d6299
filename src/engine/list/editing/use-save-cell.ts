import '#i18n/tables-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useNotify, useTranslate } from 'react-admin';
import { changeAuthor, readRecordChange } from '#console/data/http/edit-conflict.ts';
import { fieldSentences, reportFailure, sentences } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { checkedValue } from '#console/fields/field-rule.ts';
import { focusHeadingInstead } from '#console/ui/dialogs/focus-fallback.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { asSent, payloadParts } from '#resources/language/wire-keys.ts';
import { putRecord } from '../../cached-lists.ts';
import { ChangedByAnother, useChangeRecord } from '../../change-record.ts';
import { useFieldLabel } from '../../field-part.tsx';
import { formPayload, formValues, heldBy } from '../../form/form-values.ts';
import { takesParts } from './takes-parts.ts';

/** Which field of which definition is changed. */
export interface CellField {
  resource: Resource;
  name: string;
  field: FieldInput;
}

/** The wire value of a form's value. */
const sentValue = ({ resource, name, field }: CellField, value: unknown): Record<string, unknown> =>
  payloadParts([asSent(name, field, checkedValue(field, value), !resource.generic)]);

/** Whether a form would send the same of two values. */
export const isSameValue = (cellField: CellField, one: unknown, other: unknown): boolean =>
  JSON.stringify(sentValue(cellField, one)) === JSON.stringify(sentValue(cellField, other));

/** Saves the value of one field of a record, says so and offers to take it back. */
export function useSaveCell(cellField: CellField) {
  const { resource, name, field } = cellField;
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const label = useFieldLabel()(resource, name);
  const change = useChangeRecord(resource);
  const valueIn = (record: RaRecord) => heldBy(name, field, record);

  /** Shows a record at once, and asks for the lists anew: it may stand elsewhere in them now. */
  function show(record: RaRecord): void {
    putRecord(queryClient, resource.name, record);
    void queryClient.invalidateQueries({ queryKey: [resource.name] });
  }

  async function send(record: RaRecord, value: unknown): Promise<RaRecord> {
    const savedRecord = await change(record, {
      body: (basis) =>
        takesParts(resource)
          ? sentValue(cellField, value)
          : formPayload(resource, { ...formValues(resource, basis), [name]: value }, 'edit'),
      isSame: (one, other) => isSameValue(cellField, valueIn(one), valueIn(other)),
    });
    show(savedRecord);
    return savedRecord;
  }

  /** Tells why a change was not taken back, and shows the record as it is. */
  function tellKept(error: unknown): void {
    if (error instanceof ChangedByAnother) {
      const author = changeAuthor(readRecordChange(error.refusal));
      const key = !author || author.isOwn ? 'tables.editing.changed' : 'tables.editing.changedBy';
      reportFailure(error.refusal, translate(key, { name: author?.name }));
      show(error.newest);
      return;
    }
    if (!(error instanceof RequestError)) throw error;
    if (error.status === 400)
      reportFailure(error, sentences(error.body?.errors).join('\n') || fieldSentences(error.body));
    void queryClient.invalidateQueries({ queryKey: [resource.name] });
  }

  return {
    show,
    /** @throws ChangedByAnother, RequestError */
    save: async (record: RaRecord, value: unknown): Promise<void> => {
      const before = valueIn(record);
      const savedRecord = await send(record, value);
      const undo = async () => {
        focusHeadingInstead(document.activeElement);
        try {
          await send(savedRecord, before);
        } catch (error) {
          tellKept(error);
        }
      };
      // Of several changes of one cell the last alone is taken back.
      const kind = `${resource.name}/${record.id}/${name}`;
      notify(translate('tables.editing.saved', { label }), { undo, kind } satisfies ToastOptions);
    },
  };
}
