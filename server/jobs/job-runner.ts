import type { FastifyBaseLogger } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { type IsStopping, neverStops } from '#server/lifecycle.ts';
import {
  deleteJobs,
  finishAttempt,
  type Job,
  type Lane,
  lanesWithDue,
  leaseDue,
  lockDue,
  type NextAttempt,
} from './job-queries.ts';

/** Outcome of an attempt to run a leased job. */
export interface JobOutcome {
  /** `failed` is retried after a pause; `deferred` as soon as its lane is open, without counting the attempt. */
  result: 'done' | 'failed' | 'deferred';
  /** Writes results in the transaction that ends the job; not called if another process has taken the job over. */
  write?: (trx: Db) => Promise<unknown>;
}

interface JobQueue {
  /** Lanes run in parallel, at most. */
  lanesAtOnce: number;
  /** Jobs of one lane taken at a time, at most. */
  batch: number;
  /** Pause before each retry, ms; after the last one the job is given up. */
  pauses: readonly number[];
  /** Returns which of these lanes may run now; default all. */
  openLanes?: (lanes: readonly string[]) => Promise<readonly string[]>;
}

/** Handler of jobs within the database: they run in the transaction that ends them, so each takes effect exactly once. */
export interface TransactionHandler extends JobQueue {
  /** Runs jobs of one lane. If it throws, the transaction is rolled back and each job is retried alone. */
  perform: (trx: Db, jobs: readonly Job[]) => Promise<void>;
}

/** Handler of jobs outside the database. If a process dies during a job, another one repeats it after the lease. */
export interface LeaseHandler extends JobQueue {
  /** Lease of a job by the process that runs it, ms; longer than an attempt may take. */
  lease: number;
  attempt: (job: Job) => Promise<JobOutcome>;
}

/** Runs the jobs of a queue. */
export type JobHandler = TransactionHandler | LeaseHandler;

type Deps = Pick<ServerContext, 'db' | 'now'> & { log: Pick<FastifyBaseLogger, 'error' | 'warn'> };

/** State of a job after an attempt, by result. `again`: time of the next retry; null for none. */
const NEXT: Readonly<Record<JobOutcome['result'], (job: Job, now: Date, again: Date | null) => NextAttempt>> = {
  done: ({ attempts }) => ({ dueAt: null, attempts }),
  failed: ({ attempts }, _now, again) => ({ dueAt: again, attempts }),
  deferred: ({ attempts }, now) => ({ dueAt: now, attempts: attempts - 1 }),
};

/** A queue handled by this process. */
interface HandledQueue {
  handler: JobHandler;
  limit: LimitFunction;
  /** Lanes that are running or waiting to run in this process. */
  busyLanes: Set<string>;
}

/**
 * Waits for all promises.
 * @throws the first failure after that
 */
async function waitForAll<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  const outcomes = await Promise.allSettled(work);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

/** Runs jobs in this process; any number of runners may share a database. */
export class JobRunner {
  readonly #deps: Deps;
  readonly #queues = new Map<string, HandledQueue>();
  readonly #reportedQueues = new Set<string>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Registers the handler of a queue. */
  handle(queue: string, handler: JobHandler): void {
    this.#queues.set(queue, { handler, limit: pLimit(handler.lanesAtOnce), busyLanes: new Set() });
  }

  /**
   * Starts the jobs that are due. Lanes that are already running are not affected and block no others; jobs of queues without a
   * handler here wait for a process that has one.
   * @returns `ended` rejects with the first database failure, after all other lanes were handled
   */
  async startDue(isStopped: IsStopping = neverStops): Promise<{ ended: Promise<void> }> {
    const { db, now } = this.#deps;
    const lanesByQueue = new Map<string, string[]>();
    for (const { queue, lane } of await lanesWithDue(db, now())) {
      lanesByQueue.set(queue, [...(lanesByQueue.get(queue) ?? []), lane]);
    }
    const work = [...lanesByQueue].map(([queue, lanes]) => this.#runQueue(queue, lanes, isStopped));
    return { ended: waitForAll(work).then(() => undefined) };
  }

  /**
   * Runs the jobs that are due.
   * @throws the first database failure, after all other lanes were handled
   */
  async runDue(isStopped: IsStopping = neverStops): Promise<void> {
    const { ended } = await this.startDue(isStopped);
    await ended;
  }

  async #runQueue(name: string, lanes: readonly string[], isStopped: IsStopping): Promise<void> {
    const queue = this.#queues.get(name);
    if (!queue) return this.#reportUnknown(name);
    const { handler, limit, busyLanes } = queue;
    const isIdle = (lane: string) => !busyLanes.has(lane);
    const idleLanes = lanes.filter(isIdle);
    if (!idleLanes.length) return;
    const openLanes = handler.openLanes ? await handler.openLanes(idleLanes) : idleLanes;
    // A concurrent call may have taken them meanwhile.
    const ownLanes = openLanes.filter(isIdle);
    for (const lane of ownLanes) busyLanes.add(lane);
    const runLane = (lane: string) =>
      limit(() => this.#runLane(handler, { queue: name, lane }, isStopped)).finally(() => busyLanes.delete(lane));
    await waitForAll(ownLanes.map(runLane));
  }

  #reportUnknown(queue: string): void {
    if (this.#reportedQueues.has(queue)) return;
    this.#reportedQueues.add(queue);
    this.#deps.log.warn({ queue }, 'jobs of a queue that this version does not know wait for another process');
  }

  /** Runs the jobs of a lane batch by batch; stops when no job of a batch succeeds. */
  async #runLane(handler: JobHandler, lane: Lane, isStopped: IsStopping): Promise<void> {
    const runBatch = () =>
      'perform' in handler ? this.#performBatch(handler, lane) : this.#attemptBatch(handler, lane);
    while (!isStopped() && (await runBatch()));
  }

  /**
   * Runs a batch in one transaction.
   * @param onlyId id of a single job to run
   * @returns whether to continue with the lane
   */
  async #performBatch(handler: TransactionHandler, lane: Lane, onlyId?: number): Promise<boolean> {
    const { db, now } = this.#deps;
    let jobs: Job[] = [];
    try {
      await db.transaction().execute(async (trx) => {
        jobs = await lockDue(trx, lane, { now: now(), limit: handler.batch, only: onlyId });
        if (!jobs.length) return;
        await handler.perform(trx, jobs);
        await deleteJobs(trx, jobs);
      });
      return jobs.length > 0;
    } catch (error) {
      const [first, ...others] = jobs;
      if (!first) throw error;
      if (!others.length) return this.#postpone(handler, first, error);
    }
    let isSuccess = false;
    for (const { id } of jobs) isSuccess = (await this.#performBatch(handler, lane, id)) || isSuccess;
    return isSuccess;
  }

  /** Postpones a job that failed when run alone. */
  async #postpone(handler: JobHandler, job: Job, error: unknown): Promise<false> {
    const { db } = this.#deps;
    this.#logFailure(job, error);
    const attempted = { ...job, attempts: job.attempts + 1 };
    await finishAttempt(db, job, null, this.#next(handler, attempted, 'failed'));
    return false;
  }

  async #attemptBatch(handler: LeaseHandler, lane: Lane): Promise<boolean> {
    const { db, now } = this.#deps;
    const until = new Date(now().getTime() + handler.lease);
    const jobs = await leaseDue(db, lane, { now: now(), until, limit: handler.batch });
    // Waits for all attempts even if ending one fails, so that the lane stays busy meanwhile.
    const successes = await waitForAll(jobs.map((job) => this.#attempt(handler, job, until)));
    return successes.includes(true);
  }

  /**
   * Runs one leased job.
   * @param until end of its lease
   * @returns whether the job is done
   */
  async #attempt(handler: LeaseHandler, job: Job, until: Date): Promise<boolean> {
    const { result, write } = await handler.attempt(job).catch((error: unknown): JobOutcome => {
      this.#logFailure(job, error);
      return { result: 'failed' };
    });
    await this.#deps.db.transaction().execute(async (trx) => {
      const isOurs = await finishAttempt(trx, job, until, this.#next(handler, job, result));
      if (isOurs) await write?.(trx);
    });
    return result === 'done';
  }

  #next({ pauses }: JobHandler, job: Job, result: JobOutcome['result']): NextAttempt {
    const { now, log } = this.#deps;
    const pause = pauses[job.attempts - 1];
    if (result === 'failed' && pause === undefined) {
      log.warn({ queue: job.queue, job: job.id, attempts: job.attempts }, 'a job was given up');
    }
    return NEXT[result](job, now(), pause === undefined ? null : new Date(now().getTime() + pause));
  }

  #logFailure({ queue, id }: Job, error: unknown): void {
    this.#deps.log.error({ err: error, queue, job: id }, 'a job failed');
  }
}
