import { currentTime } from '#resources/clock.ts';
import type { SecondStep } from '#resources/protocol/access/second-factor.ts';

/** Session storage key of the pending step. This file is bundled into the sign-in script (`src/boot`): keep its imports small. */
const KEY = 'second-step';

/** The password was right; a second factor is still required. */
export interface PendingSecondStep extends Pick<SecondStep, 'pending' | 'enrol' | 'ways'> {
  /** Phone digits. */
  login: string;
  /** Expires at, ms since 1970. */
  until: number;
}

/** Stores the pending step for the second-step page. */
export function keepSecondStep({ pending, enrol, ways, expires_in }: SecondStep, login: string): void {
  const until = currentTime() + expires_in * 1000;
  sessionStorage.setItem(KEY, JSON.stringify({ pending, enrol, ways, login, until } satisfies PendingSecondStep));
}

/** The pending step of this tab; null if there is none or it has expired. */
export function pendingSecondStep(): PendingSecondStep | null {
  const stored = sessionStorage.getItem(KEY);
  const step = stored === null ? null : (JSON.parse(stored) as PendingSecondStep);
  return step && step.until > currentTime() ? step : null;
}

/** Forgets the pending step: it is done or has expired. */
export function forgetSecondStep(): void {
  sessionStorage.removeItem(KEY);
}
