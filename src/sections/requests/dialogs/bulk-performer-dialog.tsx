import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { decodeBulkPerformers } from '#resources/protocol/requests/task-answers.ts';
import type { Performer } from '#resources/protocol/requests/tasks.ts';
import { BULK_TASKS_PATH } from '#resources/rules/requests/constants.ts';
import { PerformerChoice } from './performer-choice.tsx';

/**
 * «Выберите исполнителя заявки» for several requests: performers of any of them, with the number of requests if it is not all.
 * @param assignableCount number of selected requests that can be assigned at all
 */
export default function BulkPerformerDialog({
  ids,
  assignableCount,
  subtitle,
  onPerformer,
  onClose,
}: {
  ids: readonly number[];
  assignableCount: number;
  subtitle: string;
  onPerformer: (performer: Performer) => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: ['tasks', 'performers', 'many', ids],
    queryFn: ({ signal }) => ask(withQuery(`${BULK_TASKS_PATH}performers/`, { ids }), decodeBulkPerformers, { signal }),
    retry: false,
  });
  const people = data?.map(({ able, ...person }) => ({
    ...person,
    ...(able < assignableCount ? { note: translate('tasks.bulk.able', { able, count: assignableCount }) } : {}),
  }));
  return (
    <PerformerChoice
      subtitle={subtitle}
      people={people ?? null}
      failed={error !== null && !data}
      onRetry={() => void refetch()}
      current={null}
      emptyText={translate('tasks.bulk.nobody')}
      onPerformer={onPerformer}
      onClose={onClose}
    />
  );
}
