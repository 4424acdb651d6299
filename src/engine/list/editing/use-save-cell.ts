import '#i18n/tables-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useNotify, useTranslate } from 'react-admin';
import { changeAuthor, readRecordChange } from '#console/data/http/edit-conflict.ts';
import { fieldSentences, reportFailure, sentences } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { normalizedValue } from '#console/fields/field-rule.ts';
import { focusHeadingInstead } from '#console/ui/dialogs/focus-fallback.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { mergePayloadParts, toPayloadPart } from '#resources/language/wire-keys.ts';
import { putRecord } from '../../cached-lists.ts';
import { ChangedByAnother, useChangeRecord } from '../../change-record.ts';
import { useFieldLabel } from '../../field-part.tsx';
import { formPayload, formValues, storedFieldValue } from '../../form/form-values.ts';
import { acceptsPartialUpdate } from './accepts-partial-update.ts';

export interface CellField {
  resource: Resource;
  name: string;
  field: FieldInput;
}

/** The payload for a form value. */
const wirePayload = ({ resource, name, field }: CellField, value: unknown): Record<string, unknown> =>
  mergePayloadParts([toPayloadPart(name, field, normalizedValue(field, value), !resource.generic)]);

/** Whether a form would send the same for two values. */
export const isSameValue = (cellField: CellField, one: unknown, other: unknown): boolean =>
  JSON.stringify(wirePayload(cellField, one)) === JSON.stringify(wirePayload(cellField, other));

/** Saves the value of one field of a record, notifies and offers undo. */
export function useSaveCell(cellField: CellField) {
  const { resource, name, field } = cellField;
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const label = useFieldLabel()(resource, name);
  const changeRecord = useChangeRecord(resource);
  const readValue = (record: RaRecord) => storedFieldValue(name, field, record);

  /** Shows a record at once and refetches the lists, in which it may have another position now. */
  function showRecord(record: RaRecord): void {
    putRecord(queryClient, resource.name, record);
    void queryClient.invalidateQueries({ queryKey: [resource.name] });
  }

  async function saveValue(record: RaRecord, value: unknown): Promise<RaRecord> {
    const savedRecord = await changeRecord(record, {
      body: (basis) =>
        acceptsPartialUpdate(resource)
          ? wirePayload(cellField, value)
          : formPayload(resource, { ...formValues(resource, basis), [name]: value }, 'edit'),
      isSame: (one, other) => isSameValue(cellField, readValue(one), readValue(other)),
    });
    showRecord(savedRecord);
    return savedRecord;
  }

  /** Reports why a change could not be undone, and shows the current record. */
  function reportUndoFailure(error: unknown): void {
    if (error instanceof ChangedByAnother) {
      const author = changeAuthor(readRecordChange(error.refusal));
      const key = !author || author.isOwn ? 'tables.editing.changed' : 'tables.editing.changedBy';
      reportFailure(error.refusal, translate(key, { name: author?.name }));
      showRecord(error.newest);
      return;
    }
    if (!(error instanceof RequestError)) throw error;
    if (error.status === 400)
      reportFailure(error, sentences(error.body?.errors).join('\n') || fieldSentences(error.body));
    void queryClient.invalidateQueries({ queryKey: [resource.name] });
  }

  return {
    showRecord,
    /** @throws ChangedByAnother, RequestError */
    save: async (record: RaRecord, value: unknown): Promise<void> => {
      const previousValue = readValue(record);
      const savedRecord = await saveValue(record, value);
      const undo = async () => {
        focusHeadingInstead(document.activeElement);
        try {
          await saveValue(savedRecord, previousValue);
        } catch (error) {
          reportUndoFailure(error);
        }
      };
      // Only the last change of a cell can be undone, so its toast replaces earlier ones.
      const kind = `${resource.name}/${record.id}/${name}`;
      notify(translate('tables.editing.saved', { label }), { undo, kind } satisfies ToastOptions);
    },
  };
}
