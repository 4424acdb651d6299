import { setTimeout as pause } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import pg from 'pg';

/** PostgreSQL advisory lock ids, one per kind of work; distinct from the lock that Kysely takes for migrations. */
const LOCKS = {
  /** Migrations and the demo company. */
  start: 7_340_112,
  /** Writing a scheduled backup. */
  backup: 7_240_030,
  /** Creating the indexes of added sections. */
  indexes: 7_240_010,
  /** Recomputing values of added sections. */
  computed: 7_240_011,
  /** Pushing new people to a Tinode server. */
  look: 7_240_020,
  /** Pushing suspended, deleted and restored people to a Tinode server. */
  states: 7_240_021,
} as const;

/** Interval at which a waiting process retries, ms. */
const RETRY_INTERVAL_MS = 100;

/** A kind of work that only one process of a database does at a time. */
type ExclusiveWork = keyof typeof LOCKS;

/** Mutual exclusion per kind of work across all processes of one database. */
export interface RunExclusively {
  /** Waits for the lock and runs the work. */
  withLock<Result>(lockName: ExclusiveWork, work: () => Promise<Result>): Promise<Result>;
  /** Runs the work unless it is running already. @returns null when it is */
  tryWithLock<Result>(lockName: ExclusiveWork, work: () => Promise<Result>): Promise<Result | null>;
}

/** Releases a lock; never throws, so that the result of the work is kept. */
type Release = () => Promise<void>;
/** Acquires the lock, or returns null if another process holds it and `wait` is false. */
type AcquireLock = (lockName: ExclusiveWork, wait: boolean) => Promise<Release | null>;

/** For an embedded database, which only one process uses: queues within the process are enough. */
export const createLocalLocks = (): RunExclusively => createLocks(async () => async () => undefined);

/**
 * For PostgreSQL. Each kind of work uses its own connection outside the pool. Waiting is done by polling, because a blocking lock
 * statement holds a snapshot and would deadlock with `create index concurrently` in another process.
 *
 * A lock is held as long as its connection. If that breaks, the work continues without the lock and another process may start the
 * same, so the work must be safe to run twice at once.
 * @param onConnectionLost called when a connection breaks
 */
export function createPostgresLocks(config: pg.ClientConfig, onConnectionLost: (error: Error) => void): RunExclusively {
  return createLocks(async (lockName, wait) => {
    const client = new pg.Client(config);
    let isBroken = false;
    // Without a handler, an error on an idle connection would crash the process.
    client.on('error', (error) => {
      isBroken = true;
      onConnectionLost(error);
    });
    const closeConnection = () => client.end().catch(onConnectionLost);
    await client.connect();
    try {
      const tryLock = async () => {
        const ask = 'select pg_try_advisory_lock($1) as got';
        return (await client.query<{ got: boolean }>(ask, [LOCKS[lockName]])).rows[0]?.got === true;
      };
      while (!(await tryLock())) {
        if (!wait) {
          await closeConnection();
          return null;
        }
        await pause(RETRY_INTERVAL_MS);
      }
    } catch (error) {
      await closeConnection();
      throw error;
    }
    return async () => {
      // Unlock explicitly: the server may keep the session, and the lock, for a moment after disconnect.
      if (!isBroken) await client.query('select pg_advisory_unlock($1)', [LOCKS[lockName]]).catch(onConnectionLost);
      await closeConnection();
    };
  });
}

function createLocks(acquire: AcquireLock): RunExclusively {
  /** Queues within this process. */
  const queues = new Map<ExclusiveWork, LimitFunction>();
  const queueFor = (lockName: ExclusiveWork): LimitFunction => {
    const queue = queues.get(lockName) ?? pLimit(1);
    queues.set(lockName, queue);
    return queue;
  };
  const runQueued = <Result, Busy>(
    lockName: ExclusiveWork,
    wait: boolean,
    work: () => Promise<Result>,
    onBusy: () => Busy,
  ) =>
    queueFor(lockName)(async (): Promise<Result | Busy> => {
      const release = await acquire(lockName, wait);
      if (!release) return onBusy();
      try {
        return await work();
      } finally {
        await release();
      }
    });
  const isBusy = (lockName: ExclusiveWork): boolean => {
    const { activeCount, pendingCount } = queueFor(lockName);
    return activeCount + pendingCount > 0;
  };
  return {
    withLock: (lockName, work) =>
      runQueued(lockName, true, work, () => {
        throw new Error(`The lock ${lockName} was not released in time`);
      }),
    tryWithLock: async (lockName, work) => (isBusy(lockName) ? null : runQueued(lockName, false, work, () => null)),
  };
}
