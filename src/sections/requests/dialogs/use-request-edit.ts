import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { forgetValues, keepValues, keptValues } from '#console/data/drafts/kept-values.ts';
import { readRecordChange } from '#console/data/http/edit-conflict.ts';
import { reportFailure } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { fieldErrors } from '#console/data/providers/wire.ts';
import { useResource } from '#console/engine/resource-context.tsx';
import { wireValue } from '#console/fields/field-rule.ts';
import type { FieldOf } from '#resources/language/define-resource.ts';
import type { TaskCard, TaskPatch } from '#resources/protocol/requests/tasks.ts';
import { type PlaceValue, untouchedPlace } from '#resources/sections/kinds/requests.ts';
import { loadRequest } from '../model/board-calls.ts';
import { type EditedField, editableValues, type RequestConflict } from './edit-conflict.tsx';

/** Values of the request form. */
export interface EditValues {
  description: string;
  service: number | null;
  place: PlaceValue;
}

/** The unsaved draft of a request, if the request's text has not changed since. */
function keptText(place: string, now: string): string | null {
  const { description, of } = keptValues(place);
  return typeof description === 'string' && of === now ? description : null;
}

/** Where a request lies, for the field to make the rest of it. */
const placeValue = ({ target: { building, porches } }: TaskCard): PlaceValue => ({
  ...untouchedPlace(),
  building,
  given: { building, ...(porches.length === 1 && porches[0] ? { porch: porches[0].id } : {}) },
});

/** Values of the form that differ from the request, with those of the request: the server overwrites nothing else. @param placeField null: the place stays */
function makePatch(
  { description: text, service, place }: EditValues,
  request: TaskCard,
  placeField: FieldOf<'requests:place'> | null,
): TaskPatch {
  const placeChange = placeField ? (wireValue(placeField, place) as TaskPatch['place']) : null;
  const was = editableValues(request);
  const isRewritten = text.trim() !== was.description;
  const isOther = service !== null && service !== was.service;
  return {
    ...(isRewritten ? { information: { description: text.trim() } } : {}),
    ...(isOther ? { service } : {}),
    ...(placeChange ? { place: placeChange } : {}),
    was: {
      ...(isRewritten ? { description: was.description } : {}),
      ...(isOther ? { service: was.service } : {}),
      ...(placeChange ? { place: was.place } : {}),
    },
  };
}

/** The form, with a text that was typed before and is kept for the next time. */
function useEditForm(request: TaskCard, draftKey: string) {
  const { description } = request.information;
  const form = useForm<EditValues>({
    mode: 'onTouched',
    defaultValues: {
      description,
      service: request.service.id,
      place: { ...untouchedPlace(), building: request.target.building },
    },
  });
  const { subscribe, setValue } = form;
  useEffect(() => {
    const typed = keptText(draftKey, description);
    if (typed !== null) setValue('description', typed, { shouldDirty: true, shouldValidate: true });
    return subscribe({
      formState: { values: true },
      callback: ({ name, values }) => {
        if (name !== 'description') return;
        if (values.description === description) forgetValues(draftKey);
        else keepValues(draftKey, { description: values.description, of: description });
      },
    });
  }, [subscribe, setValue, draftKey, description]);
  return form;
}

/**
 * Text, service and address of a request as a form: only what was changed is sent, and where another person has changed the same
 * meanwhile, one chooses what stays.
 * @param onSave throws RequestError if the server refuses the change
 */
export function useRequestEdit(request: TaskCard, onSave: (patch: TaskPatch) => Promise<void>, onClose: () => void) {
  const resource = useResource();
  const draftKey = `/tasks?edit=${request.id}`;
  const form = useEditForm(request, draftKey);
  const { setValue } = form;
  /** The request that the form is of: as it was when the form began, or when two changes of it were compared. */
  const [began, setBegan] = useState(request);
  const [isMoving, setMoving] = useState(false);
  const [conflict, setConflict] = useState<RequestConflict | null>(null);

  async function save(values: EditValues, of = began, isMoved = isMoving): Promise<void> {
    const placeField = resource.fields.place as FieldOf<'requests:place'>;
    const patch = makePatch(values, of, isMoved ? placeField : null);
    try {
      if (Object.keys(patch.was ?? {}).length > 0) await onSave(patch);
      forgetValues(draftKey);
      onClose();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status === 409) return compare(error, patch, values.place);
      if (error.status !== 400) return;
      const { place: ofPlace, ...body } = error.body ?? {};
      const { errors, rest } = fieldErrors(resource, ofPlace ? { ...body, target: ofPlace } : body);
      for (const [name, message] of Object.entries(errors)) form.setError(name as keyof EditValues, { message });
      // Messages about other fields are shown in the alert.
      if (rest || Object.keys(errors).length === 0) reportFailure(error, rest ?? undefined);
      if (errors.place) setMoving(true);
    }
  }

  /** Loads the changes of another person and shows them beside one's own. */
  async function compare(error: RequestError, patch: TaskPatch, place: PlaceValue): Promise<void> {
    try {
      const { history: _history, ...theirs } = await loadRequest(request.id, new AbortController().signal, false);
      if (JSON.stringify(editableValues(theirs)) === JSON.stringify(editableValues(began))) return reportFailure(error);
      setConflict({ patch, place, theirs, changed: readRecordChange(error) });
    } catch (failure) {
      // The alert has told of it; the form stays as it is and can be saved again.
      if (!(failure instanceof RequestError)) throw failure;
    }
  }

  /** Takes the present request with the chosen values into the form and saves again. */
  function settle(stays: ReadonlySet<EditedField>): void {
    if (!conflict) return;
    const { theirs } = conflict;
    setConflict(null);
    setBegan(theirs);
    const isMoved = isMoving && !stays.has('place');
    setMoving(isMoved);
    if (stays.has('description') || !conflict.patch.information)
      setValue('description', theirs.information.description);
    if (stays.has('service') || conflict.patch.service === undefined) setValue('service', theirs.service.id);
    void save(form.getValues(), theirs, isMoved);
  }

  const move = () => {
    setValue('place', placeValue(began));
    setMoving(true);
  };
  return { form, began, isMoving, move, save, conflict, settle, closeConflict: () => setConflict(null) };
}
