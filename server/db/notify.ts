import { type Kysely, sql } from 'kysely';
import { NOTIFY_LIMIT } from './channels.ts';
import type { Tables } from './tables.ts';

/**
 * Runs NOTIFY within `trx`, one statement for all payloads: sent in order on commit, not at all on rollback.
 * @throws RangeError when a payload exceeds PostgreSQL's limit; `server/live/bus.ts` splits longer messages
 */
export async function notify(
  trx: Kysely<Tables>,
  channel: string,
  messages: string | readonly string[],
): Promise<void> {
  const payloads = [messages].flat();
  if (!payloads.length) return;
  if (payloads.some((payload) => Buffer.byteLength(payload) > NOTIFY_LIMIT)) {
    throw new RangeError('A notification is under 8000 bytes');
  }
  await sql`select pg_notify(${channel}, payload)
    from unnest(${payloads}::text[]) with ordinality as sent (payload, place) order by place`.execute(trx);
}
