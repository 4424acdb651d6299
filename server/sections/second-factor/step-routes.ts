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
import { countTry, type Pending, pendingOwner, takePending } from '#server/access/pending.ts';
import { relyingParty } from '#server/access/relying-party.ts';
import { findFactors } from '#server/access/second-factor.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import { issueSession } from '#server/access/tokens.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { forgiveTry, limitTries, matchingStep } from './codes.ts';
import {
  askPasskey,
  findChallenge,
  findTotpFactor,
  holdPerson,
  selectPasskeys,
  takeCounter,
  takeRecoveryCode,
  takeStep,
} from './queries.ts';
import { authenticationOptions, signedCounter } from './web-authn.ts';

type Step = z.output<typeof secondStepBody>;
/** Uses up a proof, in the transaction of the sign-in; null for a wrong one. */
type Taking = ((trx: Db) => Promise<boolean>) | null;

/** The second step of signing in, after a right password. */
export function secondStepRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, now, settings } = context;

  const readPending = async (pending: string, request: FastifyRequest): Promise<Pending> => {
    const principal = await pendingOwner(db, pending, now());
    request.about = principal?.user ?? null;
    if (principal) return principal;
    request.refusal = { action: 'refused', reason: 'second-step-over' };
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
      const party = relyingParty(settings.publicUrl, request.headers.host);
      const known = await selectPasskeys(db, principal.user);
      if (!party || !known.length) throw new ApiError('no_passkey');
      const options = await authenticationOptions(party, known);
      await askPasskey(db, principal.token, options.challenge);
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
      await limitTries(context, principal.user, request.ip);
      if (!(await countTry(db, principal.token, 'sign-in', now()))) throw new ApiError('second_step_over');
      const taking = await whatIsShown(context, principal, body, request);
      const client = { address: request.ip, agent: request.headers['user-agent'], secondFactor: true };
      const entered = await db.transaction().execute(async (trx) => {
        if (!(await holdPerson(trx, principal.user))) throw new ApiError('second_step_over');
        if (!taking || !(await taking(trx))) return null;
        if (!(await takePending(trx, principal.token, 'second_factor', now()))) throw new ApiError('second_step_over');
        const auditEntry = { user: principal.user, action: 'sign-in', resource: 'session', record: principal.user };
        const after = { second_factor: body.way };
        await audit(trx, { ...auditEntry, after, request: request.id });
        return {
          token: await issueSession(trx, principal.user, settings.sessions, client, now()),
          left: (await findFactors(trx, principal.user)).recovery,
        };
      });
      if (!entered) {
        request.refusal = { action: 'sign-in-failed', reason: 'wrong-second-factor' };
        throw new FieldsError({ code: [`api.wrongSecondFactor.${body.way}`] });
      }
      await forgiveTry(context, principal.user, request.ip);
      logSecurityEvent(request, { action: 'sign-in', user: principal.user, record: principal.user });
      const { token, left } = entered;
      return { role: principal.role, token, ...(body.way === 'recovery' ? { recovery_left: left } : {}) };
    },
  });
}

/** Checks a proof, outside the transaction that uses it up. */
async function whatIsShown(
  { db, now, settings }: ServerContext,
  principal: Pending,
  body: Step,
  request: FastifyRequest,
): Promise<Taking> {
  if (body.way === 'recovery') return (trx) => takeRecoveryCode(trx, principal.user, body.code, now());
  if (body.way === 'totp') {
    const factor = await findTotpFactor(db, principal.user);
    const step = factor && (await matchingStep(factor.secret, body.code, now()));
    return step === null ? null : (trx) => takeStep(trx, principal.user, step);
  }
  const party = relyingParty(settings.publicUrl, request.headers.host);
  const challenge = (await findChallenge(db, principal.token, 'sign-in', now()))?.challenge;
  // Of this person alone: another one's passkey signs nothing here.
  const passkey = (await selectPasskeys(db, principal.user)).find(
    ({ credential_id }) => credential_id === body.response.id,
  );
  if (!party || !challenge || !passkey) return null;
  const counter = await signedCounter(party, challenge, body.response, passkey, request.log);
  return counter === null ? null : (trx) => takeCounter(trx, passkey, counter, now());
}
