import type { Db } from '#server/db/tables.ts';
import type { Bus } from './bus.ts';
import type { Topics } from './topics.ts';

/**
 * To be called in the transaction of every change of a person's levels, status, role or entrances. When it commits,
 * every process closes that person's sockets (within a second); calls need nothing, they look rights up anew.
 */
export async function accessChanged(bus: Bus<Topics>, trx: Db, user: number): Promise<void> {
  await bus.publish(trx, 'access-changed', { user });
}

/** To be called in the transaction that ends a session: its sockets close when it commits. */
export async function sessionEnded(bus: Bus<Topics>, trx: Db, token: number): Promise<void> {
  await bus.publish(trx, 'session-ended', { token });
}
