import type { FastifyRequest } from 'fastify';
import { normalPhoneLoosely } from '#resources/language/kinds/phone.ts';
import type { ServerContext } from '#server/context.ts';
import { readBasic } from '../credentials.ts';
import type { ChatFileViewer } from '../queries/file-queries.ts';
import { chatPassOwner, chatTokenOwner } from '../queries/token-queries.ts';
import type { Code } from '../replies.ts';

/** The credentials of a call (A13): scheme and secret. `Authorization` comes last, for it may be the console's. */
function readCredentials({ headers, query }: FastifyRequest): { scheme: string; secret: string } | null {
  const named = query as { auth?: unknown; secret?: unknown };
  const tinodeAuth = headers['x-tinode-auth'];
  if (tinodeAuth === undefined && typeof named.auth === 'string' && typeof named.secret === 'string') {
    // A plus that was not encoded comes as a blank.
    return { scheme: named.auth.toLowerCase(), secret: named.secret.replaceAll(' ', '+') };
  }
  const [, scheme, secret] = /^(\w{1,16}) +(\S{1,4096})$/.exec(String(tinodeAuth ?? headers.authorization ?? '')) ?? [];
  return scheme && secret ? { scheme: scheme.toLowerCase(), secret } : null;
}

/**
 * The person behind a call of the chat: by its token, or by a pass (scheme `basic`). Passwords are for the socket
 * alone, where attempts are counted.
 * @returns their id, or why they are refused
 */
export async function personOfCall(
  { db, now, settings }: ServerContext,
  request: FastifyRequest,
): Promise<ChatFileViewer | Code> {
  const given = readCredentials(request);
  if (!given) return 'signInFirst';
  const { scheme, secret } = given;
  const basic = scheme === 'basic' ? readBasic(secret) : null;
  const principal =
    scheme === 'token'
      ? await chatTokenOwner(db, secret, settings.sessions, now())
      : basic && (await chatPassOwner(db, basic.password, now()));
  if (principal?.status !== 'active') return 'wrongCredentials';
  if (basic && 'phone' in principal && principal.phone !== normalPhoneLoosely(basic.login)) return 'wrongCredentials';
  return { id: principal.id, staff: 'staff' in principal ? principal.staff : principal.role !== 'resident' };
}
