import { clearSession } from '../session/session.ts';

/** Address of the sign-in page that leads back to where the person is (AUTH-06, AUTH-07). */
export function signInAddress(location: Pick<Location, 'pathname' | 'search'> = globalThis.location): string {
  const here = `${location.pathname}${location.search}`;
  if (location.pathname === '/' || location.pathname === '/auth') return '/auth';
  return `/auth?redirectPage=${encodeURIComponent(here).replaceAll('%2F', '/')}`;
}

let leave = (address: string): void => globalThis.location.assign(address);

/** Replaces the way to the sign-in page for a dead token; by default the browser goes there. */
export function onTokenError(listener: (address: string) => void): void {
  leave = listener;
}

let overtaken = false;

/**
 * Says whether another tab has signed out or in, so that this page is being left. Until it is gone it makes no calls, and
 * late answers end no session, since the stored token belongs to another person.
 */
export function setOvertaken(is: boolean): void {
  overtaken = is;
}

/** Whether another tab has signed out or in, and this page is being left. */
export const isOvertaken = (): boolean => overtaken;

/** The stored token is dead: forgets the person and leads to the sign-in page (AUTH-76, AUTH-77). */
export function raiseTokenError(): void {
  if (overtaken) return;
  const address = signInAddress();
  clearSession();
  leave(address);
}
