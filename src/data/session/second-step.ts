import { currentTime } from '#resources/clock.ts';
import type { SecondStep } from '#resources/protocol/access/second-factor.ts';

/**
 * The second step of signing in waits in this tab alone, and no longer than it is worth something. The sign-in script has it
 * too: types are all that it imports.
 */
const KEY = 'second-step';

/** A right password was typed; what is asked for besides. */
export interface KeptStep extends Pick<SecondStep, 'pending' | 'enrol' | 'ways'> {
  /** Phone digits. */
  login: string;
  /** When it is worth nothing any more, ms. */
  until: number;
}

/** Keeps a second step for the page that makes it. */
export function keepSecondStep({ pending, enrol, ways, expires_in }: SecondStep, login: string): void {
  const until = currentTime() + expires_in * 1000;
  sessionStorage.setItem(KEY, JSON.stringify({ pending, enrol, ways, login, until } satisfies KeptStep));
}

/** The second step that waits here; null where there is none. */
export function keptSecondStep(): KeptStep | null {
  const kept = sessionStorage.getItem(KEY);
  const step = kept === null ? null : (JSON.parse(kept) as KeptStep);
  return step && step.until > currentTime() ? step : null;
}

/** Forgets it: it was made, or is worth nothing. */
export function forgetSecondStep(): void {
  sessionStorage.removeItem(KEY);
}
