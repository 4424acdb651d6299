import { type Kysely, sql } from 'kysely';
import { NOTIFY_LIMIT } from './channels.ts';
import type { Tables } from './tables.ts';

/**
 * NOTIFY within `trx`: sent when it commits, never when it does not.
 * @throws RangeError when the payload is over PostgreSQL's limit; `server/live/bus.ts` splits longer ones
 */
export async function notify(trx: Kysely<Tables>, channel: string, payload: string): Promise<void> {
  if (Buffer.byteLength(payload) > NOTIFY_LIMIT) throw new RangeError('A notification is under 8000 bytes');
  await sql`select pg_notify(${channel}, ${payload})`.execute(trx);
}
