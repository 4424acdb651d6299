import type { FastifyBaseLogger } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { type IsStopping, neverStops } from '#server/lifecycle.ts';
import {
  endJobs,
  type Job,
  type Lane,
  lanesWithDue,
  leaseDue,
  lockDue,
  type NextAttempt,
  settleJob,
} from './job-queries.ts';

/** Outcome of an attempt at a leased job. */
export interface JobOutcome {
  /** `failed` is tried again after a pause, `deferred` as soon as its lane is open, as if it had not been tried. */
  result: 'done' | 'failed' | 'deferred';
  /** Written in the transaction that settles the job, unless another process has it by then. */
  write?: (trx: Db) => Promise<unknown>;
}

interface JobQueue {
  /** Lanes that are worked on at one time. */
  lanesAtOnce: number;
  /** Jobs of one lane that are taken at one time. */
  batch: number;
  /** How long after each failed attempt the next one is made, ms; after the last one a job is given up. */
  pauses: readonly number[];
  /** Which of these lanes may be worked on now; all, when left out. */
  openLanes?: (lanes: readonly string[]) => Promise<readonly string[]>;
}

/** For work within the database: done in the transaction that ends the jobs, so that each is done exactly once. */
export interface TransactionHandler extends JobQueue {
  /** Does jobs of one lane. When it throws, nothing of it is kept and each job is done alone. */
  perform: (trx: Db, jobs: readonly Job[]) => Promise<void>;
}

/** For work outside of the database. If a process dies during a job, another one repeats it after the lease. */
export interface LeaseHandler extends JobQueue {
  /** How long a job belongs to the process that does it, ms: longer than an attempt may take. */
  lease: number;
  attempt: (job: Job) => Promise<JobOutcome>;
}

/** How the jobs of a queue are done. */
export type JobHandler = TransactionHandler | LeaseHandler;

type Deps = Pick<ServerContext, 'db' | 'now'> & { log: Pick<FastifyBaseLogger, 'error' | 'warn'> };

/** The next state of a job by the result of an attempt. `again`: when a failed one would be tried next, null for never. */
const NEXT: Readonly<Record<JobOutcome['result'], (job: Job, now: Date, again: Date | null) => NextAttempt>> = {
  done: ({ attempts }) => ({ dueAt: null, attempts }),
  failed: ({ attempts }, _now, again) => ({ dueAt: again, attempts }),
  deferred: ({ attempts }, now) => ({ dueAt: now, attempts: attempts - 1 }),
};

/** A queue that is handled here. */
interface HandledQueue {
  handler: JobHandler;
  limit: LimitFunction;
  /** Lanes that this process works on, or is going to. */
  busyLanes: Set<string>;
}

/** Waits for all. @throws the first failure after that */
async function allEnded<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  const outcomes = await Promise.allSettled(work);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

/** Does the jobs of one process. Any number of runners share a database. */
export class JobRunner {
  readonly #deps: Deps;
  readonly #queues = new Map<string, HandledQueue>();
  readonly #reportedQueues = new Set<string>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Has the jobs of a queue done from now on. */
  handle(queue: string, handler: JobHandler): void {
    this.#queues.set(queue, { handler, limit: pLimit(handler.lanesAtOnce), busyLanes: new Set() });
  }

  /**
   * Looks for what is due, and begins to do it: a lane that is being worked on goes on as it is, and holds up no other. Jobs of queues that
   * nobody handles wait for a process that does.
   * @returns `ended` rejects with the first failure of the database, after the other lanes had their turn
   */
  async startDue(isStopped: IsStopping = neverStops): Promise<{ ended: Promise<void> }> {
    const { db, now } = this.#deps;
    const lanesByQueue = new Map<string, string[]>();
    for (const { queue, lane } of await lanesWithDue(db, now())) {
      lanesByQueue.set(queue, [...(lanesByQueue.get(queue) ?? []), lane]);
    }
    const work = [...lanesByQueue].map(([queue, lanes]) => this.#runQueue(queue, lanes, isStopped));
    return { ended: allEnded(work).then(() => undefined) };
  }

  /** Does what is due. @throws the first failure of the database, after the other lanes had their turn */
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
    // Another look may have taken them meanwhile.
    const ownLanes = openLanes.filter(isIdle);
    for (const lane of ownLanes) busyLanes.add(lane);
    const runLane = (lane: string) =>
      limit(() => this.#runLane(handler, { queue: name, lane }, isStopped)).finally(() => busyLanes.delete(lane));
    await allEnded(ownLanes.map(runLane));
  }

  #reportUnknown(queue: string): void {
    if (this.#reportedQueues.has(queue)) return;
    this.#reportedQueues.add(queue);
    this.#deps.log.warn({ queue }, 'jobs of a queue that this version does not know wait for another process');
  }

  /** Does the jobs of a lane one batch after the other. A lane in which nothing succeeds is left for the next time. */
  async #runLane(handler: JobHandler, lane: Lane, isStopped: IsStopping): Promise<void> {
    const runBatch = () =>
      'perform' in handler ? this.#performBatch(handler, lane) : this.#attemptBatch(handler, lane);
    while (!isStopped() && (await runBatch()));
  }

  /** @param only this job alone. @returns whether the lane may be gone on with */
  async #performBatch(handler: TransactionHandler, lane: Lane, only?: number): Promise<boolean> {
    const { db, now } = this.#deps;
    let jobs: Job[] = [];
    try {
      await db.transaction().execute(async (trx) => {
        jobs = await lockDue(trx, lane, { now: now(), most: handler.batch, only });
        if (!jobs.length) return;
        await handler.perform(trx, jobs);
        await endJobs(trx, jobs);
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

  /** Postpones a job that failed when it was done by itself. */
  async #postpone(handler: JobHandler, job: Job, error: unknown): Promise<false> {
    const { db } = this.#deps;
    this.#logFailure(job, error);
    const attempted = { ...job, attempts: job.attempts + 1 };
    await settleJob(db, job, null, this.#next(handler, attempted, 'failed'));
    return false;
  }

  async #attemptBatch(handler: LeaseHandler, lane: Lane): Promise<boolean> {
    const { db, now } = this.#deps;
    const until = new Date(now().getTime() + handler.lease);
    const jobs = await leaseDue(db, lane, { now: now(), until, most: handler.batch });
    // The lane stays busy until the last attempt ends, though one before it could not be settled.
    const successes = await allEnded(jobs.map((job) => this.#attempt(handler, job, until)));
    return successes.includes(true);
  }

  /** @param until when its lease ends. @returns whether the job is done */
  async #attempt(handler: LeaseHandler, job: Job, until: Date): Promise<boolean> {
    const { result, write } = await handler.attempt(job).catch((error: unknown): JobOutcome => {
      this.#logFailure(job, error);
      return { result: 'failed' };
    });
    await this.#deps.db.transaction().execute(async (trx) => {
      const isOurs = await settleJob(trx, job, until, this.#next(handler, job, result));
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
