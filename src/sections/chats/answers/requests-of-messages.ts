import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { useRefusal } from '#console/data/session/access.ts';
import { useAddition } from '#console/data/session/features.ts';
import { decodeRequestsByMessage } from '#resources/protocol/chat/chat-answers.ts';
import { REQUESTS_BY_MESSAGE_PATH } from '#resources/protocol/paths/chat.ts';

type Made = ReturnType<typeof decodeRequestsByMessage>;

async function load(topic: string, signal: AbortSignal): Promise<Made> {
  try {
    const path = `${REQUESTS_BY_MESSAGE_PATH}?topic=${encodeURIComponent(topic)}`;
    return await ask(path, decodeRequestsByMessage, { signal, report: false });
  } catch (error) {
    // A server of the specification does not record the message a request was made from.
    if (error instanceof RequestError) return [];
    throw error;
  }
}

/** Requests made from messages of a chat, by message number; empty without the right to see requests. */
export function useRequestsOfMessages(topic: string): ReadonlyMap<number, number> {
  const may = useRefusal('tasks', 'see') === null;
  const isTold = useAddition('chat');
  const { data } = useQuery({
    queryKey: ['chat-requests', topic],
    queryFn: ({ signal }) => load(topic, signal),
    enabled: may && isTold,
    // One comes back here from the form of the request.
    refetchOnMount: 'always',
  });
  return useMemo(() => new Map((data ?? []).map(({ seq, task }) => [seq, task])), [data]);
}
