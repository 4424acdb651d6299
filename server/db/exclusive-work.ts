import { setTimeout as pause } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import pg from 'pg';

/** Numbers of the locks of work that only one process of a database does at a time; Kysely's own lock of the migrations is another. */
const LOCKS = {
  /** Migrations and the demo company. */
  start: 7_340_112,
  /** A scheduled backup is written. */
  backup: 7_240_030,
  /** The indexes of added sections are made. */
  indexes: 7_240_010,
  /** Values of added sections are computed anew. */
  computed: 7_240_011,
  /** A Tinode server is told of new people. */
  look: 7_240_020,
  /** The same for the states of suspended people. */
  states: 7_240_021,
} as const;

/** How often a process waiting for another one asks again, ms. */
const AGAIN = 100;

/** Something that one process of a database does at a time. */
type ExclusiveWork = keyof typeof LOCKS;

/** Taking turns with all users of the database, in this process and in others. */
export interface RunExclusively {
  /** Does something once no one else is at it. */
  inTurn<Result>(turn: ExclusiveWork, work: () => Promise<Result>): Promise<Result>;
  /** Does something unless it is being done already. @returns null when it is */
  unlessBusy<Result>(turn: ExclusiveWork, work: () => Promise<Result>): Promise<Result | null>;
}

/** Gives a lock free; never fails, so that the outcome of what was done under it is what counts. */
type Release = () => Promise<void>;
/** Takes the lock of a turn that other processes may have. @returns null when one has and it is not to be waited for */
type Take = (turn: ExclusiveWork, wait: boolean) => Promise<Release | null>;

/** Of a database that one process has to itself. */
export const turnsAlone = (): RunExclusively => turnsBy(async () => async () => undefined);

/**
 * Of a PostgreSQL database. The work holds a connection of its own, whatever the work waits for: the pool stays free,
 * and there are never more of these than there are turns. Waiting work asks now and then: a statement that waited for
 * the lock would be one whose snapshot `create index concurrently` of another process waits for in its turn, for ever.
 *
 * A lock lasts as long as its connection. When that breaks, `lost` is called, the work goes on to its end without the lock, and another
 * process may begin the same. So such work must be safe to run twice at once.
 * @param lost told of a connection that broke
 */
export function turnsOnPostgres(config: pg.ClientConfig, lost: (error: Error) => void): RunExclusively {
  return turnsBy(async (turn, wait) => {
    const client = new pg.Client(config);
    let broken = false;
    // One that breaks while nothing is asked of it must not end the process.
    client.on('error', (error) => {
      broken = true;
      lost(error);
    });
    const end = () => client.end().catch(lost);
    await client.connect();
    try {
      const got = async () => {
        const ask = 'select pg_try_advisory_lock($1) as got';
        return (await client.query<{ got: boolean }>(ask, [LOCKS[turn]])).rows[0]?.got === true;
      };
      while (!(await got())) {
        if (!wait) {
          await end();
          return null;
        }
        await pause(AGAIN);
      }
    } catch (error) {
      await end();
      throw error;
    }
    return async () => {
      // The lock goes with its session, which may linger for a moment; so it is given back as such.
      if (!broken) await client.query('select pg_advisory_unlock($1)', [LOCKS[turn]]).catch(lost);
      await end();
    };
  });
}

function turnsBy(take: Take): RunExclusively {
  /** In this process they come one after the other. */
  const queues = new Map<ExclusiveWork, LimitFunction>();
  const queueFor = (turn: ExclusiveWork): LimitFunction => {
    const queue = queues.get(turn) ?? pLimit(1);
    queues.set(turn, queue);
    return queue;
  };
  const next = <Result, Busy>(turn: ExclusiveWork, wait: boolean, work: () => Promise<Result>, busy: () => Busy) =>
    queueFor(turn)(async (): Promise<Result | Busy> => {
      const release = await take(turn, wait);
      if (!release) return busy();
      try {
        return await work();
      } finally {
        await release();
      }
    });
  const isBusy = (turn: ExclusiveWork): boolean => {
    const { activeCount, pendingCount } = queueFor(turn);
    return activeCount + pendingCount > 0;
  };
  return {
    inTurn: (turn, work) =>
      next(turn, true, work, () => {
        throw new Error(`Nobody gave the turn ${turn}`);
      }),
    unlessBusy: async (turn, work) => (isBusy(turn) ? null : next(turn, false, work, () => null)),
  };
}
