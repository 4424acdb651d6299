import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { enrolledAnswer } from '#resources/protocol/access/second-factor.ts';
import { audit } from '#server/access/audit.ts';
import { consumePending } from '#server/access/pending.ts';
import type { Reader } from '#server/access/reader.ts';
import { findFactors } from '#server/access/second-factor.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import { issueSession } from '#server/access/tokens.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { newRecoveryCodes } from './codes.ts';
import { endOtherTokens, lockActiveStaff, markSession, replaceRecoveryCodes, takeChallenge } from './queries.ts';

/**
 * Adds a factor that has been proven to work. With the first factor recovery codes are issued, and all tokens that the password
 * alone had opened end; an enrolment token is exchanged for a session.
 * @param write inserts the factor and returns `after` of the audit entry
 */
export async function enrolFactor(
  { db, bus, now, settings }: ServerContext,
  { reader, request }: { reader: Reader; request: FastifyRequest },
  purpose: 'totp' | 'passkey',
  write: (trx: Db) => Promise<object>,
): Promise<z.input<typeof enrolledAnswer>> {
  const { id, purpose: tokenPurpose } = reader.token;
  const client = { address: request.ip, agent: request.headers['user-agent'], secondFactor: true };
  const answer = await db.transaction().execute(async (trx) => {
    if (!(await lockActiveStaff(trx, reader.user))) throw new ApiError('signed_out');
    if (!(await takeChallenge(trx, id, purpose, now()))) throw new ApiError('second_step_over');
    const { holds } = await findFactors(trx, reader.user);
    const mayContinue =
      tokenPurpose === 'enrolment'
        ? !holds && (await consumePending(trx, id, tokenPurpose, now()))
        : await markSession(trx, id);
    if (!mayContinue) throw new ApiError('signed_out');
    const after = await write(trx);
    const auditEntry = { user: reader.user, resource: 'second-factor', record: reader.user, request: request.id };
    await audit(trx, { ...auditEntry, action: 'create', after });
    const codes = holds ? null : newRecoveryCodes();
    if (codes) {
      await replaceRecoveryCodes(trx, reader.user, codes, now());
      await endOtherTokens(trx, bus, reader.user, id);
    }
    const token =
      tokenPurpose === 'enrolment' ? await issueSession(trx, reader.user, settings.sessions, client, now()) : null;
    return { recovery_codes: codes, role: reader.role, token };
  });
  logSecurityEvent(request, { action: 'second-factor-added', user: reader.user, record: reader.user });
  return answer;
}
