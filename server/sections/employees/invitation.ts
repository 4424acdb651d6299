import type { FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import { countAttempt } from '#server/access/attempts.ts';
import { issueToken } from '#server/access/tokens.ts';
import type { Db } from '#server/db/tables.ts';
import type { House } from '#server/house.ts';
import { ApiError } from '#server/http/errors.ts';
import { endInvitations, invitationOf } from './invitation-queries.ts';

/** Invitations of one person: a telephone must not be flooded. */
const LIMIT = { most: 5, window: 3_600_000 } as const;

/** Somebody who is sent the link that lets him set a password (AUTH-53…57). */
export interface Invited {
  user: number;
  token: string;
}

/** Makes the token of an invitation; earlier ones end. Call it in the transaction that makes or changes the employee. */
export async function invite(trx: Db, user: number, now: Date): Promise<Invited> {
  await endInvitations(trx, user);
  return { user, token: await issueToken(trx, user, 'activation', now) };
}

/**
 * Sends an invitation. Call it after the commit.
 * @returns whether it went out; where it did not, its link works no more and the card says that he was not invited
 */
export async function sendInvitation(
  { db, sms, now }: House,
  { user, token }: Invited,
  request: FastifyRequest,
): Promise<boolean> {
  const addressee = await invitationOf(db, user);
  if (!addressee) return false;
  const { phone, name, company } = addressee;
  const link = `${request.protocol}://${request.host}/registration?token=${token}`;
  try {
    if ((await countAttempt(db, `invite ${user}`, LIMIT, now())) > 0) throw new ApiError('sms_limit');
    await sms.send(phone, text('employees.sms', { name, company, link }));
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    request.log.warn({ err: error }, 'an employee was not invited');
    await endInvitations(db, user);
    return false;
  }
}
