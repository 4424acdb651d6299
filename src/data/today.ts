import { useSyncExternalStore } from 'react';
import { currentDate, currentTime } from '#resources/clock.ts';
import { companyDaySpan } from './company-clock.ts';

/** Longest interval between two looks at the clock, ms: timers are late after a computer has slept. */
const LOOK_AGAIN = 60_000;

/** Calls back once this clock has reached a moment. Answers how to stop. */
export function whenReached(at: number, reached: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
  function look() {
    clearTimeout(timer);
    const left = at - currentTime();
    if (left > 0) timer = setTimeout(look, Math.min(left, LOOK_AGAIN));
    else {
      stop();
      reached();
    }
  }
  document.addEventListener('visibilitychange', look);
  look();
  return stop;
}

const startOfToday = () => currentDate().setHours(0, 0, 0, 0);

function nextDay(): number {
  const next = currentDate();
  next.setHours(24, 0, 0, 0);
  return next.getTime();
}

/** Calls back whenever a day ends. */
const followDays = (dayEnd: () => number) => (turn: () => void) => {
  const wait = (): (() => void) =>
    whenReached(dayEnd(), () => {
      stop = wait();
      turn();
    });
  let stop = wait();
  return () => stop();
};
const followThisClock = followDays(nextDay);
const followCompany = followDays(() => companyDaySpan().ends);

/** When today began by this clock, ms since 1970; draws anew at midnight. */
export function useToday(): number {
  return useSyncExternalStore(followThisClock, startOfToday);
}

/** When today began at the company, ms since 1970; draws anew when its next day begins. */
export function useCompanyDay(): number {
  return useSyncExternalStore(followCompany, () => companyDaySpan().begins);
}
