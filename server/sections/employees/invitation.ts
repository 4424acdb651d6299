import type { FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import { countAttempt } from '#server/access/attempts.ts';
import { askInvitation, withdrawInvitation } from '#server/access/invitations.ts';
import { endActivation, issueToken } from '#server/access/tokens.ts';
import type { Db } from '#server/db/tables.ts';
import { addresseeOf } from './queries.ts';

/** Invitations of one person: a telephone must not be flooded. */
const LIMIT = { most: 5, window: 3_600_000 } as const;

/**
 * Asks for an invitation with the link that lets somebody set a password (AUTH-53…57); earlier ones end. Call it in the
 * transaction that makes or changes the employee, and `deliver` after the commit.
 * @returns false when he was invited too often: then nothing goes out, and the card says so
 */
export async function invite(trx: Db, user: number, request: FastifyRequest, now: Date): Promise<boolean> {
  // The invitation before its link, as whoever gives one up takes them.
  await withdrawInvitation(trx, user);
  await endActivation(trx, user);
  const addressee = await addresseeOf(trx, user);
  if (!addressee || (await countAttempt(trx, `invite ${user}`, LIMIT, now)) > 0) return false;
  const token = await issueToken(trx, user, 'activation', now);
  const link = `${request.protocol}://${request.host}/registration?token=${token}`;
  await askInvitation(trx, user, text('employees.sms', { ...addressee, link }), now);
  return true;
}
