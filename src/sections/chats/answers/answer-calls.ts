import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { request, unwrap } from '#console/data/http.ts';
import { RequestError } from '#console/data/request-error.ts';
import { sentOnce } from '#console/data/sent-once.ts';
import { ANSWERS_PATH, type AnswerBody, type AnswerItem } from '#resources/protocol/answers.ts';

const KEY = ['answers'] as const;
const NONE: readonly AnswerItem[] = [];

/** The canned answers; none where the server knows no such thing. */
async function load({ signal }: { signal: AbortSignal }): Promise<AnswerItem[]> {
  try {
    const told = unwrap(await request(ANSWERS_PATH, { signal, report: (error) => error.status !== 404 }));
    return Array.isArray(told) ? (told as AnswerItem[]) : [];
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return [];
    throw error;
  }
}

/** The canned answers of the company, by title. @param wanted nothing is asked before it is true */
export function useAnswers(wanted: boolean): { answers: readonly AnswerItem[]; isPending: boolean; failed: boolean } {
  const { data, isFetching, isError } = useQuery({
    queryKey: KEY,
    queryFn: load,
    enabled: wanted,
    staleTime: 60_000,
    retry: false,
  });
  return { answers: data ?? NONE, isPending: isFetching && !data, failed: isError };
}

/** Ways to change them; each looks the list up anew. They throw RequestError, a 400 without the global alert. */
export function useAnswerWrites() {
  const queries = useQueryClient();
  const anew = useCallback(() => queries.invalidateQueries({ queryKey: KEY }), [queries]);
  const report = (error: RequestError) => error.status !== 400;
  return {
    /** @param id of the one to change; null makes a new one */
    save: async (id: number | null, body: AnswerBody) => {
      if (id !== null) await request(`${ANSWERS_PATH}${id}/`, { method: 'PATCH', body, report });
      else {
        await sentOnce(ANSWERS_PATH, body, (headers) =>
          request(ANSWERS_PATH, { method: 'POST', body, headers, report }),
        );
      }
      await anew();
    },
    remove: async (id: number) => {
      await request(`${ANSWERS_PATH}${id}/`, { method: 'DELETE' });
      await anew();
    },
  };
}
