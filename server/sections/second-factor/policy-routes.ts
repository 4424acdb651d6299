import type { FastifyInstance } from 'fastify';
import {
  policyAnswer,
  policyBody,
  SECOND_FACTOR_LEVELS,
  SECOND_FACTOR_POLICY_PATH,
} from '#resources/protocol/access/second-factor.ts';
import { audit } from '#server/access/audit.ts';
import { mustHaveConfirmed } from '#server/access/confirmed.ts';
import { readSecondFactorPolicy } from '#server/access/second-factor.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { computeRecordVersion, refuseStale } from '#server/records/record-version.ts';
import { countWithout, endLacking, lacksFactor, writePolicy } from './queries.ts';

/** Its name in the audit log, and the number of the only one there is. */
const POLICY = 'second-factor-policy';
const THE_ONE = 1;
const ADMINISTRATORS = { kind: 'administrator', scope: 'none' } as const;

/** The levels that the company requires a second factor of. */
export function policyRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, bus } = context;

  route(app, {
    method: 'GET',
    url: SECOND_FACTOR_POLICY_PATH,
    summary: 'Кому двухэтапный вход обязателен',
    access: ADMINISTRATORS,
    answer: policyAnswer,
    example: () => ({ url: SECOND_FACTOR_POLICY_PATH }),
    handle: async () => {
      const levels = await readSecondFactorPolicy(db);
      return { levels, without: await countWithout(db), version: computeRecordVersion({ levels }) };
    },
  });

  route(app, {
    method: 'PUT',
    url: SECOND_FACTOR_POLICY_PATH,
    summary: 'Сделать двухэтапный вход обязательным для уровней доступа',
    access: ADMINISTRATORS,
    body: policyBody,
    answer: policyAnswer,
    example: () => ({ url: SECOND_FACTOR_POLICY_PATH, body: { levels: [] } }),
    handle: async ({ reader, body, request }) => {
      await mustHaveConfirmed(context, reader);
      const levels = SECOND_FACTOR_LEVELS.filter((level) => body.levels.includes(level));
      const without = await db.transaction().execute(async (trx) => {
        const before = await writePolicy(trx, levels);
        await refuseStale(trx, body.version, { resource: POLICY, record: THE_ONE, parts: [{ levels: before }] });
        // Only an administrator with a second factor may require it: it works here, and they do not shut themselves
        // out.
        if (await lacksFactor(trx, reader.token.id)) throw new ApiError('factor_first');
        await endLacking(trx, bus);
        const auditEntry = { user: reader.user, action: 'update', resource: POLICY, record: THE_ONE };
        const logged = { before: { levels: before }, after: { levels } };
        await audit(trx, { ...auditEntry, ...logged, request: request.id });
        return countWithout(trx);
      });
      logSecurityEvent(request, { action: 'second-factor-policy', user: reader.user, record: levels.join(' ') });
      return { levels, without, version: computeRecordVersion({ levels }) };
    },
  });
}
