import { lazy, useMemo, useState } from 'react';
import { type RaRecord, useDataProvider, useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { fieldSentences, reportFailure, sentences } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { useSubject } from '#console/data/session/access.ts';
import { DeleteFilesOnSaveContext, WireRecordContext } from '#console/fields/form-context.ts';
import { HoldSubmitButton } from '#console/ui/dialogs/hold-button.tsx';
import { askedFields, type FieldMove } from '#resources/language/moves.ts';
import type { BoardPlace } from '#resources/protocol/definitions/board-order.ts';
import { SuspendingInput } from '../field-part.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { formValues, storedFieldValue } from '../form/form-values.ts';
import { useResource } from '../resource-context.tsx';
import { movePayload } from './move-payload.ts';
import { isRecordChanged, type MadeMove, useMove } from './use-move.ts';

const ConditionalFields = lazy(() => import('./conditional-fields.tsx'));

/** Shields the form from the surrounding card's record, which others may change. */
const NO_RECORD = {};

/** Changes by others appear only in fields where nothing was typed. */
const KEEP_TYPED = { keepDirtyValues: true };

/** The dialog of a move: its question, and its fields with their usual inputs and validation. Loaded lazily. */
export default function MoveDialog({
  record,
  offer,
  place = null,
  onMoved,
  onClose,
}: {
  record: RaRecord;
  offer: FieldMove;
  /** Position of the record on a board that is ordered by hand. */
  place?: BoardPlace | null;
  onMoved?: (madeMove: MadeMove) => void;
  onClose: () => void;
}) {
  const resource = useResource();
  const translate = useTranslate();
  const makeMove = useMove();
  const provider = useDataProvider();
  const { user } = useSubject();
  const { move } = offer;
  const moveFields = useMemo(() => askedFields(resource, move), [resource, move]);
  const hasConditions = moveFields.some(({ field }) => field.when !== undefined || typeof field.required === 'string');
  // The payload is based on the record shown here, even if the list has refetched it since.
  const [shownRecord, setShownRecord] = useState(record);
  // Other fields are included for inputs that depend on them: a flat is chosen in the record's building.
  const values = useMemo(
    () => ({
      ...formValues(resource, shownRecord),
      ...Object.fromEntries(moveFields.map(({ name, field }) => [name, storedFieldValue(name, field, shownRecord)])),
    }),
    [resource, moveFields, shownRecord],
  );

  /** Loads another person's changes into the dialog after a conflict. */
  async function refetchRecord() {
    try {
      const { data } = await provider.getOne<RaRecord>(resource.name, { id: shownRecord.id });
      setShownRecord({ ...shownRecord, ...data });
    } catch (error) {
      // An alert has reported it; typed values stay.
      if (!(error instanceof RequestError)) throw error;
    }
  }

  /** The currently visible fields; the value of a hidden one is not sent. */
  async function fieldsToSend(values: FieldValues) {
    if (!hasConditions) return moveFields;
    const { visibleMoveFields } = await import('./conditional-fields.tsx');
    return visibleMoveFields({ resource, record: shownRecord, fields: moveFields, user }, values);
  }

  async function submitMove(submittedValues: FieldValues) {
    try {
      const payload = movePayload(await fieldsToSend(submittedValues), submittedValues);
      const madeMove = await makeMove(shownRecord, offer, payload, place);
      onMoved?.(madeMove);
      onClose();
      return undefined;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (isRecordChanged(error)) await refetchRecord();
      return error.status === 400 ? fieldErrors(error) : undefined;
    }
  }

  function fieldErrors(error: RequestError): Record<string, string> {
    const errors = Object.fromEntries(
      moveFields.flatMap(({ name, wire }) => {
        const [message] = sentences(error.body?.[wire]);
        return message ? [[name, message]] : [];
      }),
    );
    if (!Object.keys(errors).length) reportFailure(error, fieldSentences(error.body));
    return errors;
  }

  return (
    <WireRecordContext value={shownRecord}>
      <DeleteFilesOnSaveContext value={true}>
        <FormDialog
          title={move.confirm ?? move.label}
          form={{ record: NO_RECORD, defaultValues: values, resetOptions: KEEP_TYPED }}
          onSubmit={submitMove}
          // Not «Отменить», which may be the label of the move itself.
          cancelLabel={translate('moves.notNow')}
          submitLabel={move.label}
          submitButton={move.hold ? <HoldSubmitButton>{move.label}</HoldSubmitButton> : undefined}
          onClose={onClose}
        >
          {hasConditions ? (
            <ConditionalFields resource={resource} record={shownRecord} fields={moveFields} />
          ) : (
            moveFields.map(({ name, field }) => (
              <SuspendingInput key={name} resource={resource} name={name} field={field} />
            ))
          )}
        </FormDialog>
      </DeleteFilesOnSaveContext>
    </WireRecordContext>
  );
}
