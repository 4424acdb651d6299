import { useCallback, useEffect, useRef, useState } from 'react';
import { isCancelled, reportFailure } from './http/failures.ts';
import { RequestError } from './http/request-error.ts';

/**
 * Runs the action of a button: one at a time, aborted on unmount, failures shown in the alert.
 * @returns whether it is running, and a function to start it
 */
export function useAction(): [isBusy: boolean, run: (work: (signal: AbortSignal) => Promise<void>) => void] {
  const [isBusy, setIsBusy] = useState(false);
  const currentRun = useRef<AbortController | null>(null);
  useEffect(() => () => currentRun.current?.abort(), []);

  const run = useCallback(async (work: (signal: AbortSignal) => Promise<void>) => {
    if (currentRun.current) return;
    const controller = new AbortController();
    currentRun.current = controller;
    setIsBusy(true);
    try {
      await work(controller.signal);
    } catch (error) {
      if (error instanceof RequestError) reportFailure(error);
      else if (!isCancelled(error)) throw error;
    } finally {
      currentRun.current = null;
      setIsBusy(false);
    }
  }, []);
  return [isBusy, run];
}
