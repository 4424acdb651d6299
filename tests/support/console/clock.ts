import { act } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/**
 * Stops the clock for a test, but for what promises and answers need to arrive.
 * @returns a person at keyboard and mouse who lives by that clock
 */
export function stopClock() {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
  return userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
}

/** Sets the date for a test and makes up nothing else: timers run as they do. */
export function setDate(now: Date): void {
  jest.useFakeTimers({
    now,
    doNotFake: [
      'setTimeout',
      'setInterval',
      'clearTimeout',
      'clearInterval',
      'setImmediate',
      'clearImmediate',
      'queueMicrotask',
      'performance',
      'requestAnimationFrame',
      'cancelAnimationFrame',
      'nextTick',
      'hrtime',
    ],
  });
}

/** Lets time pass, ms. */
export async function pass(ms: number): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(ms));
}
