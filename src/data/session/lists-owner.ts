/**
 * What react-admin remembers of lists, filters and widths is of one person. Who signs out forgets it; a token that dies leaves
 * it, so that they find it again, and whoever else signs in does not. No imports: the sign-in script has it too.
 */

/** What the keys of react-admin's store have in them. */
export const STORE = 'upravdom';

/** What they all begin with; the mark of whose they are goes with them. */
const PREFIX = `RaStore${STORE}`;
const OWNER = `${PREFIX}.owner`;

/** Forgets what is remembered of lists, unless it is of who signs in now. @param login phone digits */
export function keepOwnLists(login: string): void {
  if (localStorage.getItem(OWNER) === login) return;
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  localStorage.setItem(OWNER, login);
}
