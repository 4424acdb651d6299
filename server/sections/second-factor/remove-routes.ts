import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  recoveryCodesAnswer,
  removeFactorBody,
  SECOND_FACTOR_PATH,
  totpStartAnswer,
} from '#resources/protocol/access/second-factor.ts';
import { audit } from '#server/access/audit.ts';
import { requireRecentConfirmation } from '#server/access/confirmed.ts';
import { verifyAgainstDummy, verifyPassword } from '#server/access/passwords.ts';
import { findFactors } from '#server/access/second-factor.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import { SignInThrottle } from '#server/access/throttle.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { route, type World } from '#server/http/route.ts';
import { findMatchingStep, forgiveCodeAttempt, limitCodeAttempts, newRecoveryCodes } from './codes.ts';
import {
  findTotpFactor,
  lockActiveStaff,
  removeFactor,
  replaceRecoveryCodes,
  selectAccount,
  takeTotpStep,
} from './queries.ts';

const OWN_ACCESS = { kind: 'staff', scope: 'none', own: true } as const;
const REMOVE_PATH = `${SECOND_FACTOR_PATH}remove/`;
const RECOVERY_CODES_PATH = `${SECOND_FACTOR_PATH}recovery-codes/`;

/** Sets up an authenticator app for the person of an example call. */
async function setUpExampleApp(world: World): Promise<void> {
  const { secret } = totpStartAnswer.parse(await world.send('POST', { url: `${SECOND_FACTOR_PATH}totp/` }));
  await world.send('POST', { url: `${SECOND_FACTOR_PATH}totp/confirm/`, body: { code: await world.appCode(secret) } });
}

/** Removing a factor, which needs a fresh proof, and replacing the recovery codes. */
export function removeRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, now } = context;
  const throttle = new SignInThrottle(db, now);

  route(app, {
    method: 'POST',
    url: REMOVE_PATH,
    summary: 'Отключить приложение или удалить ключ доступа: по паролю или коду',
    access: OWN_ACCESS,
    body: removeFactorBody,
    ok: 204,
    example: async (world) => {
      await setUpExampleApp(world);
      const { password } = await world.account();
      return { url: REMOVE_PATH, body: { passkey: null, password } };
    },
    handle: async ({ reader, body, request }) => {
      const { password, code, passkey } = body;
      const proof =
        code === undefined
          ? await checkPasswordProof(context, throttle, reader.user, password ?? '', request)
          : await checkCodeProof(context, reader.user, code, request);
      await db.transaction().execute(async (trx) => {
        if (!(await lockActiveStaff(trx, reader.user))) throw new ApiError('signed_out');
        if (!(await proof(trx))) throw new FieldsError({ code: ['api.wrongSecondFactor.totp'] });
        if (!(await removeFactor(trx, reader.user, passkey))) throw new ApiError('not_found');
        const { holds, asked } = await findFactors(trx, reader.user);
        if (!holds && asked) throw new ApiError('last_factor');
        if (!holds) await replaceRecoveryCodes(trx, reader.user, [], now());
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
    url: RECOVERY_CODES_PATH,
    summary: 'Новые коды восстановления вместо прежних; показываются один раз',
    access: OWN_ACCESS,
    answer: recoveryCodesAnswer,
    example: async (world) => {
      await setUpExampleApp(world);
      return { url: RECOVERY_CODES_PATH };
    },
    handle: async ({ reader, request }) => {
      await requireRecentConfirmation(context, reader);
      const codes = newRecoveryCodes();
      await db.transaction().execute(async (trx) => {
        if (!(await lockActiveStaff(trx, reader.user))) throw new ApiError('signed_out');
        if (!(await findFactors(trx, reader.user)).holds) throw new ApiError('not_found');
        await replaceRecoveryCodes(trx, reader.user, codes, now());
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

/**
 * Checks the password.
 * @returns what the transaction still has to check: nothing
 * @throws FieldsError for a wrong password, ApiError too_many_sign_ins
 */
async function checkPasswordProof(
  { db }: ServerContext,
  throttle: SignInThrottle,
  user: number,
  password: string,
  request: FastifyRequest,
) {
  const { phone, password_hash } = await selectAccount(db, user);
  const throttleKey = phone ?? String(user);
  await wait(await throttle.attempt(throttleKey, request.ip));
  if (!(await (password_hash ? verifyPassword(password, password_hash) : verifyAgainstDummy(password)))) {
    request.securityEvent = { action: 'sign-in-failed', reason: 'wrong-password' };
    throw new FieldsError({ password: ['api.wrongPassword'] });
  }
  await throttle.succeeded(throttleKey, request.ip);
  return async () => true;
}

/**
 * Checks a code of the app.
 * @returns uses the code up in the transaction
 * @throws FieldsError for a wrong code, ApiError too_many_sign_ins
 */
async function checkCodeProof(context: ServerContext, user: number, code: string, request: FastifyRequest) {
  await limitCodeAttempts(context, user, request.ip);
  const factor = await findTotpFactor(context.db, user);
  const step = factor && (await findMatchingStep(factor.secret, code, context.now()));
  if (step === null) {
    request.securityEvent = { action: 'sign-in-failed', reason: 'wrong-second-factor' };
    throw new FieldsError({ code: ['api.wrongSecondFactor.totp'] });
  }
  await forgiveCodeAttempt(context, user, request.ip);
  return (trx: Db) => takeTotpStep(trx, user, step);
}
