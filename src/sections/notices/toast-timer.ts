import { useEffect, useRef } from 'react';
import { MS } from '#resources/limits.ts';

/**
 * Lets a toast go when its time is up. While `paused` the clock stands still; afterwards it has the rest of its time.
 * @param onUp runs once
 */
export function useToastTimer(paused: boolean, onUp: () => void): void {
  const left = useRef<number>(MS.notice);
  const up = useRef(onUp);
  up.current = onUp;
  useEffect(() => {
    if (paused) return;
    const began = Date.now();
    const timer = setTimeout(() => up.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (Date.now() - began));
    };
  }, [paused]);
}
