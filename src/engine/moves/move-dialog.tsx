import { lazy, useMemo, useState } from 'react';
import { type RaRecord, useDataProvider, useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { fieldSentences, reportFailure, sentences } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { useSubject } from '#console/data/session/access.ts';
import { SavingDeletesContext, WireRecordContext } from '#console/fields/form-context.ts';
import { HoldSubmitButton } from '#console/ui/dialogs/hold-button.tsx';
import { askedFields, type FieldMove } from '#resources/language/moves.ts';
import type { BoardPlace } from '#resources/protocol/definitions/board-order.ts';
import { SuspendingInput } from '../field-part.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { formValues, heldBy } from '../form/form-values.ts';
import { useResource } from '../resource-context.tsx';
import { movePayload } from './move-payload.ts';
import { isChanged, type MadeMove, useMove } from './use-move.ts';

const ConditionalFields = lazy(() => import('./conditional-fields.tsx'));

/** Keeps the record of the surrounding card, which others may change, out of the form. */
const OWN_VALUES = {};

/** Changes by others are filled in where nothing was typed. */
const KEEP_TYPED = { keepDirtyValues: true };

/** The dialog of a move: its question, and its fields with their own inputs and rules. Its own chunk. */
export default function MoveDialog({
  record,
  offer,
  place = null,
  onMoved,
  onClose,
}: {
  record: RaRecord;
  offer: FieldMove;
  /** Place of the record on a board that is ordered by hand. */
  place?: BoardPlace | null;
  onMoved?: (made: MadeMove) => void;
  onClose: () => void;
}) {
  const resource = useResource();
  const translate = useTranslate();
  const run = useMove();
  const provider = useDataProvider();
  const { user } = useSubject();
  const { move } = offer;
  const moveFields = useMemo(() => askedFields(resource, move), [resource, move]);
  const hasConditions = moveFields.some(({ field }) => field.when !== undefined || typeof field.required === 'string');
  // The payload is about the record as shown here, whatever the list has fetched since.
  const [shownRecord, setShownRecord] = useState(record);
  // Other fields are there for inputs that depend on them: a flat is chosen in the record's building.
  const values = useMemo(
    () => ({
      ...formValues(resource, shownRecord),
      ...Object.fromEntries(moveFields.map(({ name, field }) => [name, heldBy(name, field, shownRecord)])),
    }),
    [resource, moveFields, shownRecord],
  );

  /** Takes over the changes of another person, once the dialog has shown them. */
  async function takeNewer() {
    try {
      const { data } = await provider.getOne<RaRecord>(resource.name, { id: shownRecord.id });
      setShownRecord({ ...shownRecord, ...data });
    } catch (error) {
      // The alert has reported it; typed values stay.
      if (!(error instanceof RequestError)) throw error;
    }
  }

  /** The fields that are asked for; one that is no longer asked for loses its typed value. */
  async function sentFields(values: FieldValues) {
    if (!hasConditions) return moveFields;
    const { fieldsAsked } = await import('./conditional-fields.tsx');
    return fieldsAsked({ resource, record: shownRecord, fields: moveFields, user }, values);
  }

  async function send(submittedValues: FieldValues) {
    try {
      const payload = movePayload(await sentFields(submittedValues), submittedValues);
      const made = await run(shownRecord, offer, payload, place);
      onMoved?.(made);
      onClose();
      return undefined;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (isChanged(error)) await takeNewer();
      return error.status === 400 ? fieldErrors(error) : undefined;
    }
  }

  function fieldErrors(error: RequestError): Record<string, string> {
    const errors = Object.fromEntries(
      moveFields.flatMap(({ name, wire }) => {
        const [said] = sentences(error.body?.[wire]);
        return said ? [[name, said]] : [];
      }),
    );
    if (!Object.keys(errors).length) reportFailure(error, fieldSentences(error.body));
    return errors;
  }

  return (
    <WireRecordContext value={shownRecord}>
      <SavingDeletesContext value={true}>
        <FormDialog
          title={move.confirm ?? move.label}
          form={{ record: OWN_VALUES, defaultValues: values, resetOptions: KEEP_TYPED }}
          onSubmit={send}
          // The move itself may be called «Отменить».
          cancel={translate('moves.notNow')}
          yes={move.label}
          submit={move.hold ? <HoldSubmitButton>{move.label}</HoldSubmitButton> : undefined}
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
      </SavingDeletesContext>
    </WireRecordContext>
  );
}
