import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { normalizeTypedPhone } from '#resources/language/kinds/phone.ts';
import { signInAnswer, signInBody } from '#resources/protocol/access/sign-in.ts';
import { audit } from '#server/access/audit.ts';
import { verifyAgainstDummy, verifyPassword } from '#server/access/passwords.ts';
import { issuePending } from '#server/access/pending.ts';
import { findRelyingParty } from '#server/access/relying-party.ts';
import { findFactors } from '#server/access/second-factor.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import { SignInThrottle } from '#server/access/throttle.ts';
import { endTokens, issueSession } from '#server/access/tokens.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { findAccountByPhone, isAccountUnchanged } from './queries.ts';

const WRONG_CREDENTIALS = ['api.wrongCredentials'];

/** Sign-in and sign-out (AUTH-16…29). */
export function authRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, now } = context;
  const throttle = new SignInThrottle(db, now);

  route(app, {
    method: 'POST',
    url: '/api/auth',
    summary: 'Вход по телефону и паролю',
    access: { kind: 'public' },
    body: signInBody,
    answer: signInAnswer,
    example: async (world) => {
      const { phone: username, password } = await world.account();
      return { url: '/api/auth', body: { username, password } };
    },
    handle: async ({ body, request }) => {
      const phone = normalizeTypedPhone(body.username);
      const throttleKey = phone ?? body.username.slice(0, 20);
      const findAccount = async () => {
        const account = phone ? await findAccountByPhone(db, phone) : null;
        request.subjectUserId = account?.id ?? null;
        return account;
      };
      const delayMs = await throttle.attempt(throttleKey, request.ip).catch(async (error) => {
        // Sets `request.subjectUserId`, so that the log also names the person whose sign-in is throttled.
        await findAccount();
        throw error;
      });
      await wait(delayMs);
      const account = await findAccount();
      // Invited people without a password and unknown phones get the same answer after the same time, so that accounts cannot be
      // probed.
      const isPasswordRight = account?.password_hash
        ? await verifyPassword(body.password, account.password_hash)
        : await verifyAgainstDummy(body.password);
      const setRefusal = (reason: string) => {
        const attemptedPhone = !account && phone ? { phone } : {};
        request.securityEvent = { action: 'sign-in-failed', reason, ...attemptedPhone };
      };
      if (!isPasswordRight || !account || account.status === 'created') {
        setRefusal(!account ? 'unknown-phone' : account.status === 'created' ? 'not-activated' : 'wrong-password');
        throw new FieldsError({ username: WRONG_CREDENTIALS, password: WRONG_CREDENTIALS });
      }
      await throttle.succeeded(throttleKey, request.ip);
      if (account.status === 'suspended') {
        setRefusal('suspended');
        throw new ApiError('suspended');
      }
      if (account.role === 'resident') {
        setRefusal('resident');
        return { role: account.role, token: null };
      }
      const auditEntry = {
        user: account.id,
        action: 'sign-in',
        resource: 'session',
        record: account.id,
        request: request.id,
      };
      const passkeys = findRelyingParty(context.settings.publicUrl, request.headers.host) !== null;
      const result = await db.transaction().execute(async (trx) => {
        if (!(await isAccountUnchanged(trx, account)))
          throw new FieldsError({ username: WRONG_CREDENTIALS, password: WRONG_CREDENTIALS });
        const factors = await findFactors(trx, account.id);
        if (factors.holds || factors.asked) {
          return { token: null, second_factor: await issuePending(trx, account.id, factors, passkeys, now()) };
        }
        await audit(trx, auditEntry);
        const client = { address: request.ip, agent: request.headers['user-agent'] };
        return { token: await issueSession(trx, account.id, context.settings.sessions, client, now()) };
      });
      if (result.token) logSecurityEvent(request, { action: 'sign-in', user: account.id, record: account.id });
      return { role: account.role, ...result };
    },
  });

  route(app, {
    method: 'POST',
    url: '/api/authorized/sign_out/',
    summary: 'Выход: токен больше не действует',
    access: { kind: 'staff', scope: 'none' },
    ok: 204,
    example: () => ({ url: '/api/authorized/sign_out/' }),
    handle: async ({ reader, request }) => {
      const auditEntry = { user: reader.user, action: 'sign-out', resource: 'session', record: reader.user };
      await db.transaction().execute(async (trx) => {
        await audit(trx, { ...auditEntry, request: request.id });
        await endTokens(trx, context.bus, ({ eb }) => eb('id', '=', reader.token.id));
      });
      return undefined;
    },
  });
}
