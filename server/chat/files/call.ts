import type { FastifyRequest } from 'fastify';
import { normalizeTypedPhone } from '#resources/language/kinds/phone.ts';
import type { ServerContext } from '#server/context.ts';
import { readBasic } from '../credentials.ts';
import type { ChatFileViewer } from '../queries/file-queries.ts';
import { chatPassOwner, chatTokenOwner } from '../queries/token-queries.ts';
import type { Code } from '../replies.ts';

/** Credentials of a request (A13): scheme and secret. `Authorization` is read last, because it may be the console's. */
function readCredentials({ headers, query }: FastifyRequest): { scheme: string; secret: string } | null {
  const urlQuery = query as { auth?: unknown; secret?: unknown };
  const tinodeAuth = headers['x-tinode-auth'];
  if (tinodeAuth === undefined && typeof urlQuery.auth === 'string' && typeof urlQuery.secret === 'string') {
    // An unencoded plus arrives as a blank.
    return { scheme: urlQuery.auth.toLowerCase(), secret: urlQuery.secret.replaceAll(' ', '+') };
  }
  const [, scheme, secret] = /^(\w{1,16}) +(\S{1,4096})$/.exec(String(tinodeAuth ?? headers.authorization ?? '')) ?? [];
  return scheme && secret ? { scheme: scheme.toLowerCase(), secret } : null;
}

/**
 * The person behind a chat request, by chat token or pass (scheme `basic`). Passwords are accepted only on the socket, where
 * attempts are limited.
 * @returns the person, or the code of the refusal
 */
export async function authenticateFileRequest(
  { db, now, settings }: ServerContext,
  request: FastifyRequest,
): Promise<ChatFileViewer | Code> {
  const credentials = readCredentials(request);
  if (!credentials) return 'signInFirst';
  const { scheme, secret } = credentials;
  const basicCredentials = scheme === 'basic' ? readBasic(secret) : null;
  const principal =
    scheme === 'token'
      ? await chatTokenOwner(db, secret, settings.sessions, now())
      : basicCredentials && (await chatPassOwner(db, basicCredentials.password, now()));
  if (principal?.status !== 'active') return 'wrongCredentials';
  if (basicCredentials && 'phone' in principal && principal.phone !== normalizeTypedPhone(basicCredentials.login))
    return 'wrongCredentials';
  return { id: principal.id, staff: 'staff' in principal ? principal.staff : principal.role !== 'resident' };
}
