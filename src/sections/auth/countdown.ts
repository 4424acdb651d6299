import { useCallback, useEffect, useState } from 'react';
import { currentTime } from '#resources/clock.ts';

/** Seconds as mm:ss (AUTH-39). */
export function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/**
 * A countdown in whole seconds (AUTH-38). Counts by the clock, so that a tab that slept is right again at once.
 * @param first seconds to begin with
 */
export function useCountdown(first = 0): { left: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(() => currentTime() + first * 1000);
  const [secondsLeft, setSecondsLeft] = useState(first);
  const start = useCallback((seconds: number) => {
    setEnd(currentTime() + seconds * 1000);
    setSecondsLeft(seconds);
  }, []);
  useEffect(() => {
    const look = () => {
      const rest = Math.max(0, Math.ceil((end - currentTime()) / 1000));
      setSecondsLeft(rest);
      if (rest === 0) clearInterval(timer);
    };
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [end]);
  return { left: secondsLeft, start };
}
