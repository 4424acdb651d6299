import { trimEnd } from '#resources/trim-end.ts';

/**
 * Paths that open without a token (AUTH-04, AUTH-05), without a trailing slash; `/` and `/auth` have rules of their own in
 * `chooseInitialScreen`.
 */
export const PUBLIC_PATHS: readonly string[] = [
  '/setup',
  '/second-step',
  '/registration',
  '/confirmation',
  '/password-creating',
  '/password-change',
];

/** The small pages around signing in (`sections/recovery`), shown in the layout of the sign-in page. */
export const ACCESS_PATHS: readonly string[] = [
  '/setup',
  '/second-step',
  '/registration',
  '/confirmation',
  '/password-change',
  '/password-change-logged',
];

/** Removes the trailing slash: both spellings are the same address (AUTH-75). */
export function withoutTrailingSlash(path: string): string {
  return path.length > 1 ? trimEnd(path, '/') || '/' : path;
}

/** The screen to show first, and the address to show it at. */
export interface InitialScreen {
  screen: 'console' | 'access' | 'sign-in';
  /** Address to redirect to, when it differs from the opened one. */
  address?: string;
}

/**
 * Chooses the first screen: `/` depends on the token (AUTH-01…03), `/auth` with a token shows the profile (AUTH-12), every page
 * that is not public needs a token (AUTH-06, AUTH-07).
 * @param search query with its `?`
 */
export function chooseInitialScreen(path: string, search: string, isSignedIn: boolean): InitialScreen {
  const page = withoutTrailingSlash(path);
  if (page === '/')
    return isSignedIn ? { screen: 'console', address: '/news' } : { screen: 'sign-in', address: '/auth' };
  if (page === '/auth') return isSignedIn ? { screen: 'console', address: '/profile' } : { screen: 'sign-in' };
  if (isSignedIn || PUBLIC_PATHS.includes(page)) return { screen: ACCESS_PATHS.includes(page) ? 'access' : 'console' };
  const returnPath = encodeURIComponent(path + search).replaceAll('%2F', '/');
  return { screen: 'sign-in', address: `/auth?redirectPage=${returnPath}` };
}

/**
 * Address to open after signing in: `redirectPage` if it is a page of this site, else the news (AUTH-07, AUTH-19, AUTH-20).
 * Browsers treat `//host` and `/\host` as other sites.
 * @param search query of the sign-in page with its `?`
 * @param defaultPath address when the query names no page
 */
export function landingAddress(search: string, defaultPath = '/news'): string {
  const redirectPage = new URLSearchParams(search).get('redirectPage') ?? '';
  // Browsers remove tabs and line breaks from a URL before they parse it.
  const sanitized = [...redirectPage].filter((character) => character >= ' ').join('');
  return /^\/(?![/\\])/.test(sanitized) && withoutTrailingSlash(sanitized.split(/[?#]/, 1)[0] ?? '') !== '/auth'
    ? sanitized
    : defaultPath;
}
