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
// The keys of creating calls are loaded with the form, so that saving needs no further code without a network.
import '#console/data/http/sent-once.ts';
import { useFeatures } from '#console/data/session/features.ts';
import { monthToDate } from '#console/fields/date/days.ts';
import { FormPage } from '#console/shell/page.tsx';
import { WrongPlace } from '#console/shell/wrong-place.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { takesNew } from '#resources/language/create-form.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { usesExpressions } from '#resources/language/expressions/used.ts';
import { Unloaded } from '../list/states.tsx';
import { ResourceProvider } from '../resource-context.tsx';
import { EditConflictDialog } from './edit-conflict.tsx';
import { GivenField } from './form-field.tsx';
import { backLink, type FormExpressionsModule, FormScreen, usePartName } from './form-screen.tsx';
import { type FormValues, formFields, formPayload, formValues, initialValues, prefilled } from './form-values.ts';
import { tellSaved } from './tell-saved.ts';
import { useVersionedSave } from './use-versioned-save.ts';

// The alert and the fields have told of the failure already.
const nothing = () => undefined;
/** A heading may name the company's present month: «Показания за октябрь». */
const MONTH = new Intl.DateTimeFormat('ru', { month: 'long' });
/** Its own place in the cache: a row of a list holds less than a form needs. */
const META = { form: true } as const;

/** Where a saved form leads: where the definition says, else to its list (CAM-14, SET-42, EMP-27). */
function addressAfter({ after, routes }: Resource, use: 'create' | 'edit', id: Identifier | undefined): string {
  return after?.[use]?.replace('{id}', encodeURIComponent(String(id ?? ''))) ?? routes.list;
}

/** The page of the console that has begun a record out of something of its own, and is gone back to. */
function cameFrom(state: unknown): string | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : null;
}

/** Loads what evaluates the expressions of a definition in its form; null where it has none. */
export const loadExpressions = async (resource: Resource): Promise<FormExpressionsModule | null> =>
  usesExpressions(resource) ? import('./form-expressions.tsx') : null;

interface PageProps {
  resource: Resource;
  /** Evaluates the expressions of the definition in the form; null where it has none. */
  expressions: FormExpressionsModule | null;
}

/** The create page of a definition; none where the server takes no new records. */
export function CreatePage({ resource, expressions }: PageProps) {
  const features = useFeatures();
  return takesNew(resource, features) ? (
    <Creator resource={resource} expressions={expressions} />
  ) : (
    <WrongPlace backTo={resource.routes.list} />
  );
}

const NO_VALUES: FormValues = {};
const useNoInitials = (_resource: Resource): FormValues => NO_VALUES;

/** The create form; success leads to where it was begun, else where the definition says, else to its list. */
function Creator({ resource, expressions }: PageProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const redirect = useRedirect();
  const [savedRecord, setSavedRecord] = useState<RaRecord | null>(null);
  const queryClient = useQueryClient();
  const { state } = useLocation();
  // The module is the same for as long as the page is open.
  const useInitials = expressions?.useComputedInitials ?? useNoInitials;
  const computed = useInitials(resource);
  const values = useMemo(
    () => ({ ...initialValues(resource), ...computed, ...prefilled(resource, state) }),
    [resource, computed, state],
  );
  const from = cameFrom(state);
  const key = `resources.${resource.name}`;
  return (
    <ResourceProvider resource={resource}>
      <CreateBase
        resource={resource.name}
        disableAuthentication
        mutationMode="pessimistic"
        transform={(sent: FieldValues) => formPayload(resource, sent)}
        mutationOptions={{
          meta: resource.create ? { fields: resource.fields } : undefined,
          onSuccess: async (created: RaRecord) => {
            void tellSaved(resource, 'create', created, translate, notify);
            // Whatever shows the section asks anew when it is gone to, and then has the new one (TASK-64).
            await queryClient.invalidateQueries({ queryKey: [resource.name], refetchType: 'none' });
            setSavedRecord(created);
          },
          onError: nothing,
        }}
      >
        <FormScreen
          resource={resource}
          expressions={expressions}
          heading={translate(`${key}.page.create`, { month: MONTH.format(monthToDate(presentMonth()) ?? undefined) })}
          submit={translate(`${key}.action.publish`, { _: translate(`${key}.action.create`) })}
          record={null}
          values={values}
          isSaved={savedRecord !== null}
          onSaved={() => redirect(from ?? addressAfter(resource, 'create', savedRecord?.id))}
          from={from}
        />
      </CreateBase>
    </ResourceProvider>
  );
}

/** The edit page of a definition: the query `id` names the record (SHELL-07, G-54). */
export function EditPage({ resource, expressions }: PageProps) {
  const [params] = useSearchParams();
  const id = params.get('id')?.trim();
  if (!id) return <WrongPlace backTo={resource.routes.list} />;
  return (
    <ResourceProvider resource={resource}>
      <Editor key={id} resource={resource} expressions={expressions} id={id} />
    </ResourceProvider>
  );
}

/** Whether the server says that there is no such record, or that the id is none. */
const isNowhere = (error: unknown) => error instanceof RequestError && [400, 404].includes(error.status);

function Editor({ resource, expressions, id }: PageProps & { id: Identifier }) {
  const translate = useTranslate();
  const notify = useNotify();
  const redirect = useRedirect();
  const [isSaved, setIsSaved] = useState(false);
  const versioned = useVersionedSave(resource, id, META);
  const controller = useEditController<RaRecord>({
    resource: resource.name,
    id,
    disableAuthentication: true,
    mutationMode: 'pessimistic',
    // A form that was left is not cached: changes of others must be loaded before a draft is laid over it.
    // Later ones are not loaded either: the form would take them for what it began with and could not name them.
    queryOptions: { meta: META, onError: nothing, retry: false, gcTime: 0, refetchOnReconnect: false },
    transform: (sent: FieldValues, options?: { previousData?: RaRecord }) => ({
      ...formPayload(resource, sent, 'edit'),
      ...versioned.version(options?.previousData),
    }),
    mutationOptions: {
      meta: META,
      onSuccess: (changed: RaRecord) => {
        void tellSaved(resource, 'edit', { ...changed, id }, translate, notify);
        setIsSaved(true);
      },
      onError: versioned.onError,
    },
  });
  const { record, error, refetch } = controller;
  const { conflict, newer, settle, leave } = versioned;
  const values = useMemo(() => (record ? formValues(resource, record) : {}), [resource, record]);
  const partName = usePartName(resource);
  const key = `resources.${resource.name}`;
  const { list } = resource.routes;
  if (isNowhere(error)) return <WrongPlace backTo={list} />;
  if (record) {
    return (
      <EditContextProvider
        value={{
          ...controller,
          save: (sent: FieldValues) =>
            versioned.save(record, sent, (values) => Promise.resolve(controller.save?.(values))),
        }}
      >
        <FormScreen
          resource={resource}
          expressions={expressions}
          heading={translate(`${key}.page.edit`)}
          submit={translate(`${key}.action.save`)}
          record={newer ?? record}
          values={values}
          isSaved={isSaved}
          onSaved={() => redirect(addressAfter(resource, 'edit', id))}
        >
          {conflict ? (
            <EditConflictDialog
              resource={resource}
              conflict={conflict}
              nameOf={partName}
              onSettled={(isSame) => {
                settle();
                if (!isSame) return;
                notify('engine.form.keptTheirs');
                setIsSaved(true);
              }}
              onBack={leave}
            />
          ) : null}
        </FormScreen>
      </EditContextProvider>
    );
  }
  return (
    <FormPage heading={translate(`${key}.page.edit`)} back={backLink(resource, translate)} footer={null}>
      <Unloaded error={error ?? null} onRetry={() => void refetch()}>
        <FormSkeleton resource={resource} id={id} />
      </Unloaded>
    </FormPage>
  );
}

/** A form that is being loaded: what is given once says itself that it is not known yet (NEWS-56), grey shapes below. */
function FormSkeleton({ resource, id }: { resource: Resource; id: Identifier }) {
  const fixedFields = formFields(resource).filter(({ field }) => field.once);
  return (
    <>
      {fixedFields.map(({ name, field }) => (
        <div key={name} style={{ marginBottom: 20 }}>
          <GivenField resource={resource} name={name} field={field} record={{ id }} />
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
