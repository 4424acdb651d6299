import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask } from '#console/data/http/http.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import type { ReachAnswer } from '#resources/protocol/news/news.ts';
import { decodeReach } from '#resources/protocol/news/news-answers.ts';
import type { AudienceTarget } from '#resources/sections/kinds/news.ts';

/** Debounce while the author selects several items, ms. */
const DEBOUNCE_MS = 300;

/** Debounces a value. */
function useDebounced<Value>(value: Value): Value {
  const [debouncedValue, setDebouncedValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedValue(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debouncedValue;
}

/** Whether a target selects anybody yet. */
function hasRecipients(target: AudienceTarget | null): target is AudienceTarget {
  return target !== null && Object.values(target).some((ids) => ids === true || (Array.isArray(ids) && ids.length > 0));
}

/** Number of flats and residents that a target reaches. */
export interface AudienceReach {
  /** Null while nothing is chosen, before the first response, after an error, and without this server addition. */
  answer: ReachAnswer | null;
  isPending: boolean;
}

/**
 * Number of recipients of a target: requested after a debounce, cancelled when the target changes; the form never waits for it,
 * and errors are not reported.
 * @param path from the definition; undefined requests nothing
 */
export function useAudienceReach(path: string | undefined, target: AudienceTarget | null): AudienceReach {
  const nextBody = hasRecipients(target) ? JSON.stringify({ target }) : null;
  const body = useDebounced(nextBody);
  const hasAddition = useServerFeature('reach');
  const enabled = hasAddition && path !== undefined && body !== null && nextBody !== null;
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
