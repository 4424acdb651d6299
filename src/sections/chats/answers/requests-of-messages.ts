import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { useRefusal } from '#console/data/session/access.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { decodeRequestsByMessage } from '#resources/protocol/chat/chat-answers.ts';
import { REQUESTS_BY_MESSAGE_PATH } from '#resources/protocol/paths/chat.ts';

type RequestsByMessage = ReturnType<typeof decodeRequestsByMessage>;

async function loadRequests(topic: string, signal: AbortSignal): Promise<RequestsByMessage> {
  try {
    const path = `${REQUESTS_BY_MESSAGE_PATH}?topic=${encodeURIComponent(topic)}`;
    return await ask(path, decodeRequestsByMessage, { signal, report: false });
  } catch (error) {
    // The links to requests are optional: after an error the chat is shown without them.
    if (error instanceof RequestError) return [];
    throw error;
  }
}

/** Ids of requests created from messages of a chat, by message number; empty without the right to see requests. */
export function useRequestsOfMessages(topic: string): ReadonlyMap<number, number> {
  const canSeeRequests = useRefusal('tasks', 'see') === null;
  const hasAddition = useServerFeature('chat');
  const { data } = useQuery({
    queryKey: ['chat-requests', topic],
    queryFn: ({ signal }) => loadRequests(topic, signal),
    enabled: canSeeRequests && hasAddition,
    // The person may return here from the form of a new request.
    refetchOnMount: 'always',
  });
  return useMemo(() => new Map((data ?? []).map(({ seq, task }) => [seq, task])), [data]);
}
