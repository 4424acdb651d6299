import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { normalPhoneLoosely } from '#resources/language/kinds/phone.ts';
import { signInAnswer, signInBody } from '#resources/protocol/access/sign-in.ts';
import { audit } from '#server/access/audit.ts';
import { verifyNobody, verifyPassword } from '#server/access/passwords.ts';
import { issuePending } from '#server/access/pending.ts';
import { relyingParty } from '#server/access/relying-party.ts';
import { findFactors } from '#server/access/second-factor.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import { SignInThrottle } from '#server/access/throttle.ts';
import { endTokens, issueSession } from '#server/access/tokens.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { accountOfPhone, isUnchanged } from './queries.ts';

const WRONG = ['api.wrongCredentials'];

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
      const phone = normalPhoneLoosely(body.username);
      const name = phone ?? body.username.slice(0, 20);
      const look = async () => {
        const found = phone ? await accountOfPhone(db, phone) : null;
        request.about = found?.id ?? null;
        return found;
      };
      const turn = await throttle.attempt(name, request.ip).catch(async (error) => {
        // Whose sign-in is stopped is written down too.
        await look();
        throw error;
      });
      await wait(turn);
      const account = await look();
      // A person without a password (invited) and an unknown phone take as long and get the same answer.
      const right = account?.password_hash
        ? await verifyPassword(body.password, account.password_hash)
        : await verifyNobody(body.password);
      const failed = (reason: string) => {
        const tried = !account && phone ? { phone } : {};
        request.refusal = { action: 'sign-in-failed', reason, ...tried };
      };
      if (!right || !account || account.status === 'created') {
        failed(!account ? 'unknown-phone' : account.status === 'created' ? 'not-activated' : 'wrong-password');
        throw new FieldsError({ username: WRONG, password: WRONG });
      }
      await throttle.succeeded(name, request.ip);
      if (account.status === 'suspended') {
        failed('suspended');
        throw new ApiError('suspended');
      }
      if (account.role === 'resident') {
        failed('resident');
        return { role: account.role, token: null };
      }
      const auditEntry = {
        user: account.id,
        action: 'sign-in',
        resource: 'session',
        record: account.id,
        request: request.id,
      };
      const passkeys = relyingParty(context.settings.publicUrl, request.headers.host) !== null;
      const entered = await db.transaction().execute(async (trx) => {
        if (!(await isUnchanged(trx, account))) throw new FieldsError({ username: WRONG, password: WRONG });
        const factors = await findFactors(trx, account.id);
        if (factors.holds || factors.asked) {
          return { token: null, second_factor: await issuePending(trx, account.id, factors, passkeys, now()) };
        }
        await audit(trx, auditEntry);
        const client = { address: request.ip, agent: request.headers['user-agent'] };
        return { token: await issueSession(trx, account.id, context.settings.sessions, client, now()) };
      });
      if (entered.token) logSecurityEvent(request, { action: 'sign-in', user: account.id, record: account.id });
      return { role: account.role, ...entered };
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
