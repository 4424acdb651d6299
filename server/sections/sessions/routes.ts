import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { CONFIRM_PATH, confirmBody, SESSIONS_PATH, sessionsAnswer } from '#resources/protocol/access/sessions.ts';
import { audit } from '#server/access/audit.ts';
import { verifyAgainstDummy, verifyPassword } from '#server/access/passwords.ts';
import { SignInThrottle } from '#server/access/throttle.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { endSession, markPasswordConfirmed, selectOwnPassword, selectSessions } from './queries.ts';

const OWN_ACCESS = { kind: 'staff', scope: 'own', own: true } as const;

/** A person's own sessions, and confirming the password before a sensitive action. */
export function sessionsRoutes(app: FastifyInstance, { db, bus, now, settings }: ServerContext): void {
  const throttle = new SignInThrottle(db, now);

  route(app, {
    method: 'GET',
    url: SESSIONS_PATH,
    summary: 'Свои сеансы: где выполнен вход',
    access: { ...OWN_ACCESS, scope: 'none' },
    answer: sessionsAnswer,
    example: () => ({ url: SESSIONS_PATH }),
    handle: async ({ reader }) => {
      const rows = await selectSessions(db, reader.user, settings.sessions, now());
      return {
        results: rows.map(({ id, created_at, last_seen_at, address, agent }) => ({
          id,
          current: id === reader.token.id,
          created_at: created_at.toISOString(),
          last_seen_at: last_seen_at?.toISOString() ?? null,
          address,
          agent,
        })),
      };
    },
  });

  route(app, {
    method: 'DELETE',
    url: `${SESSIONS_PATH}:id/`,
    summary: 'Завершить свой сеанс',
    access: OWN_ACCESS,
    params: idParams,
    ok: 204,
    example: async (world) => {
      const { results } = sessionsAnswer.parse(await world.send('GET', { url: SESSIONS_PATH }));
      const [firstSession] = results;
      if (!firstSession) throw new Error('Nobody is signed in');
      return { url: `${SESSIONS_PATH}${firstSession.id}/` };
    },
    handle: async ({ reader, params, request }) => {
      await db.transaction().execute(async (trx) => {
        if (!(await endSession(trx, bus, reader.user, params.id))) throw new ApiError('not_found');
        const auditEntry = { user: reader.user, action: 'end', resource: 'session', record: params.id };
        await audit(trx, { ...auditEntry, request: request.id });
      });
      return undefined;
    },
  });

  route(app, {
    method: 'POST',
    url: CONFIRM_PATH,
    summary: 'Подтвердить действие своим паролем',
    access: { ...OWN_ACCESS, scope: 'none' },
    body: confirmBody,
    ok: 204,
    example: async (world) => {
      const { password } = await world.account();
      return { url: CONFIRM_PATH, body: { password } };
    },
    handle: async ({ reader, body, request }) => {
      const { phone, password_hash } = await selectOwnPassword(db, reader.user);
      const throttleKey = phone ?? String(reader.user);
      await wait(await throttle.attempt(throttleKey, request.ip));
      const isPasswordRight = await (password_hash
        ? verifyPassword(body.password, password_hash)
        : verifyAgainstDummy(body.password));
      if (!isPasswordRight) {
        request.securityEvent = { action: 'sign-in-failed', reason: 'wrong-password' };
        throw new FieldsError({ password: ['api.wrongPassword'] });
      }
      await throttle.succeeded(throttleKey, request.ip);
      await db.transaction().execute(async (trx) => {
        await markPasswordConfirmed(trx, reader, now());
        const auditEntry = {
          user: reader.user,
          action: 'confirm-password',
          resource: 'session',
          record: reader.token.id,
        };
        await audit(trx, { ...auditEntry, request: request.id });
      });
      return undefined;
    },
  });
}
