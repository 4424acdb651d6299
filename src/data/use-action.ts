import { useCallback, useEffect, useRef, useState } from 'react';
import { isCancelled, reportFailure } from './http/failures.ts';
import { RequestError } from './http/request-error.ts';

/**
 * Runs the work behind a button: one run at a time, aborted when the widget goes, with a failed call shown in the alert.
 * @returns whether it is under way, and how to begin it
 */
export function useAction(): [busy: boolean, run: (work: (signal: AbortSignal) => Promise<void>) => void] {
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback(async (work: (signal: AbortSignal) => Promise<void>) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      await work(controller.signal);
    } catch (error) {
      if (error instanceof RequestError) reportFailure(error);
      else if (!isCancelled(error)) throw error;
    } finally {
      running.current = null;
      setBusy(false);
    }
  }, []);
  return [busy, run];
}
