import '#i18n/form-pages-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  CreateBase,
  EditContextProvider,
  type Identifier,
  type RaRecord,
  useEditController,
  useNotify,
  useRedirect,
  useTranslate,
} from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { useLocation, useSearchParams } from 'react-router';
import { presentMonth } from '#console/data/company-clock.ts';
import { RequestError } from '#console/data/http/request-error.ts';
// Idempotency keys of create calls are imported with the form, so that saving offline needs no further chunk.
import '#console/data/http/send-once.ts';
import { useFeatures } from '#console/data/session/features.ts';
import { monthToDate } from '#console/fields/date/days.ts';
import { FormPage } from '#console/shell/page.tsx';
import { RecordNotFound } from '#console/shell/record-not-found.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { canCreateRecords } from '#resources/language/create-form.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { usesExpressions } from '#resources/language/expressions/used.ts';
import { LoadingOrFailed } from '../list/states.tsx';
import { ResourceProvider } from '../resource-context.tsx';
import { EditConflictDialog } from './edit-conflict.tsx';
import { FixedField } from './form-field.tsx';
import { backLink, type FormExpressionsModule, FormScreen, usePartName } from './form-screen.tsx';
import { type FormValues, formFields, formPayload, formValues, initialValues, prefilledValues } from './form-values.ts';
import { notifySaved } from './notify-saved.ts';
import { useVersionedSave } from './use-versioned-save.ts';

// Errors have already been shown by the alert and the fields.
const noop = () => undefined;
/** A heading may contain the company's current month: «Показания за октябрь». */
const MONTH_FORMAT = new Intl.DateTimeFormat('ru', { month: 'long' });
/** Gives form records their own cache key: a row of a list has fewer fields than a form needs. */
const FORM_META = { form: true } as const;

/** Path after saving: from the definition's `after`, else the list (CAM-14, SET-42, EMP-27). */
function pathAfterSave({ after, routes }: Resource, use: 'create' | 'edit', id: Identifier | undefined): string {
  return after?.[use]?.replace('{id}', encodeURIComponent(String(id ?? ''))) ?? routes.list;
}

/** Path of the console page that opened the create form and should be returned to; other URLs are ignored. */
function originPath(state: unknown): string | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : null;
}

/** Loads the module that evaluates a definition's expressions in its form; null if it has none. */
export const loadExpressions = async (resource: Resource): Promise<FormExpressionsModule | null> =>
  usesExpressions(resource) ? import('./form-expressions.tsx') : null;

interface PageProps {
  resource: Resource;
  /** Evaluates the definition's expressions in the form; null if it has none. */
  expressions: FormExpressionsModule | null;
}

/** The create page of a definition; «wrong address» where the server accepts no new records. */
export function CreatePage({ resource, expressions }: PageProps) {
  const features = useFeatures();
  return canCreateRecords(resource, features) ? (
    <CreateFormLoader resource={resource} expressions={expressions} />
  ) : (
    <RecordNotFound backTo={resource.routes.list} />
  );
}

const NO_VALUES: FormValues = {};
const useNoInitials = (_resource: Resource): FormValues => NO_VALUES;

/** The create form; success leads to the page that opened it, else to the definition's `after`, else to its list. */
function CreateFormLoader({ resource, expressions }: PageProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const redirect = useRedirect();
  const [savedRecord, setSavedRecord] = useState<RaRecord | null>(null);
  const queryClient = useQueryClient();
  const { state } = useLocation();
  // The module does not change while the page is open, so the rules of hooks hold.
  const useInitials = expressions?.useComputedInitials ?? useNoInitials;
  const computed = useInitials(resource);
  const values = useMemo(
    () => ({ ...initialValues(resource), ...computed, ...prefilledValues(resource, state) }),
    [resource, computed, state],
  );
  const from = originPath(state);
  const key = `resources.${resource.name}`;
  return (
    <ResourceProvider resource={resource}>
      <CreateBase
        resource={resource.name}
        disableAuthentication
        mutationMode="pessimistic"
        transform={(submitted: FieldValues) => formPayload(resource, submitted)}
        mutationOptions={{
          meta: resource.create ? { fields: resource.fields } : undefined,
          onSuccess: async (created: RaRecord) => {
            void notifySaved(resource, 'create', created, translate, notify);
            // Marked stale without refetching: pages of the section refetch when opened and then show the new record (TASK-64).
            await queryClient.invalidateQueries({ queryKey: [resource.name], refetchType: 'none' });
            setSavedRecord(created);
          },
          onError: noop,
        }}
      >
        <FormScreen
          resource={resource}
          expressions={expressions}
          heading={translate(`${key}.page.create`, {
            month: MONTH_FORMAT.format(monthToDate(presentMonth()) ?? undefined),
          })}
          submit={translate(`${key}.action.publish`, { _: translate(`${key}.action.create`) })}
          record={null}
          values={values}
          isSaved={savedRecord !== null}
          onSaved={() => redirect(from ?? pathAfterSave(resource, 'create', savedRecord?.id))}
          from={from}
        />
      </CreateBase>
    </ResourceProvider>
  );
}

/** The edit page of a definition: the query parameter `id` names the record (SHELL-07, G-54). */
export function EditPage({ resource, expressions }: PageProps) {
  const [params] = useSearchParams();
  const id = params.get('id')?.trim();
  if (!id) return <RecordNotFound backTo={resource.routes.list} />;
  return (
    <ResourceProvider resource={resource}>
      <EditFormLoader key={id} resource={resource} expressions={expressions} id={id} />
    </ResourceProvider>
  );
}

/** Whether the server reports that the record does not exist or the id is invalid. */
const isNotFound = (error: unknown) => error instanceof RequestError && [400, 404].includes(error.status);

function EditFormLoader({ resource, expressions, id }: PageProps & { id: Identifier }) {
  const translate = useTranslate();
  const notify = useNotify();
  const redirect = useRedirect();
  const [isSaved, setIsSaved] = useState(false);
  const versionedSave = useVersionedSave(resource, id, FORM_META);
  const controller = useEditController<RaRecord>({
    resource: resource.name,
    id,
    disableAuthentication: true,
    mutationMode: 'pessimistic',
    // Not cached after leaving: changes of others must be loaded before a draft is applied. Not refetched while open either: the
    // form would take later changes for its initial values and could not report the conflict.
    queryOptions: { meta: FORM_META, onError: noop, retry: false, gcTime: 0, refetchOnReconnect: false },
    transform: (submitted: FieldValues, options?: { previousData?: RaRecord }) => ({
      ...formPayload(resource, submitted, 'edit'),
      ...versionedSave.version(options?.previousData),
    }),
    mutationOptions: {
      meta: FORM_META,
      onSuccess: (changed: RaRecord) => {
        void notifySaved(resource, 'edit', { ...changed, id }, translate, notify);
        setIsSaved(true);
      },
      onError: versionedSave.onError,
    },
  });
  const { record, error, refetch } = controller;
  const { conflict, newerRecord, settleConflict, closeConflict } = versionedSave;
  const values = useMemo(() => (record ? formValues(resource, record) : {}), [resource, record]);
  const partName = usePartName(resource);
  const key = `resources.${resource.name}`;
  const { list } = resource.routes;
  if (isNotFound(error)) return <RecordNotFound backTo={list} />;
  if (record) {
    return (
      <EditContextProvider
        value={{
          ...controller,
          save: (submitted: FieldValues) =>
            versionedSave.save(record, submitted, (values) => Promise.resolve(controller.save?.(values))),
        }}
      >
        <FormScreen
          resource={resource}
          expressions={expressions}
          heading={translate(`${key}.page.edit`)}
          submit={translate(`${key}.action.save`)}
          record={newerRecord ?? record}
          values={values}
          isSaved={isSaved}
          onSaved={() => redirect(pathAfterSave(resource, 'edit', id))}
        >
          {conflict ? (
            <EditConflictDialog
              resource={resource}
              conflict={conflict}
              labelFor={partName}
              onSettled={(isSame) => {
                settleConflict();
                if (!isSame) return;
                notify('engine.form.keptTheirs');
                setIsSaved(true);
              }}
              onBack={closeConflict}
            />
          ) : null}
        </FormScreen>
      </EditContextProvider>
    );
  }
  return (
    <FormPage heading={translate(`${key}.page.edit`)} back={backLink(resource, translate)} footer={null}>
      <LoadingOrFailed error={error ?? null} onRetry={() => void refetch()}>
        <FormSkeleton resource={resource} id={id} />
      </LoadingOrFailed>
    </FormPage>
  );
}

/** Placeholder of a form that is loading: fixed fields show their own placeholder (NEWS-56), the others a skeleton. */
function FormSkeleton({ resource, id }: { resource: Resource; id: Identifier }) {
  const fixedFields = formFields(resource).filter(({ field }) => field.once);
  return (
    <>
      {fixedFields.map(({ name, field }) => (
        <div key={name} style={{ marginBottom: 20 }}>
          <FixedField resource={resource} name={name} field={field} record={{ id }} />
        </div>
      ))}
      <Delayed>
        {formFields(resource, 'edit').map(({ name }) => (
          <div key={name} style={{ marginBottom: 20 }}>
            <Skeleton width={96} height={12} />
            <div style={{ height: 8 }} />
            <Skeleton height={40} radius={8} />
          </div>
        ))}
      </Delayed>
    </>
  );
}
