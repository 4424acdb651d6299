import { trimEnd } from '#resources/trim-end.ts';

/** Paths that open without a token (AUTH-04, AUTH-05), without their final slash; `/` and `/auth` decide by themselves. */
export const PUBLIC_PATHS: readonly string[] = [
  '/setup',
  '/second-step',
  '/registration',
  '/confirmation',
  '/password-creating',
  '/password-change',
];

/** The small pages around signing in (`sections/recovery`); they stand in the frame of the sign-in page. */
export const ACCESS_PATHS: readonly string[] = [
  '/setup',
  '/second-step',
  '/registration',
  '/confirmation',
  '/password-change',
  '/password-change-logged',
];

/** The path without its final slash: both writings are one address (AUTH-75). */
export function bare(path: string): string {
  return path.length > 1 ? trimEnd(path, '/') || '/' : path;
}

/** The beginning of a visit: which of the screens, and the address that stands for it. */
export interface Start {
  screen: 'console' | 'access' | 'sign-in';
  /** Where the visit really begins, when it is not the address that was opened. */
  address?: string;
}

/**
 * Decides what a visit begins with: `/` by the token (AUTH-01…03), `/auth` with a token is the profile
 * (AUTH-12), everything that is not public needs one (AUTH-06, AUTH-07).
 * @param search query with its `?`
 */
export function chooseStart(path: string, search: string, signedIn: boolean): Start {
  const page = bare(path);
  if (page === '/') return signedIn ? { screen: 'console', address: '/news' } : { screen: 'sign-in', address: '/auth' };
  if (page === '/auth') return signedIn ? { screen: 'console', address: '/profile' } : { screen: 'sign-in' };
  if (signedIn || PUBLIC_PATHS.includes(page)) return { screen: ACCESS_PATHS.includes(page) ? 'access' : 'console' };
  const back = encodeURIComponent(path + search).replaceAll('%2F', '/');
  return { screen: 'sign-in', address: `/auth?redirectPage=${back}` };
}

/**
 * Where a fresh sign-in leads: `redirectPage` when it is a page of this site, else the news (AUTH-07, AUTH-19,
 * AUTH-20). `//host` and `/\host` are other sites to a browser.
 * @param search query of the sign-in page with its `?`
 * @param first where it leads when the query names no page
 */
export function landingAddress(search: string, first = '/news'): string {
  const wanted = new URLSearchParams(search).get('redirectPage') ?? '';
  // A browser drops tabs and line ends from an address before it reads it.
  const read = [...wanted].filter((character) => character >= ' ').join('');
  return /^\/(?![/\\])/.test(read) && bare(read.split(/[?#]/, 1)[0] ?? '') !== '/auth' ? read : first;
}
