import Close from '@mui/icons-material/Close';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { useId } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { RequestError } from '#console/data/http/request-error.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { NameForm } from '#console/engine/list/saved-views/name-form.tsx';
import { useViewMutations, useViews } from '#console/engine/list/saved-views/view-calls.ts';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { PanelDialog } from '#console/ui/dialogs/panel-dialog.tsx';
import { currentDate } from '#resources/clock.ts';
import { TASK_TEMPLATES } from '#resources/protocol/views/view-bounds.ts';
import type { SavedView } from '#resources/protocol/views/views.ts';
import modal from '../dialogs/modal.module.css';
import { makeTemplate, readTemplate, templateDeadline } from './template.ts';
import classes from './templates.module.css';

/** Values of the new-request form that a template stores. */
interface TemplateValues {
  service?: number | null;
  description?: string | null;
  deadline?: string | null;
}

/** Dialog that fills the form from a template or saves the form as one; loaded as a separate chunk. */
export default function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const id = useId();
  const { setValue } = useFormContext();
  const { views, failed } = useViews(TASK_TEMPLATES);
  const { remove, save } = useViewMutations();

  function apply({ name, query }: SavedView) {
    const template = readTemplate(query);
    if (!template) return;
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    if (template.service !== null) setValue('service', template.service, options);
    if (template.description) setValue('description', template.description, options);
    const deadline = templateDeadline(template, currentDate());
    if (deadline) setValue('deadline', deadline, options);
    notify('tasks.templates.applied', { messageArgs: { name } });
    onClose();
  }
  async function removeTemplate({ id: view, list, name, query, shared }: SavedView) {
    try {
      await remove(view);
      const undo = () => save({ list, name, query, shared });
      notify('tasks.templates.removed', { messageArgs: { name }, undo } satisfies ToastOptions);
    } catch (error) {
      // A RequestError is already shown in an alert.
      if (!(error instanceof RequestError)) throw error;
    }
  }
  return (
    <PanelDialog onClose={onClose} aria-labelledby={id} width={480}>
      <div className={modal.modal}>
        <div className={modal.head}>
          <div className={modal.heading}>
            <h2 id={id} className={modal.title}>
              {translate('tasks.templates.title')}
            </h2>
          </div>
          <IconButton label={translate('ui.close')} onClick={onClose}>
            <Close />
          </IconButton>
        </div>
        <div className={modal.body}>
          {views?.length ? (
            <ul className={classes.list}>
              {views.map((view) => (
                <li key={view.id} className={classes.line}>
                  <button type="button" className={classes.use} onClick={() => apply(view)}>
                    <b>{view.name}</b>
                    <small>{readTemplate(view.query)?.description}</small>
                  </button>
                  {view.own ? (
                    <IconButton
                      label={translate('tasks.templates.remove', { name: view.name })}
                      onClick={() => void removeTemplate(view)}
                    >
                      <DeleteOutlined />
                    </IconButton>
                  ) : null}
                </li>
              ))}
            </ul>
          ) : (
            <p className={modal.note} role="status">
              {translate(`tasks.templates.${failed ? 'failed' : views ? 'none' : 'busy'}`)}
            </p>
          )}
          <SaveTemplateForm ownViews={views?.filter((view) => view.own) ?? []} />
        </div>
      </div>
    </PanelDialog>
  );
}

/** Form that saves the current values as a named template. */
function SaveTemplateForm({ ownViews }: { ownViews: readonly SavedView[] }) {
  const translate = useTranslate();
  const { getValues } = useFormContext<TemplateValues>();
  const text = (name: string) => translate(`tasks.templates.${name}`);
  const makeQuery = () => {
    const { service = null, description, deadline = null } = getValues();
    const template = makeTemplate({ service, description: description?.trim() ?? '', deadline }, currentDate());
    const isEmpty = !template.description && service === null;
    return isEmpty ? { refusal: text('empty') } : { query: JSON.stringify(template) };
  };
  return (
    <NameForm
      list={TASK_TEMPLATES}
      ownViews={ownViews}
      texts={{
        label: text('keep'),
        placeholder: text('name'),
        share: text('share'),
        save: text('save'),
        replace: text('replace'),
        saved: 'tasks.templates.saved',
        replaced: 'tasks.templates.saved',
      }}
      getQuery={makeQuery}
    />
  );
}
