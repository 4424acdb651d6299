import '#i18n/linked-deletion-texts.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { type Identifier, useTranslate } from 'react-admin';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { KnownDefinitions } from '#console/fields/known-definitions.ts';
import type { ConfirmDetails } from '#console/ui/dialogs/confirm-dialog.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { isReferredTo, linkedSections } from '#resources/language/references.ts';
import type { DeletionEffects } from '#resources/protocol/definitions/deletion.ts';
import { decodeDeletionEffects } from '#resources/protocol/definitions/deletion-answers.ts';
import classes from './linked-deletion.module.css';
import { useResource } from './resource-context.tsx';

/** Effects that deleting records has on other records; `isFailed` if the server could not report them. */
export interface LinkedDeletion {
  /** Null while loading and after a failure. */
  effects: DeletionEffects | null;
  isFailed: boolean;
}

/**
 * Fetches what the deletion of records does to the records that refer to them.
 * @returns null where nothing can refer to them, or the server does not support the question
 */
export function useLinkedDeletion(ids: readonly Identifier[], isAsked = true): LinkedDeletion | null {
  const resource = useResource();
  const isSupported = useServerFeature('deletions');
  const isLinked = isReferredTo(useContext(KnownDefinitions), resource) && resource.generic && isSupported && isAsked;
  const { data, error } = useQuery({
    queryKey: ['deletion', resource.name, ...ids],
    queryFn: ({ signal }) =>
      ask(withQuery(`${resource.api.path}/deletion/`, { ids }), decodeDeletionEffects, { signal, report: false }),
    enabled: isLinked,
    retry: false,
    // Never cached: by the next deletion other records may refer to these.
    staleTime: 0,
    gcTime: 0,
  });
  return isLinked ? { effects: data ?? null, isFailed: error !== null } : null;
}

/** Text below the question before a deletion; undefined when no other records are affected. */
export function linkedDetails(linked: LinkedDeletion | null): ConfirmDetails | undefined {
  if (!linked) return undefined;
  const { effects, isFailed } = linked;
  if (effects && !effects.deleted.length && !effects.cleared.length && !effects.refused.length) return undefined;
  return { text: <Effects {...linked} />, isReady: effects !== null || isFailed };
}

function Effects({ effects, isFailed }: LinkedDeletion) {
  const translate = useTranslate();
  if (!effects)
    return (
      <p className={classes.line} role={isFailed ? undefined : 'status'}>
        {translate(isFailed ? 'linkedDeletion.unknown' : 'linkedDeletion.counting')}
      </p>
    );
  return (
    <>
      <Counts label={translate('linkedDeletion.deleted')} counts={effects.deleted} />
      <Counts label={translate('linkedDeletion.cleared')} counts={effects.cleared} />
      {effects.refused.map(({ reason, ids }) => (
        <p key={reason} className={classes.line}>
          {translate('linkedDeletion.refused', { count: ids.length, reason })}
        </p>
      ))}
    </>
  );
}

/** «Вместе с этим удалится:» with one line per section. */
function Counts({ label, counts }: { label: string; counts: DeletionEffects['deleted'] }) {
  const translate = useTranslate();
  if (!counts.length) return null;
  return (
    <div className={classes.line}>
      {label}
      <ul className={classes.counts}>
        {counts.map(({ section, title, count }) => (
          <li key={section}>{translate('linkedDeletion.counted', { title, count })}</li>
        ))}
      </ul>
    </div>
  );
}

/** Invalidates the queries of other sections that a deletion, or undoing it, may have changed. */
export function useLinkedReload(): (queryClient: QueryClient, resource: Resource) => void {
  const definitions = useContext(KnownDefinitions);
  return (queryClient, resource) => {
    const names = new Set<unknown>(linkedSections(definitions, resource).map(({ name }) => name));
    names.delete(resource.name);
    if (names.size) void queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => names.has(name) });
  };
}
