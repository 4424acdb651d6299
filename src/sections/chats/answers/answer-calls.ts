import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isOutdated } from '#console/data/http/edit-conflict.ts';
import { ask, request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { sentOnce } from '#console/data/http/sent-once.ts';
import { ANSWERS_PATH, type AnswerBody, type AnswerItem } from '#resources/protocol/chat/answers.ts';
import { decodeCannedAnswers } from '#resources/protocol/chat/chat-answers.ts';

const KEY = ['answers'] as const;
const NONE: readonly AnswerItem[] = [];

/** The canned answers; empty if the server does not have this addition. */
async function load({ signal }: { signal: AbortSignal }): Promise<AnswerItem[]> {
  try {
    const options = { signal, report: (error: RequestError) => error.status !== 404 };
    return await ask(ANSWERS_PATH, decodeCannedAnswers, options);
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return [];
    throw error;
  }
}

/** The canned answers of the company, by title. @param isEnabled nothing is asked before it is true */
export function useAnswers(isEnabled: boolean): {
  answers: readonly AnswerItem[];
  isPending: boolean;
  failed: boolean;
} {
  const { data, isFetching, isError } = useQuery({
    queryKey: KEY,
    queryFn: load,
    enabled: isEnabled,
    staleTime: 60_000,
    retry: false,
  });
  return { answers: data ?? NONE, isPending: isFetching && !data, failed: isError };
}

/** Ways to change them; each looks the list up anew. They throw RequestError, a 400 and an outdated version (409) without the global alert. */
export function useAnswerWrites() {
  const queryClient = useQueryClient();
  const anew = useCallback(() => queryClient.invalidateQueries({ queryKey: KEY }), [queryClient]);
  const report = (error: RequestError) => error.status !== 400 && !isOutdated(error);
  return {
    add: async (body: AnswerBody) => {
      await sentOnce(ANSWERS_PATH, body, (headers) => request(ANSWERS_PATH, { method: 'POST', body, headers, report }));
      await anew();
    },
    /** @param seen the answer as it was when it was edited; the server refuses (409) to overwrite another one */
    change: async ({ id, version }: AnswerItem, body: AnswerBody) => {
      const seen = version === undefined ? body : { ...body, version };
      await request(`${ANSWERS_PATH}${id}/`, { method: 'PATCH', body: seen, report });
      await anew();
    },
    /** One as it is on the server now; undefined when it is gone. */
    current: async (id: number): Promise<AnswerItem | undefined> => {
      const all = await queryClient.fetchQuery({ queryKey: KEY, queryFn: load, staleTime: 0 });
      return all.find((answer) => answer.id === id);
    },
    remove: async (id: number) => {
      await request(`${ANSWERS_PATH}${id}/`, { method: 'DELETE' });
      await anew();
    },
  };
}
