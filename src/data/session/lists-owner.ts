/**
 * The list settings that react-admin remembers (filters, columns) belong to one person. Signing out removes them; after an
 * expired token they stay for the same person and are removed when another one signs in. No imports, because the sign-in script
 * includes this file.
 */

/** Name of the react-admin store; its keys start with `RaStore` and this name. */
export const STORE = 'upravdom';

/** Prefix of all keys of the store, including the owner. */
export const STORE_PREFIX = `RaStore${STORE}`;
const OWNER = `${STORE_PREFIX}.owner`;

/**
 * Removes list settings unless they belong to the person signing in.
 * @param login phone digits
 */
export function claimListSettings(login: string): void {
  if (localStorage.getItem(OWNER) === login) return;
  for (const key of Object.keys(localStorage)) if (key.startsWith(STORE_PREFIX)) localStorage.removeItem(key);
  localStorage.setItem(OWNER, login);
}
