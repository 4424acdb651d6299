import { useCallback, useEffect, useRef } from 'react';
import { Errands } from './errand.ts';
import type { Line } from './talk.ts';

/** How the worker is reached; a test puts itself in its place. */
export type Connect = () => Promise<Line>;

/** The worker comes with the first file. */
export const connectWorker: Connect = async () => (await import('./open-worker.ts')).openWorker();

/** Errands of this page: begun with the first one, ended with the page. */
export function useErrands(connect: Connect): () => Promise<Errands> {
  const begun = useRef<Promise<Errands> | null>(null);
  useEffect(
    () => () => {
      const ended = begun.current;
      begun.current = null;
      void ended?.then((errands) => errands.close());
    },
    [],
  );
  return useCallback(() => {
    begun.current ??= connect().then((line) => new Errands(line));
    return begun.current;
  }, [connect]);
}
