/**
 * The first page after signing in: the news (AUTH-20), or the page chosen in the profile. Stored in this browser by phone number,
 * so that the sign-in script knows it before anything is loaded. No imports, because that script includes this file.
 */

/** The shift page. */
export const SHIFT_PAGE = '/shift';

const firstPageKey = (login: string): string => `first-page-${login}`;

/**
 * The chosen first page; null for the news.
 * @param login phone digits
 */
export function chosenFirstPage(login: string): string | null {
  return localStorage.getItem(firstPageKey(login)) === SHIFT_PAGE ? SHIFT_PAGE : null;
}

/**
 * Stores the choice.
 * @param login phone digits
 * @param page null for the news
 */
export function storeFirstPage(login: string, page: typeof SHIFT_PAGE | null): void {
  if (page === null) localStorage.removeItem(firstPageKey(login));
  else localStorage.setItem(firstPageKey(login), page);
}
