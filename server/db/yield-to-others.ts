import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { Database } from './connect.ts';

/** Interval of checks whether other queries are waiting, ms. */
const CHECK_INTERVAL_MS = 4;
/** Number of quiet checks in a row before work continues, because a request makes several queries one after another. */
const QUIET_CHECKS = 2;
/** Maximum waiting time between two slices of work, ms. */
const MAX_WAIT_MS = 300;

/**
 * Call between slices of long work: waits until other requests have had the database. The embedded database has a single
 * connection, so a request would wait for a whole slice at each of its queries; PostgreSQL has enough connections.
 */
export async function yieldToOthers({ kind, state }: Pick<Database, 'kind' | 'state'>): Promise<void> {
  if (kind === 'postgres') {
    await turn();
    return;
  }
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let quietChecks = 0; quietChecks < QUIET_CHECKS && performance.now() < deadline; ) {
    await pause(CHECK_INTERVAL_MS);
    const { connections, idle, waiting } = state();
    quietChecks = waiting === 0 && idle === connections ? quietChecks + 1 : 0;
  }
}
