import type { FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import { countInvitation, queueInvitation, withdrawInvitation } from '#server/access/invitations.ts';
import { endActivation, issueToken } from '#server/access/tokens.ts';
import type { Db } from '#server/db/tables.ts';
import { findAddressee } from './queries.ts';

/**
 * Origin of the link: the public URL of the settings, else the host of this call. `X-Forwarded-Host` is ignored and
 * `X-Forwarded-Proto` can only choose https, because a link to another host would give the account to the sender of the call.
 */
function linkOrigin({ protocol, headers }: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl ?? `${protocol === 'https' ? 'https' : 'http'}://${headers.host}`;
}

/** What a link is created from. */
interface LinkSource {
  request: FastifyRequest;
  publicUrl: string | undefined;
  now: Date;
}

/** Cancels waiting messages to a person, then ends their links: the same lock order as in other writers. */
async function endInvitations(trx: Db, user: number): Promise<void> {
  await withdrawInvitation(trx, user);
  await endActivation(trx, user);
}

async function createLink(trx: Db, user: number, { request, publicUrl, now }: LinkSource): Promise<string> {
  const token = await issueToken(trx, user, 'activation', now);
  return `${linkOrigin(request, publicUrl)}/registration?token=${token}`;
}

/**
 * Creates the link by which an invited employee sets a password, to be handed over in person; earlier links end, and no SMS is
 * sent.
 */
export async function createManualLink(trx: Db, user: number, call: LinkSource): Promise<string> {
  await endInvitations(trx, user);
  return createLink(trx, user, call);
}

/**
 * Queues an invitation with the link to set a password (AUTH-53…57); earlier ones end. Call it in the transaction that creates or
 * changes the employee, and `deliver` after the commit.
 * @returns false if they were invited too often: then nothing is sent, and the card says so
 */
export async function invite(trx: Db, user: number, { request, publicUrl, now }: LinkSource): Promise<boolean> {
  await endInvitations(trx, user);
  const addressee = await findAddressee(trx, user);
  if (!addressee || (await countInvitation(trx, addressee.phone, now)) > 0) return false;
  const { name, company } = addressee;
  const link = await createLink(trx, user, { request, publicUrl, now });
  await queueInvitation(trx, user, text('employees.sms', { name, company, link }), now);
  return true;
}
