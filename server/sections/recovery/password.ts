import type { FastifyInstance } from 'fastify';
import { sendCodeAnswer, setPasswordAnswer, setPasswordBody } from '#resources/protocol/access/recovery.ts';
import { audit } from '#server/access/audit.ts';
import { hashPassword } from '#server/access/passwords.ts';
import type { Reader } from '#server/access/reader.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { codeFromOutbox } from './example.ts';
import { endAllTokens, hasConfirmed, passwordContext, setPassword, spendCode, spendToken } from './password-queries.ts';

const URL = '/api/crm/profile/set_password/';

/**
 * A new password (AUTH-50, AUTH-57): with the one-use token of an invitation or of a recovery, or with the token of a
 * session that has typed its SMS code a moment ago. A session alone is not enough: an open console or a stolen token
 * must not be enough to keep the owner out.
 */
export function passwordRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, bus, now, settings } = context;
  route(app, {
    method: 'POST',
    url: URL,
    summary: 'Новый пароль: по приглашению, после восстановления или после кода из СМС',
    access: { kind: 'staff', scope: 'none', tokens: ['activation', 'recovery'] },
    body: setPasswordBody,
    answer: setPasswordAnswer,
    example: async (world) => {
      const base = '/api/authorized/forgot_pass';
      const sent = sendCodeAnswer.parse(await world.send('POST', { url: `${base}/send_confirm_code/` }));
      const confirm_code = await codeFromOutbox(world, sent.data.username);
      await world.send('POST', { url: `${base}/confirm_reset_password/`, body: { confirm_code } });
      return { url: URL, body: { password: 'Primer2026!' } };
    },
    handle: async ({ reader, body, request }) => {
      const session = reader.token.purpose === 'session';
      // Before the hash, which costs a fifth of a second; the transaction asks again.
      if (session && !(await hasConfirmed(db, reader.token.id, now()))) throw new ApiError('code_needed');
      // Loaded at the first new password: its dictionary would cost every start.
      const { passwordWeakness, WEAKNESS_TEXTS } = await import('#resources/rules/passwords/strength.ts');
      const weakness = passwordWeakness(body.password, {
        ...(await passwordContext(db, reader.user)),
        product: settings.productName,
      });
      if (weakness) throw new FieldsError({ password: [WEAKNESS_TEXTS[weakness]] });
      const hash = await hashPassword(body.password);
      await db.transaction().execute(async (trx) => {
        // The person first, then codes and tokens: the order in which a new code locks them (`holdTelephone`).
        await setPassword(trx, reader.user, hash, now());
        await permit(trx, reader, now());
        await endAllTokens(trx, bus, reader.user, now());
        const auditEntry = { user: reader.user, action: 'set-password', resource: 'password', record: reader.user };
        await audit(trx, { ...auditEntry, after: { by: reader.token.purpose }, request: request.id });
      });
      logSecurityEvent(request, { action: 'set-password', user: reader.user, record: reader.user });
      return { params: { user: reader.user } };
    },
  });
}

/**
 * Uses up what permits the change; of several at once one goes through.
 * @throws ApiError code_needed, unknown_token
 */
async function permit(trx: Db, reader: Reader, now: Date): Promise<void> {
  const { id, purpose } = reader.token;
  if (purpose === 'session') {
    if (!(await spendCode(trx, id, now))) throw new ApiError('code_needed');
  } else if (!(await spendToken(trx, id, now))) throw new ApiError('unknown_token');
}
