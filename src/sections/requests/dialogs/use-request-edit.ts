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

/** The local draft of the description, if the request's text has not changed since. */
function readDescriptionDraft(draftKey: string, currentText: string): string | null {
  const { description, of: base } = keptValues(draftKey);
  return typeof description === 'string' && base === currentText ? description : null;
}

/** Initial value of the place field: the building and, if there is exactly one, the entrance of the request. */
const initialPlace = ({ target: { building, porches } }: TaskCard): PlaceValue => ({
  ...untouchedPlace(),
  building,
  given: { building, ...(porches.length === 1 && porches[0] ? { porch: porches[0].id } : {}) },
});

/**
 * PATCH with the changed fields only; `was` carries their old values so that the server can detect a conflict.
 * @param placeField null if the place is not being edited
 */
function makePatch(
  { description: text, service, place }: EditValues,
  request: TaskCard,
  placeField: FieldOf<'requests:place'> | null,
): TaskPatch {
  const placeChange = placeField ? (wireValue(placeField, place) as TaskPatch['place']) : null;
  const was = editableValues(request);
  const isDescriptionChanged = text.trim() !== was.description;
  const isServiceChanged = service !== null && service !== was.service;
  return {
    ...(isDescriptionChanged ? { information: { description: text.trim() } } : {}),
    ...(isServiceChanged ? { service } : {}),
    ...(placeChange ? { place: placeChange } : {}),
    was: {
      ...(isDescriptionChanged ? { description: was.description } : {}),
      ...(isServiceChanged ? { service: was.service } : {}),
      ...(placeChange ? { place: was.place } : {}),
    },
  };
}

/** The form, with its description restored from and saved to a local draft. */
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
    const draftText = readDescriptionDraft(draftKey, description);
    if (draftText !== null) setValue('description', draftText, { shouldDirty: true, shouldValidate: true });
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
 * Edit form for the text, service and address of a request; only changed fields are sent, and a 409 opens the conflict dialog.
 * @param onSave throws RequestError if the server refuses the change
 */
export function useRequestEdit(request: TaskCard, onSave: (patch: TaskPatch) => Promise<void>, onClose: () => void) {
  const resource = useResource();
  const draftKey = `/tasks?edit=${request.id}`;
  const form = useEditForm(request, draftKey);
  const { setValue } = form;
  /** Version of the request the edits are based on; replaced by the server's version after a conflict. */
  const [baseRequest, setBaseRequest] = useState(request);
  const [isEditingPlace, setIsEditingPlace] = useState(false);
  const [conflict, setConflict] = useState<RequestConflict | null>(null);

  async function save(values: EditValues, base = baseRequest, isPlaceEdited = isEditingPlace): Promise<void> {
    const placeField = resource.fields.place as FieldOf<'requests:place'>;
    const patch = makePatch(values, base, isPlaceEdited ? placeField : null);
    try {
      if (Object.keys(patch.was ?? {}).length > 0) await onSave(patch);
      forgetValues(draftKey);
      onClose();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status === 409) return openConflict(error, patch, values.place);
      if (error.status !== 400) return;
      const { place: placeErrors, ...body } = error.body ?? {};
      const { errors, rest } = fieldErrors(resource, placeErrors ? { ...body, target: placeErrors } : body);
      for (const [name, message] of Object.entries(errors)) form.setError(name as keyof EditValues, { message });
      // Messages about other fields are shown in the alert.
      if (rest || Object.keys(errors).length === 0) reportFailure(error, rest ?? undefined);
      if (errors.place) setIsEditingPlace(true);
    }
  }

  /** Loads the other person's version and opens the conflict dialog; reports the 409 if the content does not differ. */
  async function openConflict(error: RequestError, patch: TaskPatch, place: PlaceValue): Promise<void> {
    try {
      const { history: _history, ...theirs } = await loadRequest(request.id, new AbortController().signal, false);
      if (JSON.stringify(editableValues(theirs)) === JSON.stringify(editableValues(baseRequest)))
        return reportFailure(error);
      setConflict({ patch, place, theirs, changed: readRecordChange(error) });
    } catch (failure) {
      // A RequestError is already shown in an alert; the form is unchanged and can be saved again.
      if (!(failure instanceof RequestError)) throw failure;
    }
  }

  /**
   * Resolves the conflict: rebases the form on the server's version and saves again.
   * @param keepTheirs fields in which the other person's value is kept
   */
  function resolveConflict(keepTheirs: ReadonlySet<EditedField>): void {
    if (!conflict) return;
    const { theirs } = conflict;
    setConflict(null);
    setBaseRequest(theirs);
    const isPlaceEdited = isEditingPlace && !keepTheirs.has('place');
    setIsEditingPlace(isPlaceEdited);
    if (keepTheirs.has('description') || !conflict.patch.information)
      setValue('description', theirs.information.description);
    if (keepTheirs.has('service') || conflict.patch.service === undefined) setValue('service', theirs.service.id);
    void save(form.getValues(), theirs, isPlaceEdited);
  }

  const editPlace = () => {
    setValue('place', initialPlace(baseRequest));
    setIsEditingPlace(true);
  };
  return {
    form,
    baseRequest,
    isEditingPlace,
    editPlace,
    save,
    conflict,
    resolveConflict,
    closeConflict: () => setConflict(null),
  };
}
