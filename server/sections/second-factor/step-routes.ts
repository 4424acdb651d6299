import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import {
  passkeyOptionsBody,
  SECOND_STEP_PATH,
  secondStepAnswer,
  secondStepBody,
  webAuthnOptions,
} from '#resources/protocol/access/second-factor.ts';
import { audit } from '#server/access/audit.ts';
import { consumePending, countSecondStepAttempt, type Pending, pendingOwner } from '#server/access/pending.ts';
import { findRelyingParty } from '#server/access/relying-party.ts';
import { findFactors } from '#server/access/second-factor.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import { issueSession } from '#server/access/tokens.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { findMatchingStep, forgiveCodeAttempt, limitCodeAttempts } from './codes.ts';
import {
  advancePasskeyCounter,
  findChallenge,
  findTotpFactor,
  lockActiveStaff,
  selectPasskeys,
  storePasskeyChallenge,
  takeRecoveryCode,
  takeTotpStep,
} from './queries.ts';
import { authenticationOptions, verifySignedCounter } from './web-authn.ts';

type SecondStepBody = z.output<typeof secondStepBody>;
/** Uses up a proof in the transaction of the sign-in; null if the proof is wrong. */
type ProofUse = ((trx: Db) => Promise<boolean>) | null;

/** The second step of signing in, after a right password. */
export function secondStepRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, now, settings } = context;

  const readPending = async (pending: string, request: FastifyRequest): Promise<Pending> => {
    const principal = await pendingOwner(db, pending, now());
    request.subjectUserId = principal?.user ?? null;
    if (principal) return principal;
    request.securityEvent = { action: 'refused', reason: 'second-step-over' };
    throw new ApiError('second_step_over');
  };

  route(app, {
    method: 'POST',
    url: `${SECOND_STEP_PATH}passkey/`,
    summary: 'Второй шаг входа: что подписать ключом доступа',
    access: { kind: 'public' },
    body: passkeyOptionsBody,
    answer: webAuthnOptions,
    example: async (world) => ({
      url: `${SECOND_STEP_PATH}passkey/`,
      body: { pending: (await world.secondStep()).pending },
    }),
    handle: async ({ body, request }) => {
      const principal = await readPending(body.pending, request);
      const party = findRelyingParty(settings.publicUrl, request.headers.host);
      const passkeys = await selectPasskeys(db, principal.user);
      if (!party || !passkeys.length) throw new ApiError('no_passkey');
      const options = await authenticationOptions(party, passkeys);
      await storePasskeyChallenge(db, principal.token, options.challenge);
      return { options: { ...options } };
    },
  });

  route(app, {
    method: 'POST',
    url: SECOND_STEP_PATH,
    summary: 'Второй шаг входа: код из приложения, ключ доступа или код восстановления',
    access: { kind: 'public' },
    body: secondStepBody,
    answer: secondStepAnswer,
    example: async (world) => {
      const { pending, recoveryCode } = await world.secondStep();
      return { url: SECOND_STEP_PATH, body: { pending, way: 'recovery', code: recoveryCode } };
    },
    handle: async ({ body, request }) => {
      const principal = await readPending(body.pending, request);
      await limitCodeAttempts(context, principal.user, request.ip);
      if (!(await countSecondStepAttempt(db, principal.token, 'sign-in', now())))
        throw new ApiError('second_step_over');
      const consumeProof = await checkProof(context, principal, body, request);
      const client = { address: request.ip, agent: request.headers['user-agent'], secondFactor: true };
      const result = await db.transaction().execute(async (trx) => {
        if (!(await lockActiveStaff(trx, principal.user))) throw new ApiError('second_step_over');
        if (!consumeProof || !(await consumeProof(trx))) return null;
        if (!(await consumePending(trx, principal.token, 'second_factor', now())))
          throw new ApiError('second_step_over');
        const auditEntry = { user: principal.user, action: 'sign-in', resource: 'session', record: principal.user };
        const after = { second_factor: body.way };
        await audit(trx, { ...auditEntry, after, request: request.id });
        return {
          token: await issueSession(trx, principal.user, settings.sessions, client, now()),
          recoveryLeft: (await findFactors(trx, principal.user)).recovery,
        };
      });
      if (!result) {
        request.securityEvent = { action: 'sign-in-failed', reason: 'wrong-second-factor' };
        throw new FieldsError({ code: [`api.wrongSecondFactor.${body.way}`] });
      }
      await forgiveCodeAttempt(context, principal.user, request.ip);
      logSecurityEvent(request, { action: 'sign-in', user: principal.user, record: principal.user });
      const { token, recoveryLeft } = result;
      return { role: principal.role, token, ...(body.way === 'recovery' ? { recovery_left: recoveryLeft } : {}) };
    },
  });
}

/** Checks a proof outside the transaction; the returned function uses it up inside. */
async function checkProof(
  { db, now, settings }: ServerContext,
  principal: Pending,
  body: SecondStepBody,
  request: FastifyRequest,
): Promise<ProofUse> {
  if (body.way === 'recovery') return (trx) => takeRecoveryCode(trx, principal.user, body.code, now());
  if (body.way === 'totp') {
    const factor = await findTotpFactor(db, principal.user);
    const step = factor && (await findMatchingStep(factor.secret, body.code, now()));
    return step === null ? null : (trx) => takeTotpStep(trx, principal.user, step);
  }
  const party = findRelyingParty(settings.publicUrl, request.headers.host);
  const challenge = (await findChallenge(db, principal.token, 'sign-in', now()))?.challenge;
  // Only passkeys of this person count, not those of others.
  const passkey = (await selectPasskeys(db, principal.user)).find(
    ({ credential_id }) => credential_id === body.response.id,
  );
  if (!party || !challenge || !passkey) return null;
  const counter = await verifySignedCounter(party, challenge, body.response, passkey, request.log);
  return counter === null ? null : (trx) => advancePasskeyCounter(trx, passkey, counter, now());
}
