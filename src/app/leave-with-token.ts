import { tookToken } from '#console/boot/first-calls.ts';
import { session } from '#console/data/session.ts';
import { signInAddress } from '#console/data/token-error.ts';

/**
 * Leaves the console when the token is gone by another way than this page: signed out in another tab, or
 * this page comes back out of the browser's memory after a sign-out.
 */
export function leaveWithToken(): void {
  const leave = () => globalThis.location.assign(signInAddress());
  globalThis.addEventListener('storage', (event) => {
    if (tookToken(event)) leave();
  });
  globalThis.addEventListener('pageshow', (event) => {
    if (event.persisted && !session.token.get()) leave();
  });
}
