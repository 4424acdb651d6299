import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  recoveryCodesAnswer,
  removeFactorBody,
  SECOND_FACTOR_PATH,
  totpBegunAnswer,
} from '#resources/protocol/access/second-factor.ts';
import { audit } from '#server/access/audit.ts';
import { mustHaveConfirmed } from '#server/access/confirmed.ts';
import { verifyNobody, verifyPassword } from '#server/access/passwords.ts';
import { findFactors } from '#server/access/second-factor.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import { SignInThrottle } from '#server/access/throttle.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { route, type World } from '#server/http/route.ts';
import { forgiveTry, limitTries, matchingStep, newRecoveryCodes } from './codes.ts';
import { findTotpFactor, holdPerson, removeFactor, selectAccount, takeStep, writeRecoveryCodes } from './queries.ts';

const OWN = { kind: 'staff', scope: 'none', own: true } as const;
const REMOVE = `${SECOND_FACTOR_PATH}remove/`;
const CODES = `${SECOND_FACTOR_PATH}recovery-codes/`;

/** Sets an app up, as the person of the call. */
async function withApp(world: World): Promise<void> {
  const { secret } = totpBegunAnswer.parse(await world.send('POST', { url: `${SECOND_FACTOR_PATH}totp/` }));
  await world.send('POST', { url: `${SECOND_FACTOR_PATH}totp/confirm/`, body: { code: await world.appCode(secret) } });
}

/** Taking a factor away, which asks for a proof once more, and other recovery codes. */
export function removeRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, now } = context;
  const throttle = new SignInThrottle(db, now);

  route(app, {
    method: 'POST',
    url: REMOVE,
    summary: 'Отключить приложение или удалить ключ доступа: по паролю или коду',
    access: OWN,
    body: removeFactorBody,
    ok: 204,
    example: async (world) => {
      await withApp(world);
      const { password } = await world.account();
      return { url: REMOVE, body: { passkey: null, password } };
    },
    handle: async ({ reader, body, request }) => {
      const { password, code, passkey } = body;
      const proof =
        code === undefined
          ? await shownPassword(context, throttle, reader.user, password ?? '', request)
          : await shownCode(context, reader.user, code, request);
      await db.transaction().execute(async (trx) => {
        if (!(await holdPerson(trx, reader.user))) throw new ApiError('signed_out');
        if (!(await proof(trx))) throw new FieldsError({ code: ['api.wrongSecondFactor.totp'] });
        if (!(await removeFactor(trx, reader.user, passkey))) throw new ApiError('not_found');
        const { holds, asked } = await findFactors(trx, reader.user);
        if (!holds && asked) throw new ApiError('last_factor');
        if (!holds) await writeRecoveryCodes(trx, reader.user, [], now());
        const auditEntry = { user: reader.user, action: 'delete', resource: 'second-factor', record: reader.user };
        const before = passkey === null ? { factor: 'totp' } : { factor: 'passkey', passkey };
        await audit(trx, { ...auditEntry, before, request: request.id });
      });
      logSecurityEvent(request, { action: 'second-factor-removed', user: reader.user, record: reader.user });
      return undefined;
    },
  });

  route(app, {
    method: 'POST',
    url: CODES,
    summary: 'Новые коды восстановления вместо прежних; показываются один раз',
    access: OWN,
    answer: recoveryCodesAnswer,
    example: async (world) => {
      await withApp(world);
      return { url: CODES };
    },
    handle: async ({ reader, request }) => {
      await mustHaveConfirmed(context, reader);
      const codes = newRecoveryCodes();
      await db.transaction().execute(async (trx) => {
        if (!(await holdPerson(trx, reader.user))) throw new ApiError('signed_out');
        if (!(await findFactors(trx, reader.user)).holds) throw new ApiError('not_found');
        await writeRecoveryCodes(trx, reader.user, codes, now());
        const auditEntry = {
          user: reader.user,
          action: 'recovery-codes',
          resource: 'second-factor',
          record: reader.user,
        };
        await audit(trx, { ...auditEntry, request: request.id });
      });
      return { recovery_codes: codes };
    },
  });
}

/** @throws FieldsError for a wrong password, ApiError too_many_sign_ins */
async function shownPassword(
  { db }: ServerContext,
  throttle: SignInThrottle,
  user: number,
  password: string,
  request: FastifyRequest,
) {
  const { phone, password_hash } = await selectAccount(db, user);
  const name = phone ?? String(user);
  await wait(await throttle.attempt(name, request.ip));
  if (!(await (password_hash ? verifyPassword(password, password_hash) : verifyNobody(password)))) {
    request.refusal = { action: 'sign-in-failed', reason: 'wrong-password' };
    throw new FieldsError({ password: ['api.wrongPassword'] });
  }
  await throttle.succeeded(name, request.ip);
  return async () => true;
}

/** @throws FieldsError for a wrong code, ApiError too_many_sign_ins */
async function shownCode(context: ServerContext, user: number, code: string, request: FastifyRequest) {
  await limitTries(context, user, request.ip);
  const factor = await findTotpFactor(context.db, user);
  const step = factor && (await matchingStep(factor.secret, code, context.now()));
  if (step === null) {
    request.refusal = { action: 'sign-in-failed', reason: 'wrong-second-factor' };
    throw new FieldsError({ code: ['api.wrongSecondFactor.totp'] });
  }
  await forgiveTry(context, user, request.ip);
  return (trx: Db) => takeStep(trx, user, step);
}
