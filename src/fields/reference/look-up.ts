import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { decodePointed } from '#resources/protocol/journal/journal-answers.ts';
import { referencesPath } from '#resources/protocol/paths/definitions.ts';

/** A record of another section. */
export interface Pointed {
  id: number;
  label: string;
}

/** Typed text counts after this pause, ms. */
const PAUSE = 250;

/** Records that a field may point at: by a part of their name, or by ids. */
export async function findPointed(
  { resource, wire }: { resource: string; wire: string },
  params: { q: string } | { ids: readonly number[] },
  signal?: AbortSignal,
): Promise<Pointed[]> {
  const address = withQuery(referencesPath(resource, wire), params);
  return ask(address, decodePointed, signal ? { signal } : {});
}

/** The same while one types. */
export function usePointed(target: { resource: string; wire: string }, text: string) {
  const [settledText, setSettledText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettledText(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isFetching } = useQuery({
    queryKey: [target.resource, 'references', target.wire, settledText],
    queryFn: ({ signal }) => findPointed(target, { q: settledText }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { matches: data ?? [], isFetching: isFetching || settledText !== text };
}

/** One record by its id, for a box that knows no more than that; null until it is there. */
export function useOnePointed(target: { resource: string; wire: string }, id: number | null): Pointed | null {
  const { data } = useQuery({
    queryKey: [target.resource, 'references', target.wire, 'one', id],
    queryFn: ({ signal }) => findPointed(target, { ids: [id ?? 0] }, signal),
    enabled: id !== null,
    retry: false,
  });
  return data?.[0] ?? null;
}
