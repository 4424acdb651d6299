import type { FastifyInstance, FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import { setUpBody, setUpLookAnswer, setUpLookBody } from '#resources/protocol/access/setup.ts';
import { signInAnswer } from '#resources/protocol/access/sign-in.ts';
import { countAttempt, networkPrefix } from '#server/access/attempts.ts';
import { audit } from '#server/access/audit.ts';
import { hashPassword } from '#server/access/passwords.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import { issueSession } from '#server/access/tokens.ts';
import type { ServerContext } from '#server/context.ts';
import { hasPeople } from '#server/db/people.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { findSetUpLink, lockUnopenedCompany, openCompany } from './queries.ts';

const SETUP_PATH = '/api/anonymous/setup/';

/** Limit of calls with a set-up link from one network. */
const CALL_LIMIT = { maxAttempts: 40, windowMs: 15 * 60_000 } as const;

/**
 * Opening a company in an empty database by the one-time link of the start. Registered only if the process starts with an empty
 * database; once there are people, the calls answer 404.
 */
export function setUpRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, bus, now, settings } = context;

  /** Finds a valid link, within the limit of calls. @throws ApiError not_found, too_many_requests, unknown_token */
  const findLink = async (token: string, request: FastifyRequest) => {
    if (await hasPeople(db)) throw new ApiError('not_found');
    const wait = await countAttempt(db, `set up from ${networkPrefix(request.ip)}`, CALL_LIMIT, now());
    if (wait > 0) throw new ApiError('too_many_requests', { after: Math.ceil(wait / 1000) });
    const link = await findSetUpLink(db, token, now());
    if (link) return link;
    request.securityEvent = { action: 'refused', reason: 'set-up-link' };
    throw new ApiError('unknown_token');
  };

  route(app, {
    method: 'POST',
    url: `${SETUP_PATH}look/`,
    summary: 'Действует ли ссылка для открытия компании',
    access: { kind: 'public' },
    body: setUpLookBody,
    answer: setUpLookAnswer,
    example: () => ({ url: `${SETUP_PATH}look/`, body: { token: 'example' } }),
    handle: async ({ body, request }) => ({
      ...(await findLink(body.token, request)),
      time_zone: settings.timeZone,
      time_zone_fixed: settings.isTimeZoneGiven,
    }),
  });

  route(app, {
    method: 'POST',
    url: SETUP_PATH,
    summary: 'Открытие компании: её название и первый администратор',
    access: { kind: 'public' },
    body: setUpBody,
    answer: signInAnswer,
    example: () => ({
      url: SETUP_PATH,
      body: {
        token: 'example',
        company: 'УК «Пример»',
        time_zone: 'Europe/Moscow',
        first_name: 'Анна',
        last_name: 'Лебедева',
        phone: '+79161234567',
        password: 'Primer2026!',
      },
    }),
    handle: async ({ body, request }) => {
      const link = await findLink(body.token, request);
      const { company, first_name, last_name, phone, password } = body;
      if (link.phone && link.phone !== phone) throw new FieldsError({ phone: ['setup.otherPhone'] });
      // Imported lazily, because its dictionary would slow down every server start.
      const { passwordWeakness, WEAKNESS_TEXTS } = await import('#resources/rules/passwords/strength.ts');
      const product = settings.productName;
      const weakness = passwordWeakness(password, { first_name, last_name, company, phone, product });
      if (weakness) throw new FieldsError({ password: [WEAKNESS_TEXTS[weakness]] });
      const passwordHash = await hashPassword(password);
      const position = text('setup.position');
      const timeZone = settings.isTimeZoneGiven ? null : body.time_zone;
      const result = await db.transaction().execute(async (trx) => {
        if (!(await lockUnopenedCompany(trx))) throw new ApiError('not_found');
        if (!(await findSetUpLink(trx, body.token, now()))) throw new ApiError('unknown_token');
        const opening = { company, timeZone, first_name, last_name, position, phone, passwordHash };
        const newCompany = await openCompany(trx, opening, now());
        await audit(trx, {
          user: newCompany.user,
          action: 'open-company',
          resource: 'setup',
          record: newCompany.company,
          after: { company, first_name, last_name, phone, time_zone: timeZone },
          request: request.id,
        });
        if (timeZone) await bus.publish(trx, 'time-zone', { timeZone });
        const client = { address: request.ip, agent: request.headers['user-agent'] };
        return { ...newCompany, token: await issueSession(trx, newCompany.user, settings.sessions, client, now()) };
      });
      logSecurityEvent(request, { action: 'open-company', user: result.user, record: result.company });
      return { role: 'admin' as const, token: result.token };
    },
  });
}
