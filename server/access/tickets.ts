import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { issueChild, tokenHash } from './tokens.ts';

/**
 * Tickets of sockets: a browser's socket carries no header, and addresses end up in logs of whatever stands in between. So the
 * address carries something that is worth nothing a moment later: good once, for `LIFETIME.socket`, tied to its session.
 */

/** How many days the log keeps tickets taken: a console that is open takes one at every break of its line. */
const LOGGED_DAYS = 30;

/**
 * Makes a ticket for a session; its expired ones go, and so does what the log says of the person's tickets of long ago.
 * @returns what the console puts into `?ticket=`
 */
export async function issueTicket(db: Db, principal: { user: number; session: number }, now: Date): Promise<string> {
  await db
    .deleteFrom('audit')
    .where('user_id', '=', principal.user)
    // By the clock that wrote `at`.
    .where('at', '<', sql<Date>`now() - make_interval(days => ${LOGGED_DAYS})`)
    .where('resource', '=', 'socket-tickets')
    .execute();
  await db.deleteFrom('tokens').where('parent_id', '=', principal.session).where('expires_at', '<=', now).execute();
  return issueChild(db, principal.user, principal.session, 'socket', now);
}

/** Uses a ticket up: of several at once one gets in. @returns the id of its session's token, null for a bad one */
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
