import { useMemo, useState } from 'react';
import {
  CreateBase,
  type Identifier,
  type RaRecord,
  SaveContextProvider,
  useEditController,
  useTranslate,
} from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { RequestError } from '#console/data/request-error.ts';
import { FormPage } from '#console/shell/page.tsx';
import { WrongPlace } from '#console/shell/wrong-place.tsx';
import { Delayed, Skeleton } from '#console/ui/skeleton.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { FailedState } from '../list/states.tsx';
import { ResourceProvider } from '../resource-context.tsx';
import { GivenField } from './form-field.tsx';
import { backOf, FormScreen } from './form-screen.tsx';
import { formFields, initialValues, payloadOf, valuesOf } from './form-values.ts';

// The alert and the fields have told of the failure already.
const told = () => undefined;
/** Its own place in the cache: a row of a list holds less than a form needs. */
const META = { form: true } as const;

/** The create page of a definition; success leads to its list (CAM-14). */
export function CreatePage({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [saved, setSaved] = useState(false);
  const values = useMemo(() => initialValues(resource), [resource]);
  const key = `resources.${resource.name}`;
  return (
    <ResourceProvider resource={resource}>
      <CreateBase
        resource={resource.name}
        disableAuthentication
        mutationMode="pessimistic"
        transform={(sent: FieldValues) => payloadOf(resource, sent)}
        mutationOptions={{ onSuccess: () => setSaved(true), onError: told }}
      >
        <FormScreen
          resource={resource}
          heading={translate(`${key}.page.create`)}
          submit={translate(`${key}.action.publish`, { _: translate(`${key}.action.create`) })}
          record={null}
          values={values}
          saved={saved}
          onSaved={() => navigate(resource.routes.list)}
        />
      </CreateBase>
    </ResourceProvider>
  );
}

/** The edit page of a definition: the query `id` names the record (SHELL-07, G-54). */
export function EditPage({ resource }: { resource: Resource }) {
  const [params] = useSearchParams();
  const id = params.get('id')?.trim();
  if (!id) return <WrongPlace backTo={resource.routes.list} />;
  return (
    <ResourceProvider resource={resource}>
      <Editor key={id} resource={resource} id={id} />
    </ResourceProvider>
  );
}

/** Whether the server says that there is no such record, or that the id is none. */
const isNowhere = (error: unknown) => error instanceof RequestError && [400, 404].includes(error.status);

function Editor({ resource, id }: { resource: Resource; id: Identifier }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [saved, setSaved] = useState(false);
  const controller = useEditController<RaRecord>({
    resource: resource.name,
    id,
    disableAuthentication: true,
    mutationMode: 'pessimistic',
    queryOptions: { meta: META, onError: told, retry: false },
    transform: (sent: FieldValues) => payloadOf(resource, sent, 'edit'),
    mutationOptions: { meta: META, onSuccess: () => setSaved(true), onError: told },
  });
  const { record, error, refetch } = controller;
  const values = useMemo(() => (record ? valuesOf(resource, record) : {}), [resource, record]);
  const key = `resources.${resource.name}`;
  const { list } = resource.routes;
  if (isNowhere(error)) return <WrongPlace backTo={list} />;
  if (record) {
    return (
      <SaveContextProvider value={controller}>
        <FormScreen
          resource={resource}
          heading={translate(`${key}.page.edit`)}
          submit={translate(`${key}.action.save`)}
          record={record}
          values={values}
          saved={saved}
          onSaved={() => navigate(list)}
        />
      </SaveContextProvider>
    );
  }
  return (
    <FormPage heading={translate(`${key}.page.edit`)} back={backOf(resource, translate)} footer={null}>
      {error ? <FailedState onRetry={() => void refetch()} /> : <FormSkeleton resource={resource} id={id} />}
    </FormPage>
  );
}

/** A form that is being loaded: what is given once says itself that it is not known yet (NEWS-56), grey shapes below. */
function FormSkeleton({ resource, id }: { resource: Resource; id: Identifier }) {
  const given = formFields(resource).filter(({ field }) => field.once);
  return (
    <>
      {given.map(({ name, field }) => (
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
