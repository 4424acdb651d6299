import Close from '@mui/icons-material/Close';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { useId } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { RequestError } from '#console/data/http/request-error.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { NameForm } from '#console/engine/list/saved-views/name-form.tsx';
import { useViews, useViewWrites } from '#console/engine/list/saved-views/view-calls.ts';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { PanelDialog } from '#console/ui/dialogs/panel-dialog.tsx';
import { currentDate } from '#resources/clock.ts';
import { TASK_TEMPLATES } from '#resources/protocol/views/view-bounds.ts';
import type { SavedView } from '#resources/protocol/views/views.ts';
import modal from '../dialogs/modal.module.css';
import { makeTemplate, readTemplate, templateDeadline } from './template.ts';
import classes from './templates.module.css';

/** Values of the form of a new request. */
interface TemplateValues {
  service?: number | null;
  description?: string | null;
  deadline?: string | null;
}

/** Templates that fill the form, and a button that saves the form as a template. Its own chunk. */
export default function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const id = useId();
  const { setValue } = useFormContext();
  const { views, failed } = useViews(TASK_TEMPLATES);
  const { remove, save } = useViewWrites();

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
  async function drop({ id: view, list, name, query, shared }: SavedView) {
    try {
      await remove(view);
      const undo = () => save({ list, name, query, shared });
      notify('tasks.templates.removed', { messageArgs: { name }, undo } satisfies ToastOptions);
    } catch (error) {
      // The alert has told of it.
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
                      onClick={() => void drop(view)}
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
          <KeepForm ownViews={views?.filter((view) => view.own) ?? []} />
        </div>
      </div>
    </PanelDialog>
  );
}

/** Saves the present values of the form as a named template. */
function KeepForm({ ownViews }: { ownViews: readonly SavedView[] }) {
  const translate = useTranslate();
  const { getValues } = useFormContext<TemplateValues>();
  const word = (name: string) => translate(`tasks.templates.${name}`);
  const take = () => {
    const { service = null, description, deadline = null } = getValues();
    const template = makeTemplate({ service, description: description?.trim() ?? '', deadline }, currentDate());
    const isEmpty = !template.description && service === null;
    return isEmpty ? { refusal: word('empty') } : { query: JSON.stringify(template) };
  };
  return (
    <NameForm
      list={TASK_TEMPLATES}
      ownViews={ownViews}
      words={{
        label: word('keep'),
        placeholder: word('name'),
        share: word('share'),
        save: word('save'),
        replace: word('replace'),
        saved: 'tasks.templates.saved',
        replaced: 'tasks.templates.saved',
      }}
      take={take}
    />
  );
}
