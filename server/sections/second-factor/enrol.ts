import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { enrolledAnswer } from '#resources/protocol/access/second-factor.ts';
import { audit } from '#server/access/audit.ts';
import { takePending } from '#server/access/pending.ts';
import type { Reader } from '#server/access/reader.ts';
import { findFactors } from '#server/access/second-factor.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import { issueSession } from '#server/access/tokens.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { newRecoveryCodes } from './codes.ts';
import { endOthers, holdPerson, markSession, takeAsked, writeRecoveryCodes } from './queries.ts';

/**
 * Adds a factor that was shown to work. With the first one come recovery codes, and everything ends that the password
 * alone had opened; an enrolment token becomes a session.
 * @param write writes it, and returns the entry of the audit log
 */
export async function enrol(
  { db, bus, now, settings }: ServerContext,
  { reader, request }: { reader: Reader; request: FastifyRequest },
  purpose: 'totp' | 'passkey',
  write: (trx: Db) => Promise<object>,
): Promise<z.input<typeof enrolledAnswer>> {
  const { id, purpose: by } = reader.token;
  const client = { address: request.ip, agent: request.headers['user-agent'], secondFactor: true };
  const answer = await db.transaction().execute(async (trx) => {
    if (!(await holdPerson(trx, reader.user))) throw new ApiError('signed_out');
    if (!(await takeAsked(trx, id, purpose, now()))) throw new ApiError('second_step_over');
    const { holds } = await findFactors(trx, reader.user);
    const goesOn = by === 'enrolment' ? !holds && (await takePending(trx, id, by, now())) : await markSession(trx, id);
    if (!goesOn) throw new ApiError('signed_out');
    const after = await write(trx);
    const auditEntry = { user: reader.user, resource: 'second-factor', record: reader.user, request: request.id };
    await audit(trx, { ...auditEntry, action: 'create', after });
    const codes = holds ? null : newRecoveryCodes();
    if (codes) {
      await writeRecoveryCodes(trx, reader.user, codes, now());
      await endOthers(trx, bus, reader.user, id);
    }
    const token = by === 'enrolment' ? await issueSession(trx, reader.user, settings.sessions, client, now()) : null;
    return { recovery_codes: codes, role: reader.role, token };
  });
  logSecurityEvent(request, { action: 'second-factor-added', user: reader.user, record: reader.user });
  return answer;
}
