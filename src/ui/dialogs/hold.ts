import { useEffect, useRef, useState } from 'react';
import { MS } from '#resources/limits.ts';
import { useIsMounted } from '../timing/use-is-mounted.ts';

/** `idle` → `holding` → `busy`; letting go before the time is up leads back to `idle`. */
export type HoldState = 'idle' | 'holding' | 'busy';

/**
 * A press that must last `MS.hold` before anything happens (CONST-03).
 * @param onHeld runs once when the time is up; the state is `busy` until its promise settles
 * @param onCancel runs when the press ended too early
 */
export function useHold(onHeld: () => Promise<void>, onCancel: () => void) {
  const [state, setState] = useState<HoldState>('idle');
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const isHere = useIsMounted();

  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
    },
    [],
  );

  function start() {
    if (state !== 'idle') return;
    setState('holding');
    timer.current = setTimeout(() => {
      timer.current = null;
      setState('busy');
      onHeld().finally(() => {
        if (isHere()) setState('idle');
      });
    }, MS.hold);
  }

  function cancel() {
    if (!timer.current) return;
    clearTimeout(timer.current);
    timer.current = null;
    setState('idle');
    onCancel();
  }

  return { state, start, cancel };
}
