import type { FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import { askInvitation, countInvitation, withdrawInvitation } from '#server/access/invitations.ts';
import { endActivation, issueToken } from '#server/access/tokens.ts';
import type { Db } from '#server/db/tables.ts';
import { addresseeOf } from './queries.ts';

/**
 * Where the link leads: to the address of the settings, else to the one this call was made to. What a proxy was told by its
 * client (`X-Forwarded-Host`) does not count, and `X-Forwarded-Proto` says one thing at the most: a link elsewhere would give
 * the account to whoever has it sent.
 */
function placeOf({ protocol, headers }: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl ?? `${protocol === 'https' ? 'https' : 'http'}://${headers.host}`;
}

/**
 * Asks for an invitation with the link that lets somebody set a password (AUTH-53…57); earlier ones end. Call it in the
 * transaction that makes or changes the employee, and `deliver` after the commit.
 * @returns false when they were invited too often: then nothing goes out, and the card says so
 */
export async function invite(
  trx: Db,
  user: number,
  { request, publicUrl, now }: { request: FastifyRequest; publicUrl: string | undefined; now: Date },
): Promise<boolean> {
  // The invitation before its link, as whoever gives one up takes them.
  await withdrawInvitation(trx, user);
  await endActivation(trx, user);
  const addressee = await addresseeOf(trx, user);
  if (!addressee || (await countInvitation(trx, addressee.phone, now)) > 0) return false;
  const token = await issueToken(trx, user, 'activation', now);
  const { name, company } = addressee;
  const link = `${placeOf(request, publicUrl)}/registration?token=${token}`;
  await askInvitation(trx, user, text('employees.sms', { name, company, link }), now);
  return true;
}
