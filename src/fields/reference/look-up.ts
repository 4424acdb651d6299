import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { pointedOf } from '#resources/protocol/journal/deed-answers.ts';

/** A record of another section. */
export interface Pointed {
  id: number;
  label: string;
}

/** What is typed counts after this pause, ms. */
const PAUSE = 250;

/** Records that a field may point at: those whose name holds what is asked for, or those of these ids. */
async function findPointed(
  { resource, wire }: { resource: string; wire: string },
  wanted: { q: string } | { ids: readonly number[] },
  signal?: AbortSignal,
): Promise<Pointed[]> {
  const address = withQuery(`/api/records/${resource}/references/${wire}/`, wanted);
  return ask(address, pointedOf, signal ? { signal } : {});
}

/** The same while one types. */
export function usePointed(target: { resource: string; wire: string }, typed: string) {
  const [asked, setAsked] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isFetching } = useQuery({
    queryKey: [target.resource, 'references', target.wire, asked],
    queryFn: ({ signal }) => findPointed(target, { q: asked }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { matches: data ?? [], isFetching: isFetching || asked !== typed };
}

/** One record by its id, for a box that knows no more than that; null until it is there. */
export function useOnePointed(of: { resource: string; wire: string }, id: number | null): Pointed | null {
  const { data } = useQuery({
    queryKey: [of.resource, 'references', of.wire, 'one', id],
    queryFn: ({ signal }) => findPointed(of, { ids: [id ?? 0] }, signal),
    enabled: id !== null,
    retry: false,
  });
  return data?.[0] ?? null;
}
