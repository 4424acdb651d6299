import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask } from '#console/data/http/http.ts';
import { useAddition } from '#console/data/session/features.ts';
import type { ReachAnswer } from '#resources/protocol/news/news.ts';
import { decodeReach } from '#resources/protocol/news/news-answers.ts';
import type { AudienceTarget } from '#resources/sections/kinds/news.ts';

/** The author may tick several things in a row; it is asked once they pause, ms. */
const PAUSE = 300;

/** A value once it has stood still. */
function useSettled<Value>(value: Value): Value {
  const [settledValue, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settledValue;
}

/** Whether a target names anybody at all yet. */
function namesSomebody(target: AudienceTarget | null): target is AudienceTarget {
  return target !== null && Object.values(target).some((ids) => ids === true || (Array.isArray(ids) && ids.length > 0));
}

/** How many flats and people a target reaches. */
export interface Reach {
  /** Null while nothing is chosen, before the first answer, and where the server cannot say. */
  answer: ReachAnswer | null;
  isPending: boolean;
}

/**
 * How many a target reaches: asked when it has stood still, given up when it changes, never waited for. A server that
 * cannot say, as a staging one, is not complained about.
 * @param path from the definition; undefined: it is not asked
 */
export function useReach(path: string | undefined, target: AudienceTarget | null): Reach {
  const nextBody = namesSomebody(target) ? JSON.stringify({ target }) : null;
  const body = useSettled(nextBody);
  const isTold = useAddition('reach');
  const enabled = isTold && path !== undefined && body !== null && nextBody !== null;
  const { data, isFetching, isError } = useQuery({
    queryKey: ['reach', path, body],
    queryFn: ({ signal }) =>
      ask(String(path), decodeReach, { method: 'POST', body: JSON.parse(String(body)), signal, report: false }),
    enabled,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return { answer: enabled && !isError && data ? data : null, isPending: enabled && (isFetching || body !== nextBody) };
}
