import type { FastifyInstance } from 'fastify';
import { normalizeTypedPhone } from '#resources/language/kinds/phone.ts';
import {
  confirmCodeAnswer,
  confirmCodeBody,
  ownCodeAnswer,
  ownCodeBody,
  sendCodeAnswer,
  sendCodeBody,
} from '#resources/protocol/access/recovery.ts';
import { audit } from '#server/access/audit.ts';
import { endRecoveries, issueToken } from '#server/access/tokens.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { CODE_LIMITS, toWholeSeconds } from './codes.ts';
import { countUnknownPhone, limitAddress, limitUnknownPhones, sendNewCode, takeCode } from './confirm.ts';
import { findCodeInOutbox } from './example.ts';
import { findStaffByPhone, selectRecoveryPhone } from './queries.ts';

const parsePhone = (username: string) => {
  const phone = normalizeTypedPhone(username);
  if (!phone) throw new FieldsError({ username: ['validation.phone'] });
  return phone;
};

/** SMS codes: for a forgotten password, and for a signed-in person who changes their password (auth.md). */
export function recoveryRoutes(app: FastifyInstance, context: ServerContext): void {
  anonymousRoutes(app, context);
  authorizedRoutes(app, context);
}

function anonymousRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, now } = context;
  const base = '/api/anonymous/forgot_pass';

  route(app, {
    method: 'POST',
    url: `${base}/send_confirm_code/`,
    summary: 'Код для восстановления пароля по СМС',
    access: { kind: 'public' },
    body: sendCodeBody,
    answer: sendCodeAnswer,
    example: async (world) => {
      const { phone: username } = await world.account();
      return { url: `${base}/send_confirm_code/`, body: { username } };
    },
    handle: async ({ body, request }) => {
      const username = parsePhone(body.username);
      const account = await findStaffByPhone(db, username);
      request.subjectUserId = account?.user ?? null;
      await limitAddress(context, 'send code', request.ip, CODE_LIMITS.sendsFrom, 'sms_limit', username);
      await limitUnknownPhones(context, request.ip, username);
      // The specification requires that an unknown phone is reported (AUTH-42), so probing is slowed down and logged.
      if (!account) {
        await countUnknownPhone(context, request.ip);
        request.securityEvent = { action: 'refused', reason: 'unknown-phone', phone: username };
        throw new ApiError('no_such_user');
      }
      const cooldown = await sendNewCode(context, account, username);
      return { data: { username, cooldown_seconds: toWholeSeconds(cooldown) } };
    },
  });

  route(app, {
    method: 'POST',
    url: `${base}/confirm_reset_password/`,
    summary: 'Проверка кода: токен для нового пароля',
    access: { kind: 'public' },
    body: confirmCodeBody,
    answer: confirmCodeAnswer,
    example: async (world) => {
      const { phone: username } = await world.account();
      await world.send('POST', { url: `${base}/send_confirm_code/`, body: { username } });
      const confirm_code = await findCodeInOutbox(world, username);
      return { url: `${base}/confirm_reset_password/`, body: { username, confirm_code } };
    },
    handle: async ({ body, request }) => {
      const username = parsePhone(body.username);
      const account = await findStaffByPhone(db, username);
      request.subjectUserId = account?.user ?? null;
      await limitAddress(context, 'try code', request.ip, CODE_LIMITS.triesFrom, 'code_limit', username);
      // An unknown phone gets the same answer as a wrong code, so that this call does not reveal which phones exist.
      if (!account) throw new ApiError('wrong_code');
      const token = await takeCode(context, account, body.confirm_code, username, async (trx) => {
        if (account.suspended) throw new ApiError('wrong_code');
        await audit(trx, {
          user: account.user,
          action: 'confirm-phone',
          resource: 'recovery',
          record: account.user,
          request: request.id,
        });
        await endRecoveries(trx, account.user);
        return issueToken(trx, account.user, 'recovery', now());
      });
      return { data: { token } };
    },
  });
}

function authorizedRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context;
  const base = '/api/authorized/forgot_pass';

  route(app, {
    method: 'POST',
    url: `${base}/send_confirm_code/`,
    summary: 'Код для смены своего пароля',
    access: { kind: 'staff', scope: 'none' },
    answer: sendCodeAnswer,
    example: () => ({ url: `${base}/send_confirm_code/` }),
    handle: async ({ reader }) => {
      const username = await selectRecoveryPhone(db, reader.user);
      const owner = { user: reader.user, session: reader.token.id, suspended: false };
      const cooldown = await sendNewCode(context, owner, username);
      return { data: { username, cooldown_seconds: toWholeSeconds(cooldown) } };
    },
  });

  route(app, {
    method: 'POST',
    url: `${base}/confirm_reset_password/`,
    summary: 'Проверка кода: этот вход может задать новый пароль',
    access: { kind: 'staff', scope: 'none' },
    body: ownCodeBody,
    answer: ownCodeAnswer,
    example: async (world) => {
      const sent = sendCodeAnswer.parse(await world.send('POST', { url: `${base}/send_confirm_code/` }));
      const confirm_code = await findCodeInOutbox(world, sent.data.username);
      return { url: `${base}/confirm_reset_password/`, body: { confirm_code } };
    },
    handle: async ({ reader, body, request }) => {
      const username = await selectRecoveryPhone(db, reader.user);
      const owner = { user: reader.user, session: reader.token.id };
      await takeCode(context, owner, body.confirm_code, username, (trx) =>
        audit(trx, {
          user: reader.user,
          action: 'confirm-phone',
          resource: 'password',
          record: reader.user,
          request: request.id,
        }),
      );
      return { data: { username } };
    },
  });
}
