import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { Database } from './connect.ts';

/** How often it is looked whether others ask for the database, ms. */
const LOOK = 4;
/** Looks in a row that have to find no waiting call: a call asks several times, one after the other. */
const QUIET = 2;
/** Work in slices waits no longer for others than this, ms. */
const LONGEST = 300;

/**
 * Waits between two slices of long work until other calls have had the database: the embedded one has a single connection, so a
 * call would wait for a whole slice at each of its queries. PostgreSQL has connections for all of them.
 */
export async function letOthers({ kind, state }: Pick<Database, 'kind' | 'state'>): Promise<void> {
  if (kind === 'postgres') {
    await turn();
    return;
  }
  const until = performance.now() + LONGEST;
  for (let quiet = 0; quiet < QUIET && performance.now() < until; ) {
    await pause(LOOK);
    const { connections, idle, waiting } = state();
    quiet = waiting === 0 && idle === connections ? quiet + 1 : 0;
  }
}
