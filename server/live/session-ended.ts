import type { Db } from '#server/db/tables.ts';
import type { Bus } from './bus.ts';
import type { Topics } from './topics.ts';

/** To be called in the transaction that ends a session: its sockets close when it commits. */
export async function sessionEnded(bus: Bus<Topics>, trx: Db, token: number): Promise<void> {
  await bus.publish(trx, 'session-ended', { token });
}
