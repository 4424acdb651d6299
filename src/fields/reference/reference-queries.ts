import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { decodeReferenceOptions } from '#resources/protocol/journal/journal-answers.ts';
import { referencesPath } from '#resources/protocol/paths/definitions.ts';

/** A record that a reference may point to. */
export interface ReferenceOption {
  id: number;
  label: string;
}

/** Debounce of typed text, ms. */
const SEARCH_DEBOUNCE_MS = 250;

/** Fetches records that a field may refer to: by a part of their name, or by ids. */
export async function fetchReferenceOptions(
  { resource, wire }: { resource: string; wire: string },
  params: { q: string } | { ids: readonly number[] },
  signal?: AbortSignal,
): Promise<ReferenceOption[]> {
  const address = withQuery(referencesPath(resource, wire), params);
  return ask(address, decodeReferenceOptions, signal ? { signal } : {});
}

/** Searches records by typed text, debounced. */
export function useReferenceSearch(target: { resource: string; wire: string }, text: string) {
  const [debouncedText, setDebouncedText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isFetching } = useQuery({
    queryKey: [target.resource, 'references', target.wire, debouncedText],
    queryFn: ({ signal }) => fetchReferenceOptions(target, { q: debouncedText }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { matches: data ?? [], isFetching: isFetching || debouncedText !== text };
}

/** Fetches one record by its id, for a box that has no name yet; null until loaded. */
export function useReferenceById(
  target: { resource: string; wire: string },
  id: number | null,
): ReferenceOption | null {
  const { data } = useQuery({
    queryKey: [target.resource, 'references', target.wire, 'one', id],
    queryFn: ({ signal }) => fetchReferenceOptions(target, { ids: [id ?? 0] }, signal),
    enabled: id !== null,
    retry: false,
  });
  return data?.[0] ?? null;
}
