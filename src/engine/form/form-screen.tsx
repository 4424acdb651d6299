import '#i18n/form-pages-texts.ts';
import '#i18n/draft-texts.ts';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Form, type RaRecord, RecordContextProvider, useSaveContext, useTranslate } from 'react-admin';
import { type FieldValues, useFormState, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { refusalText, useRefusal, useSubject } from '#console/data/session/access.ts';
import {
  FormRefusalContext,
  QuestionsContext,
  SavingDeletesContext,
  useWireRecord,
  WireRecordContext,
} from '#console/fields/form-context.ts';
import { useLevelWords } from '#console/fields/level/labels.ts';
import { FormPage } from '#console/shell/page.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { LeaveQuestion } from '#console/ui/dialogs/leave-question.tsx';
import { LinkTabs } from '#console/ui/navigation/link-tabs.tsx';
import { DraftNote, DraftOffer } from '#console/ui/states/draft-offer.tsx';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { formGuide, formHead } from '#resources/language/form-sections.ts';
import { kindOf } from '#resources/language/payload.ts';
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

/** The effect of saving the present choice (`savingCase`). */
function useSaving(resource: Resource): string {
  const names = useMemo(
    () => Object.keys(resource.fields).filter((name) => kindOf(resource.fields[name] as FieldInput).saving),
    [resource],
  );
  const values = useWatch({ name: names });
  return savingCase(resource, Object.fromEntries(names.map((name, at) => [name, values[at]])));
}

/**
 * The one button of a form; greyed with the reason when the right is missing (PERM-21, G-53).
 * @param unready its label while something in the form is wrong; it can still be pressed, and then shows the errors
 * (NEWS-26, NEWS-27). Where it equals the usual label, the button counts as disabled (READ-27)
 */
function SubmitButton({
  resource,
  submit,
  unready,
  refusal,
}: {
  resource: Resource;
  submit: string;
  unready?: string;
  refusal: { title: string; line: string } | null;
}) {
  const translate = useTranslate();
  const isRecord = useWireRecord() !== null;
  const { isSubmitting, isValid } = useFormState();
  const saving = useSaving(resource);
  const label = saving
    ? translate(`resources.${resource.name}.action.${isRecord ? 'save' : 'publish'}${saving}`, { _: submit })
    : submit;
  const isWaiting = unready !== undefined && !isValid && !isSubmitting;
  return (
    <ActionButton
      variant="primary"
      type="submit"
      busy={isSubmitting}
      dim={isWaiting && unready !== label}
      unready={isWaiting && unready === label}
      refusal={refusal}
    >
      {isWaiting ? unready : label}
    </ActionButton>
  );
}

interface Props {
  /** The form was sent and taken. */
  isSaved: boolean;
  /** Fields of the form's definition. */
  fields?: Resource['fields'];
  /** Label of a field, or of the part of it that two people have changed. */
  nameOf?: (field: string, part: string | null) => string;
}

/** Loaded with the language of expressions, which most sections do not use. */
export type FormExpressionsModule = typeof import('./form-expressions.tsx');

/**
 * Put inside a form, above its fields: keeps typed values as a draft, and offers a former draft that was never sent. Changes
 * of others since then stay, and their fields are named. Asks before leaving values that no draft can keep.
 */
export function DraftKeeper({ isSaved, fields, nameOf = (field) => field }: Props) {
  const translate = useTranslate();
  const isRecord = useWireRecord() !== null;
  const { offer, restore, discard, clashes, forget, blocker } = useDraft(isSaved, isRecord, fields);
  const clashedFields = clashes.map(({ field, part }) => nameOf(field, part)).join(', ');
  return (
    <>
      {clashedFields ? (
        <DraftNote text={translate('drafts.clashed', { fields: clashedFields })} onSeen={forget} />
      ) : null}
      {offer && !clashedFields ? <DraftOffer at={offer.at} onRestore={restore} onDiscard={discard} /> : null}
      <LeaveQuestion blocker={blocker} question={translate('drafts.leave')} yes={translate('drafts.leaveYes')} />
    </>
  );
}

/**
 * Disables the form while it is saved: text typed meanwhile would be neither sent nor kept. The focus comes back when the save
 * was refused.
 */
function DisabledWhileSaving({ children }: { children: ReactNode }) {
  const { isSubmitting } = useFormState();
  const area = useRef<HTMLDivElement>(null);
  const stood = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isSubmitting) {
      stood.current =
        activeElement instanceof HTMLElement && area.current?.contains(activeElement) ? activeElement : null;
      return;
    }
    // An inert element has lost the focus to the page; a focus that has moved on stays where it is.
    if (activeElement === document.body && stood.current?.isConnected) stood.current.focus({ preventScroll: true });
    stood.current = null;
  }, [isSubmitting]);
  return (
    <div className={classes.form} ref={area} inert={isSubmitting}>
      {children}
    </div>
  );
}

/** Cancels the form and leads back to the former page; only where the section has a word for it (TASK-64). */
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

/** The way back to the list, with the meaning of leaving where the section gives it (NEWS-24). */
export function backLink({ name, routes }: Resource, translate: ReturnType<typeof useTranslate>) {
  const tooltip = translate(`resources.${name}.action.leave`, { _: '' });
  return {
    to: routes.list,
    label: translate(`resources.${name}.action.back`),
    ...(tooltip ? { tooltip } : {}),
  };
}

/** Initial values may arrive after something was typed: typed values stay. */
const RESET_OPTIONS = { keepDirtyValues: true } as const;

/**
 * A create or edit form as a page: heading, sections, submit button in the footer. The `SaveContext` around it saves;
 * without the right to change the section nothing is sent.
 * @param expressions evaluates the expressions of the definition; null where it has none
 * @param record the record as the server gave it; null when creating
 * @param values initial values of the form
 * @param onSaved called once the form has been saved
 * @param children stands inside the form, besides its fields
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
  /** The page from which the record was begun, for the way back; null: the list. */
  from?: string | null;
  children?: ReactNode;
}) {
  const translate = useTranslate();
  const { save } = useSaveContext();
  const why = useRefusal(resource.section, 'change', resource.record, record ?? undefined);
  const refusal = why ? refusalText(why, translate, 'access.ownEdit') : null;
  const { questions, look, dialog } = useSaveQuestions();
  const { user } = useSubject();
  const send = async (submittedValues: FieldValues) => {
    if (refusal) return undefined;
    const subject = { resource, record, user };
    const payload = expressions?.sentValues(subject, submittedValues) ?? submittedValues;
    const errors = expressions?.checkErrors(subject, payload);
    if (errors) {
      // The validation of a field that just lost the focus would remove its error.
      await new Promise((resolve) => setTimeout(resolve));
      return errors;
    }
    return (await look(payload)) ? save?.(payload) : undefined;
  };
  const unready = translate(`resources.${resource.name}.action.unready`, { _: '' });
  const partName = usePartName(resource);
  const guide = formGuide(resource);
  const Head = useSlot(record ? formHead(resource) : undefined);
  const page = (
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
          {guide === 'tabs' ? <FormTabs resource={resource} /> : null}
        </>
      }
      {...(guide === 'steps' ? { aside: <StepList resource={resource} /> } : {})}
      footer={
        <>
          <SubmitButton resource={resource} submit={submit} {...(unready ? { unready } : {})} refusal={refusal} />
          <CancelButton resource={resource} />
        </>
      }
    >
      <DisabledWhileSaving>
        <DraftKeeper isSaved={isSaved} fields={resource.fields} nameOf={partName} />
        {Head && record ? (
          <RecordContextProvider value={record}>
            <Suspense>
              <Head />
            </Suspense>
          </RecordContextProvider>
        ) : null}
        <FormRefusalContext value={refusal}>
          <SavingDeletesContext value={resource.generic}>
            <FormSections resource={resource} />
          </SavingDeletesContext>
        </FormRefusalContext>
      </DisabledWhileSaving>
    </FormPage>
  );
  return (
    <WireRecordContext value={record}>
      <QuestionsContext value={questions}>
        <Form
          className={classes.form}
          {...(record ? { record: { ...values, id: record.id } } : { defaultValues: values })}
          onSubmit={send}
          resetOptions={RESET_OPTIONS}
          mode="onTouched"
          shouldFocusError={false}
          disableInvalidFormNotification
          noValidate
        >
          {expressions ? (
            <expressions.FormExpressions resource={resource} record={record} user={user}>
              {page}
            </expressions.FormExpressions>
          ) : (
            page
          )}
          <AfterSubmit isSaved={isSaved} onSaved={onSaved} />
          {children}
        </Form>
      </QuestionsContext>
      {dialog}
    </WireRecordContext>
  );
}

/** Label of a field, or of one section in a field of levels. */
export function usePartName(resource: Resource) {
  const label = useFieldLabel();
  const words = useLevelWords();
  return (field: string, part: string | null) => {
    const name = label(resource, field);
    const named = resource.fields[field];
    return part !== null && named && kindOf(named).parted ? `${name} (${words.section(part)})` : name;
  };
}

/** Follows a submit: scrolls to the first error, or leaves the form. */
function AfterSubmit({ isSaved, onSaved }: { isSaved: boolean; onSaved: () => void }) {
  const marker = useRef<HTMLSpanElement>(null);
  useScrollToError(() => marker.current?.closest('form') ?? null);
  const { isSubmitting } = useFormState();
  const leave = useRef(onSaved);
  leave.current = onSaved;
  useEffect(() => {
    if (!isSaved || isSubmitting) return;
    // The guard of unsaved changes is gone by then.
    const timer = setTimeout(() => leave.current());
    return () => clearTimeout(timer);
  }, [isSaved, isSubmitting]);
  return <span ref={marker} hidden />;
}
