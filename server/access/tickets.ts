import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { issueChild, tokenHash } from './tokens.ts';

/**
 * Tickets of sockets: a browser cannot send headers with a socket, and URLs end up in logs of proxies. So the URL carries a
 * ticket that works once, for `LIFETIME.socket`, and is tied to its session.
 */

/** Days that audit entries of issued tickets are kept: an open console needs a new ticket after every disconnect. */
const AUDIT_DAYS = 30;

/**
 * Issues a ticket for a session; deletes the session's expired tokens and old audit entries about the person's tickets.
 * @returns value of `?ticket=`
 */
export async function issueTicket(db: Db, principal: { user: number; session: number }, now: Date): Promise<string> {
  await db
    .deleteFrom('audit')
    .where('user_id', '=', principal.user)
    // The database's clock, because that also wrote `at`.
    .where('at', '<', sql<Date>`now() - make_interval(days => ${AUDIT_DAYS})`)
    .where('resource', '=', 'socket-tickets')
    .execute();
  await db.deleteFrom('tokens').where('parent_id', '=', principal.session).where('expires_at', '<=', now).execute();
  return issueChild(db, principal.user, principal.session, 'socket', now);
}

/**
 * Consumes a ticket; of several parallel requests only one succeeds.
 * @returns id of the session's token, null for an invalid ticket
 */
export async function redeemTicket(db: Db, ticket: string, now: Date): Promise<number | null> {
  const row = await db
    .deleteFrom('tokens')
    .where('hash', '=', tokenHash(ticket))
    .where('purpose', '=', 'socket')
    .where('expires_at', '>', now)
    .returning('parent_id')
    .executeTakeFirst();
  return row?.parent_id ?? null;
}
