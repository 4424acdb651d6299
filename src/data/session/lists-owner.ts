/**
 * React-admin's memory of lists, filters and widths belongs to one person. Signing out forgets it; an expired token leaves
 * it for the same person, and the sign-in of another one forgets it. No imports: the sign-in script has it too.
 */

/** Name of react-admin's store; its keys have it after `RaStore`. */
export const STORE = 'upravdom';

/** The prefix of them all; the owner's mark goes with them. */
export const STORE_PREFIX = `RaStore${STORE}`;
const OWNER = `${STORE_PREFIX}.owner`;

/** Forgets what is remembered of lists, unless it belongs to the person signing in. @param login phone digits */
export function keepOwnLists(login: string): void {
  if (localStorage.getItem(OWNER) === login) return;
  for (const key of Object.keys(localStorage)) if (key.startsWith(STORE_PREFIX)) localStorage.removeItem(key);
  localStorage.setItem(OWNER, login);
}
