import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslate } from 'react-admin';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { decodePerformers } from '#resources/protocol/requests/task-answers.ts';
import { PERFORMERS_PATH } from '#resources/rules/requests/constants.ts';
import { PerformerChoice } from './performer-choice.tsx';

/** Performers of a service in a building (TASK-23, TASK-55); not fetched until both are known. */
function usePerformers(building: number | null, service: number | null) {
  const { data, error, refetch } = useQuery({
    queryKey: ['tasks', 'performers', building, service],
    queryFn: async ({ signal }) => {
      return ask(withQuery(PERFORMERS_PATH, { building, service }), decodePerformers, { signal });
    },
    enabled: building !== null && service !== null,
    retry: false,
  });
  return { people: data ?? null, failed: error !== null && !data, retry: () => void refetch() };
}

/** i18n key of the reason why performers cannot be fetched; null if they can. */
function missingInputKey(building: number | null, service: number | null) {
  if (building === null) return service === null ? 'tasks.performer.lacks.both' : 'tasks.performer.lacks.building';
  return service === null ? 'tasks.performer.lacks.service' : null;
}

/**
 * «Выберите исполнителя заявки» (TASK-22…25, TASK-43) for one request: performers of its service in its building.
 * @param current id of the current performer
 */
export default function PerformerDialog({
  building,
  service,
  ...props
}: Pick<ComponentProps<typeof PerformerChoice>, 'subtitle' | 'current' | 'onPerformer' | 'onClose'> & {
  /** Null if the server did not send it. */
  building: number | null;
  /** Null if the server did not send it. */
  service: number | null;
}) {
  const translate = useTranslate();
  const { people, failed, retry } = usePerformers(building, service);
  const missingInput = missingInputKey(building, service);
  return (
    <PerformerChoice
      {...props}
      people={people}
      failed={failed}
      onRetry={retry}
      missingInput={missingInput && translate(missingInput)}
      emptyText={translate('tasks.performer.nobody')}
    />
  );
}
