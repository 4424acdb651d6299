import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Form, type RaRecord, RecordContextProvider, useSaveContext, useTranslate } from 'react-admin';
import { type FieldValues, useFormState } from 'react-hook-form';
import { refusalText, useRefusal } from '#console/data/access.ts';
import { SavingDeletesContext } from '#console/fields/files/saving-deletes.ts';
import { useLevelWords } from '#console/fields/levels/labels.ts';
import { QuestionsContext } from '#console/fields/questions.ts';
import { WireRecordContext } from '#console/fields/wire-record.ts';
import { FormPage } from '#console/shell/page.tsx';
import { LinkTabs } from '#console/ui/link-tabs.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { formGuide, formHead } from '#resources/language/form-sections.ts';
import { useFieldLabel } from '../field-part.tsx';
import { useSlot } from '../slots.tsx';
import { CancelButton } from './cancel-button.tsx';
import { DraftKeeper } from './draft-keeper.tsx';
import classes from './form-screen.module.css';
import { FormSections } from './form-sections.tsx';
import { FormTabs } from './form-tabs.tsx';
import { useScrollToError } from './scroll-to-error.ts';
import { useSecondLook } from './second-look.tsx';
import { StepList } from './step-list.tsx';
import { StillWhileSaving } from './still-while-saving.tsx';
import { SubmitButton } from './submit-button.tsx';

/** The way back to the list, with what leaving means where the section says so (NEWS-24). */
export function backOf({ name, routes }: Resource, translate: ReturnType<typeof useTranslate>) {
  const tooltip = translate(`resources.${name}.action.leave`, { _: '' });
  return {
    to: routes.list,
    label: translate(`resources.${name}.action.back`),
    ...(tooltip ? { tooltip } : {}),
  };
}

/**
 * A create or edit form as a page: heading, sections, submit button in the footer. Saving is whoever's
 * `SaveContext` it stands in; without the right to change the section nothing is sent.
 * @param record the record as the server gave it; null when creating
 * @param values what the form begins with
 * @param onSaved called once the form has been sent and taken
 * @param children stands inside the form, besides its fields
 */
export function FormScreen({
  resource,
  heading,
  submit,
  record,
  values,
  saved,
  onSaved,
  children,
}: {
  resource: Resource;
  heading: string;
  submit: string;
  record: RaRecord | null;
  values: FieldValues;
  saved: boolean;
  onSaved: () => void;
  children?: ReactNode;
}) {
  const translate = useTranslate();
  const { save } = useSaveContext();
  const why = useRefusal(resource.section, 'change', resource.record, record ?? undefined);
  const refusal = why ? refusalText(why, translate, 'access.ownEdit') : null;
  const { questions, look, dialog } = useSecondLook();
  const send = async (sent: FieldValues) => (refusal || !(await look(sent)) ? undefined : save?.(sent));
  const unready = translate(`resources.${resource.name}.action.unready`, { _: '' });
  const nameOf = usePartName(resource);
  const guide = formGuide(resource);
  const Head = useSlot(record ? formHead(resource) : undefined);
  return (
    <WireRecordContext value={record}>
      <QuestionsContext value={questions}>
        <Form
          className={classes.form}
          {...(record ? { record: { ...values, id: record.id } } : { defaultValues: values })}
          onSubmit={send}
          mode="onTouched"
          shouldFocusError={false}
          disableInvalidFormNotification
          noValidate
          warnWhenUnsavedChanges
        >
          <FormPage
            heading={heading}
            back={backOf(resource, translate)}
            {...(resource.ways && !record ? { tabs: <LinkTabs label={heading} tabs={resource.ways} /> } : {})}
            {...(guide === 'tabs' ? { tabs: <FormTabs resource={resource} /> } : {})}
            {...(guide === 'steps' ? { aside: <StepList resource={resource} /> } : {})}
            footer={
              <>
                <SubmitButton label={submit} {...(unready ? { unready } : {})} refusal={refusal} />
                <CancelButton resource={resource} />
              </>
            }
          >
            <StillWhileSaving>
              <DraftKeeper saved={saved} nameOf={nameOf} />
              {Head && record ? (
                <RecordContextProvider value={record}>
                  <Suspense>
                    <Head />
                  </Suspense>
                </RecordContextProvider>
              ) : null}
              <SavingDeletesContext value={resource.generic}>
                <FormSections resource={resource} />
              </SavingDeletesContext>
            </StillWhileSaving>
          </FormPage>
          <AfterSubmit saved={saved} onSaved={onSaved} />
          {children}
        </Form>
      </QuestionsContext>
      {dialog}
    </WireRecordContext>
  );
}

/** How a field is called, or one section of a field that holds levels. */
export function usePartName(resource: Resource) {
  const label = useFieldLabel();
  const words = useLevelWords();
  return (field: string, part: string | null) => {
    const name = label(resource, field);
    return part !== null && resource.fields[field]?.kind === 'levels' ? `${name} (${words.section(part)})` : name;
  };
}

/** What follows a submit: the way to the first error, or out of the form. */
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
