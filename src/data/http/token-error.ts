import { clearSession } from '../session/session.ts';

/** Sign-in page with a redirect back to the current page (AUTH-06, AUTH-07). */
export function signInAddress(location: Pick<Location, 'pathname' | 'search'> = globalThis.location): string {
  const currentPath = `${location.pathname}${location.search}`;
  if (location.pathname === '/' || location.pathname === '/auth') return '/auth';
  return `/auth?redirectPage=${encodeURIComponent(currentPath).replaceAll('%2F', '/')}`;
}

let goToSignIn = (address: string): void => globalThis.location.assign(address);

/** Replaces the navigation to the sign-in page for a dead token; by default the browser loads the page. */
export function onTokenError(listener: (address: string) => void): void {
  goToSignIn = listener;
}

let isReplaced = false;

/**
 * Sets whether another tab has signed out or in, so that this page is being left. Until then it makes no calls, and late answers
 * do not end the session, since the stored token belongs to another person.
 */
export function setSessionReplaced(value: boolean): void {
  isReplaced = value;
}

/** Whether another tab has signed out or in, and this page is being left. */
export const isSessionReplaced = (): boolean => isReplaced;

/** Handles a dead token: clears the session and goes to the sign-in page (AUTH-76, AUTH-77). */
export function handleDeadToken(): void {
  if (isReplaced) return;
  const address = signInAddress();
  clearSession();
  goToSignIn(address);
}
