import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isOutdated } from '#console/data/http/edit-conflict.ts';
import { ask, request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { sendOnce } from '#console/data/http/send-once.ts';
import { ANSWERS_PATH, type AnswerBody, type AnswerItem } from '#resources/protocol/chat/answers.ts';
import { decodeCannedAnswers } from '#resources/protocol/chat/chat-answers.ts';

const KEY = ['answers'] as const;
const NONE: readonly AnswerItem[] = [];

/** Loads the canned answers; empty if the server does not have this addition (404). */
async function loadAnswers({ signal }: { signal: AbortSignal }): Promise<AnswerItem[]> {
  try {
    const options = { signal, report: (error: RequestError) => error.status !== 404 };
    return await ask(ANSWERS_PATH, decodeCannedAnswers, options);
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return [];
    throw error;
  }
}

/** Canned answers of the company. @param isEnabled false fetches nothing */
export function useAnswers(isEnabled: boolean): {
  answers: readonly AnswerItem[];
  isPending: boolean;
  failed: boolean;
} {
  const { data, isFetching, isError } = useQuery({
    queryKey: KEY,
    queryFn: loadAnswers,
    enabled: isEnabled,
    staleTime: 60_000,
    retry: false,
  });
  return { answers: data ?? NONE, isPending: isFetching && !data, failed: isError };
}

/** Mutations of canned answers; each refetches the list. `add` and `change` show no global alert for 400 and edit conflicts. */
export function useAnswerMutations() {
  const queryClient = useQueryClient();
  const refetchAnswers = useCallback(() => queryClient.invalidateQueries({ queryKey: KEY }), [queryClient]);
  const report = (error: RequestError) => error.status !== 400 && !isOutdated(error);
  return {
    add: async (body: AnswerBody) => {
      await sendOnce(ANSWERS_PATH, body, (headers) => request(ANSWERS_PATH, { method: 'POST', body, headers, report }));
      await refetchAnswers();
    },
    /** Saves an edited answer; by its version the server refuses (409) to overwrite a newer one. */
    change: async ({ id, version }: AnswerItem, body: AnswerBody) => {
      const versionedBody = version === undefined ? body : { ...body, version };
      await request(`${ANSWERS_PATH}${id}/`, { method: 'PATCH', body: versionedBody, report });
      await refetchAnswers();
    },
    /** Fetches the current version of an answer; undefined if it was deleted. */
    current: async (id: number): Promise<AnswerItem | undefined> => {
      const all = await queryClient.fetchQuery({ queryKey: KEY, queryFn: loadAnswers, staleTime: 0 });
      return all.find((answer) => answer.id === id);
    },
    remove: async (id: number) => {
      await request(`${ANSWERS_PATH}${id}/`, { method: 'DELETE' });
      await refetchAnswers();
    },
  };
}
