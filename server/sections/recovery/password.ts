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
import { findCodeInOutbox } from './example.ts';
import {
  endAllTokens,
  hasConfirmedCode,
  selectPasswordContext,
  spendCode,
  spendToken,
  storePassword,
} from './password-queries.ts';

const SET_PASSWORD_PATH = '/api/crm/profile/set_password/';

/**
 * Sets a new password (AUTH-50, AUTH-57): with the one-time token of an invitation or recovery, or in a session that has just
 * confirmed its SMS code. A session alone is not enough, or an unattended console or a stolen token could lock the owner out.
 */
export function passwordRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, bus, now, settings } = context;
  route(app, {
    method: 'POST',
    url: SET_PASSWORD_PATH,
    summary: 'Новый пароль: по приглашению, после восстановления или после кода из СМС',
    access: { kind: 'staff', scope: 'none', tokens: ['activation', 'recovery'] },
    body: setPasswordBody,
    answer: setPasswordAnswer,
    example: async (world) => {
      const base = '/api/authorized/forgot_pass';
      const sent = sendCodeAnswer.parse(await world.send('POST', { url: `${base}/send_confirm_code/` }));
      const confirm_code = await findCodeInOutbox(world, sent.data.username);
      await world.send('POST', { url: `${base}/confirm_reset_password/`, body: { confirm_code } });
      return { url: SET_PASSWORD_PATH, body: { password: 'Primer2026!' } };
    },
    handle: async ({ reader, body, request }) => {
      const isSession = reader.token.purpose === 'session';
      // Checked before hashing, which takes about 0.2 s, and again in the transaction.
      if (isSession && !(await hasConfirmedCode(db, reader.token.id, now()))) throw new ApiError('code_needed');
      // Imported lazily, because its dictionary would slow down every server start.
      const { passwordWeakness, WEAKNESS_TEXTS } = await import('#resources/rules/passwords/strength.ts');
      const weakness = passwordWeakness(body.password, {
        ...(await selectPasswordContext(db, reader.user)),
        product: settings.productName,
      });
      if (weakness) throw new FieldsError({ password: [WEAKNESS_TEXTS[weakness]] });
      const hash = await hashPassword(body.password);
      await db.transaction().execute(async (trx) => {
        // Lock order: the person first, then codes and tokens, as for a new code (`lockPhoneOwner`).
        await storePassword(trx, reader.user, hash, now());
        await consumePermission(trx, reader, now());
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
 * Uses up the code or token that permits the change; of several simultaneous calls only one succeeds.
 * @throws ApiError code_needed, unknown_token
 */
async function consumePermission(trx: Db, reader: Reader, now: Date): Promise<void> {
  const { id, purpose } = reader.token;
  if (purpose === 'session') {
    if (!(await spendCode(trx, id, now))) throw new ApiError('code_needed');
  } else if (!(await spendToken(trx, id, now))) throw new ApiError('unknown_token');
}
