import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { useRefusal } from '#console/data/access.ts';
import { request, unwrap } from '#console/data/http.ts';
import { RequestError } from '#console/data/request-error.ts';
import type { tasksByMessage } from '#resources/protocol/tasks.ts';

type Made = z.output<typeof tasksByMessage>;

async function ask(topic: string, signal: AbortSignal): Promise<Made> {
  try {
    const path = `/api/crm/tasks/by-message/?topic=${encodeURIComponent(topic)}`;
    return unwrap(await request(path, { signal, report: false })) as Made;
  } catch (error) {
    // A server of the specification does not know what a request was made of.
    if (error instanceof RequestError) return [];
    throw error;
  }
}

/** Requests that were made of messages of a chat, by the number of the message; none without the right to see requests. */
export function useRequestsOfMessages(topic: string): ReadonlyMap<number, number> {
  const may = useRefusal('tasks', 'see') === null;
  const { data } = useQuery({
    queryKey: ['chat-requests', topic],
    queryFn: ({ signal }) => ask(topic, signal),
    enabled: may,
    // One comes back here from the form of the request.
    refetchOnMount: 'always',
  });
  return useMemo(() => new Map((data ?? []).map(({ seq, task }) => [seq, task])), [data]);
}
