import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, useTranslate } from 'react-admin';
import { type FieldValues, useFormState, useWatch } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { refusalText, useRefusal } from '#console/data/access.ts';
import { useBuildings } from '#console/data/buildings.ts';
import { messageOf, reportFailure } from '#console/data/failures.ts';
import { request } from '#console/data/http.ts';
import { RequestError } from '#console/data/request-error.ts';
import { DraftKeeper } from '#console/engine/form/draft-keeper.tsx';
import { useScrollToError } from '#console/engine/form/scroll-to-error.ts';
import { SubmitButton } from '#console/engine/form/submit-button.tsx';
import FilesInput from '#console/fields/files/input.tsx';
import LongTextInput from '#console/fields/long-text/input.tsx';
import { FormPage } from '#console/shell/page.tsx';
import { ActionButton } from '#console/ui/action-button.tsx';
import { TASKS_PATH } from '#resources/protocol/tasks.ts';
import classes from './create.module.css';
import { DeadlineField } from './deadline-field.tsx';
import { PerformerField } from './performer-field.tsx';
import { PlaceField } from './place-field.tsx';
import type { PlaceValue } from './place-value.ts';
import { PrefillForm, sourceOf } from './prefill.ts';
import { ServiceField } from './service-field.tsx';
import { bodyOf, DESCRIPTION, errorsOf, FILES, type TaskValues, untouchedTask } from './task-values.ts';

/** `/create-task`: says where and what help is needed (B§2.2, TASK-44…66). */
export function CreatePage() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { state } = useLocation();
  const queries = useQueryClient();
  const [saved, setSaved] = useState(false);
  const [values] = useState(untouchedTask);
  const why = useRefusal('tasks', 'change');
  const refusal = why ? refusalText(why, translate) : null;

  /** Stores the request. @returns messages by field, undefined when it was taken */
  async function send(sent: FieldValues): Promise<Record<string, string> | undefined> {
    const body = bodyOf(sent as TaskValues, sourceOf(state));
    if (refusal || !body) return undefined;
    try {
      await request(TASKS_PATH, { method: 'POST', body, report: (error) => error.status !== 400 });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status !== 400) return {};
      const { errors, rest } = errorsOf(error.body);
      const known = Object.keys(errors).length > 0;
      if (rest || !known) reportFailure(error, known ? rest : (messageOf(error.body) ?? rest));
      return errors as Record<string, string>;
    }
    // The board is to show it at once (TASK-64).
    await queries.invalidateQueries({ queryKey: ['tasks'], refetchType: 'none' });
    setSaved(true);
    return undefined;
  }

  const goBack = () => {
    const { idx } = (globalThis.history.state ?? {}) as { idx?: number };
    if (idx) navigate(-1);
    else navigate('/tasks');
  };

  return (
    <Form
      className={classes.form}
      defaultValues={values}
      onSubmit={send}
      mode="onTouched"
      shouldFocusError={false}
      disableInvalidFormNotification
      noValidate
      warnWhenUnsavedChanges
    >
      <FormPage
        heading={translate('tasks.form.title')}
        back={{ to: '/tasks', label: translate('tasks.form.back') }}
        footer={
          <>
            <SubmitButton label={translate('tasks.form.submit')} refusal={refusal} />
            <ActionButton variant="ghost" onClick={goBack}>
              {translate('tasks.form.cancel')}
            </ActionButton>
          </>
        }
      >
        <DraftKeeper saved={saved} />
        <PrefillForm />
        <Fields />
      </FormPage>
      <AfterSubmit saved={saved} onSaved={() => navigate('/tasks')} />
    </Form>
  );
}

/** Id of the building that a place lies in; null before one is chosen. */
function useBuildingOf(place: PlaceValue | undefined): number | null {
  const { buildings } = useBuildings();
  const object = place?.object ?? null;
  if (object === null) return null;
  const id = Number(object.slice(object.indexOf(':') + 1));
  if (object.startsWith('building:')) return id;
  return buildings.find(({ available_porches }) => available_porches.some((porch) => porch.id === id))?.id ?? null;
}

function Fields() {
  const translate = useTranslate();
  const { place, service } = useWatch() as Partial<TaskValues>;
  const building = useBuildingOf(place);
  return (
    <div className={classes.fields}>
      <Marked name="place">
        <PlaceField />
      </Marked>
      {building === null ? null : (
        <div className={classes.two}>
          <Marked name="service">
            <ServiceField building={building} />
          </Marked>
          {service ? (
            <Marked name="performer">
              <PerformerField key={`${building} ${service}`} building={building} service={service} />
            </Marked>
          ) : null}
        </div>
      )}
      <Marked name="description">
        <LongTextInput
          source="description"
          field={DESCRIPTION}
          label={translate('tasks.form.description')}
          resource="tasks"
        />
      </Marked>
      <Marked name="deadline">
        <DeadlineField />
      </Marked>
      <Marked name="files">
        <FilesInput source="files" field={FILES} label={translate('tasks.form.files')} resource="tasks" />
      </Marked>
    </div>
  );
}

/** Marks a field while something is wrong with it, so that a submit leads there. */
function Marked({ name, children }: { name: string; children: ReactNode }) {
  const { errors } = useFormState({ name, exact: true });
  return (
    <div data-field={name} data-invalid={errors[name] ? 'true' : undefined}>
      {children}
    </div>
  );
}

/** What follows a submit: the way to the first error, or to the board. */
function AfterSubmit({ saved, onSaved }: { saved: boolean; onSaved: () => void }) {
  const marker = useRef<HTMLSpanElement>(null);
  useScrollToError(() => marker.current?.closest('form') ?? null);
  const { isSubmitting } = useFormState();
  const leave = useRef(onSaved);
  leave.current = onSaved;
  useEffect(() => {
    if (!saved || isSubmitting) return;
    // The watch over unsaved changes learns only after this effect that there are none left.
    const timer = setTimeout(() => leave.current());
    return () => clearTimeout(timer);
  }, [saved, isSubmitting]);
  return <span ref={marker} hidden />;
}
