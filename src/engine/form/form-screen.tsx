import '#i18n/form-pages-texts.ts';
import '#i18n/draft-texts.ts';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Form, type RaRecord, RecordContextProvider, useSaveContext, useTranslate } from 'react-admin';
import { type FieldValues, useFormState, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { refusalText, useRefusal, useSubject } from '#console/data/session/access.ts';
import {
  DeleteFilesOnSaveContext,
  FormRefusalContext,
  SaveWarningsContext,
  useWireRecord,
  WireRecordContext,
} from '#console/fields/form-context.ts';
import { useLevelLabels } from '#console/fields/level/labels.ts';
import { FormPage } from '#console/shell/page.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { LeaveQuestion } from '#console/ui/dialogs/leave-question.tsx';
import { LinkTabs } from '#console/ui/navigation/link-tabs.tsx';
import { DraftNote, DraftOffer } from '#console/ui/states/draft-offer.tsx';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { formHead, formNavigation } from '#resources/language/form-sections.ts';
import { getKind } from '#resources/language/payload.ts';
import { useFieldLabel } from '../field-part.tsx';
import { useSlot } from '../slots.tsx';
import classes from './form.module.css';
import { FormSections } from './form-sections.tsx';
import { FormTabs } from './form-tabs.tsx';
import { savingCase } from './form-values.ts';
import { useSaveQuestions } from './save-questions.tsx';
import { useScrollToError } from './scroll-to-error.ts';
import { StepList } from './step-list.tsx';
import { useDraft } from './use-draft.ts';

/** Suffix of the text key of the submit label, which depends on the typed values (`savingCase`). */
function useSavingSuffix(resource: Resource): string {
  const names = useMemo(
    () => Object.keys(resource.fields).filter((name) => getKind(resource.fields[name] as FieldInput).getSaveSuffix),
    [resource],
  );
  const values = useWatch({ name: names });
  return savingCase(resource, Object.fromEntries(names.map((name, at) => [name, values[at]])));
}

/**
 * The submit button of a form; disabled with the reason if the right is missing (PERM-21, G-53).
 * @param invalidLabel label while the form is invalid; the button can still be pressed and then shows the errors (NEWS-26, NEWS-27).
 * If it equals the usual label, the button is styled and announced as disabled while the form is invalid (READ-27)
 */
function SubmitButton({
  resource,
  submit,
  invalidLabel,
  refusal,
}: {
  resource: Resource;
  submit: string;
  invalidLabel?: string;
  refusal: { title: string; line: string } | null;
}) {
  const translate = useTranslate();
  const isRecord = useWireRecord() !== null;
  const { isSubmitting, isValid } = useFormState();
  const savingSuffix = useSavingSuffix(resource);
  const label = savingSuffix
    ? translate(`resources.${resource.name}.action.${isRecord ? 'save' : 'publish'}${savingSuffix}`, { _: submit })
    : submit;
  const isIncomplete = invalidLabel !== undefined && !isValid && !isSubmitting;
  return (
    <ActionButton
      variant="primary"
      type="submit"
      busy={isSubmitting}
      dim={isIncomplete && invalidLabel !== label}
      unready={isIncomplete && invalidLabel === label}
      refusal={refusal}
    >
      {isIncomplete ? invalidLabel : label}
    </ActionButton>
  );
}

interface DraftKeeperProps {
  /** Whether the form was saved. */
  isSaved: boolean;
  /** Fields of the form's definition. */
  fields?: Resource['fields'];
  /** Label of a field, or of the part of it that two people have changed. */
  labelFor?: (field: string, part: string | null) => string;
}

/** Loaded together with the expression engine, which most sections do not use. */
export type FormExpressionsModule = typeof import('./form-expressions.tsx');

/**
 * Inside a form, above its fields: stores typed values as a draft and offers an earlier draft that was not sent. If
 * another person has changed the same field meanwhile, their value stays and the field is named in a note. Asks before leaving
 * with values that no draft can store.
 */
export function DraftKeeper({ isSaved, fields, labelFor = (field) => field }: DraftKeeperProps) {
  const translate = useTranslate();
  const isRecord = useWireRecord() !== null;
  const { offer, restore, discard, conflicts, forget, blocker } = useDraft(isSaved, isRecord, fields);
  const conflictingFields = conflicts.map(({ field, part }) => labelFor(field, part)).join(', ');
  return (
    <>
      {conflictingFields ? (
        <DraftNote text={translate('drafts.clashed', { fields: conflictingFields })} onSeen={forget} />
      ) : null}
      {offer && !conflictingFields ? <DraftOffer at={offer.at} onRestore={restore} onDiscard={discard} /> : null}
      <LeaveQuestion blocker={blocker} question={translate('drafts.leave')} yes={translate('drafts.leaveYes')} />
    </>
  );
}

/**
 * Makes the form inert while it is saved, because text typed meanwhile would be neither sent nor stored. Restores the focus if
 * the save was refused.
 */
function DisabledWhileSaving({ children }: { children: ReactNode }) {
  const { isSubmitting } = useFormState();
  const areaRef = useRef<HTMLDivElement>(null);
  const focusedBefore = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isSubmitting) {
      focusedBefore.current =
        activeElement instanceof HTMLElement && areaRef.current?.contains(activeElement) ? activeElement : null;
      return;
    }
    // An inert element loses the focus to `body`; a focus that has moved elsewhere is left alone.
    if (activeElement === document.body && focusedBefore.current?.isConnected)
      focusedBefore.current.focus({ preventScroll: true });
    focusedBefore.current = null;
  }, [isSubmitting]);
  return (
    <div className={classes.form} ref={areaRef} inert={isSubmitting}>
      {children}
    </div>
  );
}

/** Cancels the form and goes back; only where the section has a label for it (TASK-64). */
function CancelButton({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const label = translate(`resources.${resource.name}.action.cancel`, { _: '' });
  if (!label) return null;
  const goBack = () => {
    const { idx } = (globalThis.history.state ?? {}) as { idx?: number };
    if (idx) navigate(-1);
    else navigate(resource.routes.list);
  };
  return (
    <ActionButton variant="ghost" onClick={goBack}>
      {label}
    </ActionButton>
  );
}

/** Link back to the list, with a tooltip if the section explains what leaving means (NEWS-24). */
export function backLink({ name, routes }: Resource, translate: ReturnType<typeof useTranslate>) {
  const tooltip = translate(`resources.${name}.action.leave`, { _: '' });
  return {
    to: routes.list,
    label: translate(`resources.${name}.action.back`),
    ...(tooltip ? { tooltip } : {}),
  };
}

/** Initial values may arrive after the person has typed: typed values stay. */
const RESET_OPTIONS = { keepDirtyValues: true } as const;

/**
 * A create or edit form as a page: heading, sections, submit button in the footer. The surrounding `SaveContext` saves; nothing
 * is sent without the right to change the section.
 * @param expressions evaluates the definition's expressions; null if it has none
 * @param record the record as the server sent it; null when creating
 * @param values initial values of the form
 * @param onSaved called once the form has been saved
 * @param children rendered inside the form, after its fields
 */
export function FormScreen({
  resource,
  expressions,
  heading,
  submit,
  record,
  values,
  isSaved,
  onSaved,
  from = null,
  children,
}: {
  resource: Resource;
  expressions: FormExpressionsModule | null;
  heading: string;
  submit: string;
  record: RaRecord | null;
  values: FieldValues;
  isSaved: boolean;
  onSaved: () => void;
  /** Page that opened the create form, for the back link; null for the list. */
  from?: string | null;
  children?: ReactNode;
}) {
  const translate = useTranslate();
  const { save } = useSaveContext();
  const accessRefusal = useRefusal(resource.section, 'change', resource.record, record ?? undefined);
  const refusal = accessRefusal ? refusalText(accessRefusal, translate, 'access.ownEdit') : null;
  const { questions, confirmSave, dialog } = useSaveQuestions();
  const { user } = useSubject();
  const submitForm = async (submittedValues: FieldValues) => {
    if (refusal) return undefined;
    const subject = { resource, record, user };
    const payload = expressions?.valuesToSubmit(subject, submittedValues) ?? submittedValues;
    const errors = expressions?.checkErrors(subject, payload);
    if (errors) {
      // Wait one macrotask, because the pending blur validation would clear these errors.
      await new Promise((resolve) => setTimeout(resolve));
      return errors;
    }
    return (await confirmSave(payload)) ? save?.(payload) : undefined;
  };
  const invalidLabel = translate(`resources.${resource.name}.action.unready`, { _: '' });
  const partName = usePartName(resource);
  const navigation = formNavigation(resource);
  const Head = useSlot(record ? formHead(resource) : undefined);
  const formPage = (
    <FormPage
      heading={heading}
      back={
        from
          ? { ...backLink(resource, translate), to: from, label: translate('engine.form.back') }
          : backLink(resource, translate)
      }
      tabs={
        <>
          {resource.ways && !record ? <LinkTabs label={heading} tabs={resource.ways} /> : null}
          {navigation === 'tabs' ? <FormTabs resource={resource} /> : null}
        </>
      }
      {...(navigation === 'steps' ? { aside: <StepList resource={resource} /> } : {})}
      footer={
        <>
          <SubmitButton
            resource={resource}
            submit={submit}
            {...(invalidLabel ? { invalidLabel } : {})}
            refusal={refusal}
          />
          <CancelButton resource={resource} />
        </>
      }
    >
      <DisabledWhileSaving>
        <DraftKeeper isSaved={isSaved} fields={resource.fields} labelFor={partName} />
        {Head && record ? (
          <RecordContextProvider value={record}>
            <Suspense>
              <Head />
            </Suspense>
          </RecordContextProvider>
        ) : null}
        <FormRefusalContext value={refusal}>
          <DeleteFilesOnSaveContext value={resource.generic}>
            <FormSections resource={resource} />
          </DeleteFilesOnSaveContext>
        </FormRefusalContext>
      </DisabledWhileSaving>
    </FormPage>
  );
  return (
    <WireRecordContext value={record}>
      <SaveWarningsContext value={questions}>
        <Form
          className={classes.form}
          {...(record ? { record: { ...values, id: record.id } } : { defaultValues: values })}
          onSubmit={submitForm}
          resetOptions={RESET_OPTIONS}
          mode="onTouched"
          shouldFocusError={false}
          disableInvalidFormNotification
          noValidate
        >
          {expressions ? (
            <expressions.FormExpressions resource={resource} record={record} user={user}>
              {formPage}
            </expressions.FormExpressions>
          ) : (
            formPage
          )}
          <AfterSubmit isSaved={isSaved} onSaved={onSaved} />
          {children}
        </Form>
      </SaveWarningsContext>
      {dialog}
    </WireRecordContext>
  );
}

/** Returns the label of a field, or of one section in a field of access levels. */
export function usePartName(resource: Resource) {
  const label = useFieldLabel();
  const levelLabels = useLevelLabels();
  return (field: string, part: string | null) => {
    const fieldLabel = label(resource, field);
    const fieldDefinition = resource.fields[field];
    return part !== null && fieldDefinition && getKind(fieldDefinition).hasParts
      ? `${fieldLabel} (${levelLabels.section(part)})`
      : fieldLabel;
  };
}

/** After a submit, scrolls to the first error or leaves the form. */
function AfterSubmit({ isSaved, onSaved }: { isSaved: boolean; onSaved: () => void }) {
  const marker = useRef<HTMLSpanElement>(null);
  useScrollToError(() => marker.current?.closest('form') ?? null);
  const { isSubmitting } = useFormState();
  const onSavedRef = useRef(onSaved);
  onSavedRef.current = onSaved;
  useEffect(() => {
    if (!isSaved || isSubmitting) return;
    // Deferred until the guard against unsaved changes is removed.
    const timer = setTimeout(() => onSavedRef.current());
    return () => clearTimeout(timer);
  }, [isSaved, isSubmitting]);
  return <span ref={marker} hidden />;
}
