import { useSyncExternalStore } from 'react';
import { currentDate, currentTime } from '#resources/clock.ts';
import { companyDaySpan } from './company-clock.ts';

/** Maximum interval between checks of the clock, ms: timers are late after sleep. */
const MAX_CHECK_INTERVAL_MS = 60_000;

/** Calls back when a moment is reached; returns how to stop. */
export function callWhenReached(at: number, onReached: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', check);
  };
  function check() {
    clearTimeout(timer);
    const remainingMs = at - currentTime();
    if (remainingMs > 0) timer = setTimeout(check, Math.min(remainingMs, MAX_CHECK_INTERVAL_MS));
    else {
      stop();
      onReached();
    }
  }
  document.addEventListener('visibilitychange', check);
  check();
  return stop;
}

const startOfToday = () => currentDate().setHours(0, 0, 0, 0);

function nextDay(): number {
  const next = currentDate();
  next.setHours(24, 0, 0, 0);
  return next.getTime();
}

/** Subscribes to the end of each day. */
const subscribeToDayEnds = (dayEnd: () => number) => (onDayEnd: () => void) => {
  const scheduleNext = (): (() => void) =>
    callWhenReached(dayEnd(), () => {
      stop = scheduleNext();
      onDayEnd();
    });
  let stop = scheduleNext();
  return () => stop();
};
const subscribeToLocalDays = subscribeToDayEnds(nextDay);
const subscribeToCompanyDays = subscribeToDayEnds(() => companyDaySpan().ends);

/** Start of today in the local time zone, ms since 1970; re-renders at midnight. */
export function useToday(): number {
  return useSyncExternalStore(subscribeToLocalDays, startOfToday);
}

/** Start of today at the company, ms since 1970; re-renders when the next day begins. */
export function useCompanyDay(): number {
  return useSyncExternalStore(subscribeToCompanyDays, () => companyDaySpan().begins);
}
