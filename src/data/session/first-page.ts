/**
 * Where a person's sign-in leads when nothing else is asked for: the news (AUTH-20), or the page they have chosen in their profile. Kept
 * in this browser, under the telephone they sign in with, so that the sign-in script knows it before anything is loaded. No imports:
 * that script has it too.
 */

/** The shift page. */
export const SHIFT_PAGE = '/shift';

const firstPageKey = (login: string): string => `first-page-${login}`;

/** The chosen first page; null for the news. @param login phone digits */
export function chosenFirstPage(login: string): string | null {
  return localStorage.getItem(firstPageKey(login)) === SHIFT_PAGE ? SHIFT_PAGE : null;
}

/** Keeps the choice. @param login phone digits @param page null for the news */
export function chooseFirstPage(login: string, page: typeof SHIFT_PAGE | null): void {
  if (page === null) localStorage.removeItem(firstPageKey(login));
  else localStorage.setItem(firstPageKey(login), page);
}
