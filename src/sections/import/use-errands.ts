import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { CheckedFile } from './checked-file.ts';
import { Errands } from './errand.ts';
import { keepList, takeKept } from './kept-list.ts';
import type { Line } from './talk.ts';

/** How the worker is reached; a test puts itself in its place. */
export type Connect = () => Promise<Line>;

/** The worker comes with the first file. */
export const connectWorker: Connect = async () => (await import('./open-worker.ts')).openWorker();

/**
 * Errands of this page: begun with the first one, ended with the page. While a checked list has rows that were not sent, the
 * worker waits with it for the page to be opened again; one whose sending is left is broken off.
 */
export function useErrands(connect: Connect, checked: RefObject<CheckedFile | null>): () => Promise<Errands> {
  const begun = useRef<Promise<Errands> | null>(null);
  useEffect(() => {
    const kept = takeKept();
    if (kept) begun.current = Promise.resolve(kept.errands);
    return () => {
      const ended = begun.current;
      const left = checked.current;
      begun.current = null;
      void ended?.then((errands) => {
        if (left?.list.isWaiting() && !left.list.sending) keepList({ checked: left, errands });
        else errands.close();
      });
    };
  }, [checked]);
  return useCallback(() => {
    begun.current ??= connect().then((line) => new Errands(line));
    return begun.current;
  }, [connect]);
}
