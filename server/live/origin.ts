import type { FastifyRequest } from 'fastify';

/**
 * Whether a socket is opened by our own page. A browser sends the page's origin, which must be this host; programs
 * that are no browser send none. A socket is the one call that other sites' pages could make with an answer to read.
 */
export function isOwnOrigin({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
