import type { FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import { askInvitation, countInvitation, withdrawInvitation } from '#server/access/invitations.ts';
import { endActivation, issueToken } from '#server/access/tokens.ts';
import type { Db } from '#server/db/tables.ts';
import { findAddressee } from './queries.ts';

/**
 * Where the link leads: to the address of the settings, else to the one this call was made to. What a proxy was told by
 * its client (`X-Forwarded-Host`) does not count, and `X-Forwarded-Proto` says one thing at the most: a link elsewhere
 * would give the account to the sender of the call.
 */
function linkPlace({ protocol, headers }: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl ?? `${protocol === 'https' ? 'https' : 'http'}://${headers.host}`;
}

/** Where and when a link is made. */
interface LinkCall {
  request: FastifyRequest;
  publicUrl: string | undefined;
  now: Date;
}

/** Cancels the messages that wait for a person and ends their links: first the message, then the link, the order of other writers. */
async function endInvitations(trx: Db, user: number): Promise<void> {
  await withdrawInvitation(trx, user);
  await endActivation(trx, user);
}

async function makeLink(trx: Db, user: number, { request, publicUrl, now }: LinkCall): Promise<string> {
  const token = await issueToken(trx, user, 'activation', now);
  return `${linkPlace(request, publicUrl)}/registration?token=${token}`;
}

/** Makes the link by which an invited employee sets a password, to be handed over; earlier ones end, and none is sent. */
export async function linkByHand(trx: Db, user: number, call: LinkCall): Promise<string> {
  await endInvitations(trx, user);
  return makeLink(trx, user, call);
}

/**
 * Asks for an invitation with the link to set a password (AUTH-53…57); earlier ones end. Call it in the transaction
 * that makes or changes the employee, and `deliver` after the commit.
 * @returns false when they were invited too often: then nothing goes out, and the card says so
 */
export async function invite(trx: Db, user: number, { request, publicUrl, now }: LinkCall): Promise<boolean> {
  await endInvitations(trx, user);
  const addressee = await findAddressee(trx, user);
  if (!addressee || (await countInvitation(trx, addressee.phone, now)) > 0) return false;
  const { name, company } = addressee;
  const link = await makeLink(trx, user, { request, publicUrl, now });
  await askInvitation(trx, user, text('employees.sms', { name, company, link }), now);
  return true;
}
