import { useTranslate } from 'react-admin';
import { FormProvider } from 'react-hook-form';
import { useResource } from '#console/engine/resource-context.tsx';
import LongTextInput from '#console/fields/long-text/input.tsx';
import OneOfInput from '#console/fields/one-of/input.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { typeset } from '#i18n/typeset.ts';
import type { FieldOf } from '#resources/language/define-resource.ts';
import type { TaskCard, TaskPatch } from '#resources/protocol/requests/tasks.ts';
import { addressText } from '../model/request-address.ts';
import PlaceInput from '../place/input.tsx';
import { RequestConflictDialog } from './edit-conflict.tsx';
import classes from './modal.module.css';
import { Modal } from './modal.tsx';
import { type EditValues, useRequestEdit } from './use-request-edit.ts';

/** Dialog that edits text, service and address of an unfinished request; sends only changed fields. */
export default function EditDialog({
  request,
  onSave,
  onClose,
}: {
  request: TaskCard;
  /** @throws RequestError if the server refuses the change */
  onSave: (patch: TaskPatch) => Promise<void>;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const { fields } = useResource();
  const { form, baseRequest, isEditingPlace, editPlace, save, conflict, resolveConflict, closeConflict } =
    useRequestEdit(request, onSave, onClose);
  const { isDirty, isSubmitting } = form.formState;
  const label = (name: keyof EditValues) => translate(`resources.tasks.fields.${name}`);
  return (
    <FormProvider {...form}>
      {conflict ? (
        <RequestConflictDialog conflict={conflict} onResolved={resolveConflict} onBack={closeConflict} />
      ) : null}
      <Modal
        title={translate('tasks.edit.title')}
        subtitle={typeset(request.task_name)}
        width={560}
        onClose={onClose}
        onSubmit={() => void form.handleSubmit((values) => save(values))()}
        footer={
          <>
            <ActionButton onClick={onClose}>{translate('tasks.edit.cancel')}</ActionButton>
            <ActionButton variant="primary" type="submit" busy={isSubmitting} unready={!isDirty && !isEditingPlace}>
              {translate('tasks.edit.save')}
            </ActionButton>
          </>
        }
      >
        <div className={classes.fields}>
          {isEditingPlace ? (
            <PlaceInput
              source="place"
              field={fields.place as FieldOf<'requests:place'>}
              label={label('place')}
              resource="tasks"
            />
          ) : (
            <FieldFrame id="edit-place" label={label('place')} group>
              <div className={classes.given}>
                <span>{addressText(baseRequest, translate)}</span>
                <button type="button" className="link" onClick={editPlace}>
                  {translate('tasks.edit.move')}
                </button>
              </div>
            </FieldFrame>
          )}
          <OneOfInput
            source="service"
            field={fields.service as FieldOf<'one-of'>}
            label={label('service')}
            resource="tasks"
          />
          <LongTextInput
            source="description"
            field={fields.description as FieldOf<'long-text'>}
            label={label('description')}
            resource="tasks"
          />
        </div>
      </Modal>
    </FormProvider>
  );
}
