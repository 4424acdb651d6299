import { useCallback, useEffect, useState } from 'react';
import { currentTime } from '#resources/clock.ts';

/** Seconds as mm:ss (AUTH-39). */
export function formatClock(seconds: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}

/**
 * A countdown in whole seconds (AUTH-38), computed from the clock, so that it is right again after a suspended tab wakes up.
 * @param first initial seconds
 */
export function useCountdown(first = 0): { secondsLeft: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(() => currentTime() + first * 1000);
  const [secondsLeft, setSecondsLeft] = useState(first);
  const start = useCallback((seconds: number) => {
    setEnd(currentTime() + seconds * 1000);
    setSecondsLeft(seconds);
  }, []);
  useEffect(() => {
    const update = () => {
      const remaining = Math.max(0, Math.ceil((end - currentTime()) / 1000));
      setSecondsLeft(remaining);
      if (remaining === 0) clearInterval(timer);
    };
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [end]);
  return { secondsLeft, start };
}
