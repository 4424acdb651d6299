import type { FastifyInstance } from 'fastify';
import {
  policyAnswer,
  policyBody,
  SECOND_FACTOR_LEVELS,
  SECOND_FACTOR_POLICY_PATH,
} from '#resources/protocol/access/second-factor.ts';
import { audit } from '#server/access/audit.ts';
import { requireRecentConfirmation } from '#server/access/confirmed.ts';
import { readSecondFactorPolicy } from '#server/access/second-factor.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { computeRecordVersion, refuseStale } from '#server/records/record-version.ts';
import { countWithoutFactor, endSessionsWithoutFactor, lacksRequiredFactor, storePolicy } from './queries.ts';

/** Resource of the policy in the audit log, and the record id of the only policy. */
const POLICY_RESOURCE = 'second-factor-policy';
const POLICY_ID = 1;
const ADMIN_ACCESS = { kind: 'administrator', scope: 'none' } as const;

/** The access levels for which the company requires a second factor. */
export function policyRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, bus } = context;

  route(app, {
    method: 'GET',
    url: SECOND_FACTOR_POLICY_PATH,
    summary: 'Кому двухэтапный вход обязателен',
    access: ADMIN_ACCESS,
    answer: policyAnswer,
    example: () => ({ url: SECOND_FACTOR_POLICY_PATH }),
    handle: async () => {
      const levels = await readSecondFactorPolicy(db);
      return { levels, without: await countWithoutFactor(db), version: computeRecordVersion({ levels }) };
    },
  });

  route(app, {
    method: 'PUT',
    url: SECOND_FACTOR_POLICY_PATH,
    summary: 'Сделать двухэтапный вход обязательным для уровней доступа',
    access: ADMIN_ACCESS,
    body: policyBody,
    answer: policyAnswer,
    example: () => ({ url: SECOND_FACTOR_POLICY_PATH, body: { levels: [] } }),
    handle: async ({ reader, body, request }) => {
      await requireRecentConfirmation(context, reader);
      const levels = SECOND_FACTOR_LEVELS.filter((level) => body.levels.includes(level));
      const without = await db.transaction().execute(async (trx) => {
        const before = await storePolicy(trx, levels);
        await refuseStale(trx, body.version, {
          resource: POLICY_RESOURCE,
          record: POLICY_ID,
          parts: [{ levels: before }],
        });
        // Only an administrator with a second factor may require it: this proves that it works here, and they do not lock
        // themselves out.
        if (await lacksRequiredFactor(trx, reader.token.id)) throw new ApiError('factor_first');
        await endSessionsWithoutFactor(trx, bus);
        const auditEntry = { user: reader.user, action: 'update', resource: POLICY_RESOURCE, record: POLICY_ID };
        const changes = { before: { levels: before }, after: { levels } };
        await audit(trx, { ...auditEntry, ...changes, request: request.id });
        return countWithoutFactor(trx);
      });
      logSecurityEvent(request, { action: 'second-factor-policy', user: reader.user, record: levels.join(' ') });
      return { levels, without, version: computeRecordVersion({ levels }) };
    },
  });
}
